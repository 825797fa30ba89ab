import { describe, expect, it } from 'vitest';
import type { IdeaContent } from '#server/features/ideas/rules.ts';
import { beyondCard } from '#server/features/pages/beyond.ts';

const card = {
  headline: 'Dev Pallister on banks: deposits and margins',
  thesis: 'Dev Pallister argues that the U.S. banks will keep their deposits.',
};
const content = (full: Partial<IdeaContent>) =>
  ({
    ...card,
    context: null,
    riskFlags: [],
    validationSignals: [],
    participationEtfs: [],
    speaker: { name: 'Dev Pallister', title: null, role: 'guest' },
    ...full,
  }) as IdeaContent;
const nothing = { sentences: 0, risks: 0, signals: 0, funds: 0, speaker: false };

describe('a full read adds nothing', () => {
  it.each([
    ['no context', null],
    ['the thesis again', card.thesis],
    ['the thesis, written otherwise', 'Dev Pallister argues that the U.S. banks will keep their deposits!'],
    ['the thesis in a paragraph of its own', `${card.thesis}\n`],
  ])('with %s', (_, context) => {
    expect(beyondCard(content({ context }))).toEqual(nothing);
  });
});

describe('a full read adds', () => {
  it('the sentences that the card does not say', () => {
    const context = `${card.thesis} The speaker says that rates fall. Dev Pallister argues that fees may rise.`;
    expect(beyondCard(content({ context }))).toEqual({ ...nothing, sentences: 2 });
  });

  it('risks once, as the list that they are', () => {
    const context = `${card.thesis} Risks raised: deposits may leave; rates fall.`;
    const riskFlags = ['Deposits may leave.', 'Rates fall.'];
    expect(beyondCard(content({ context, riskFlags }))).toEqual({ ...nothing, risks: 2 });
    expect(beyondCard(content({ context })).sentences).toBe(1);
  });

  it('signals, funds, and a speaker whom the card does not name', () => {
    const full = content({
      validationSignals: ['Deposits at quarter end.'],
      participationEtfs: [{ symbol: 'KBE', name: 'Bank fund' }],
      speaker: { name: 'Dev Pallister', title: 'Chief investment officer', role: 'guest' },
    });
    expect(beyondCard(full)).toEqual({ ...nothing, signals: 1, funds: 1, speaker: true });
  });
});
