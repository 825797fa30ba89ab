import { describe, expect, it } from 'vitest';
import type { IdeaContent } from '#server/features/ideas/rules.ts';
import { beyondCard, furtherOf } from '#server/features/pages/beyond.ts';

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
const nothing = {
  ...{ sentences: 0, risks: 0, signals: 0, funds: 0, speaker: false },
  ...{ length: false, companies: false },
};

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

describe('a sentence that words the claim anew adds nothing', () => {
  const quoting = (words: string) => ({
    headline: `"${words}"`,
    thesis: `Dev Pallister on banks: "${words}."`,
  });
  const sentences = (words: string, sentence: string) => {
    const said = quoting(words);
    return beyondCard(content({ ...said, context: `${said.thesis} ${sentence}` })).sentences;
  };

  it.each([
    [
      'Open source as a share of enterprise spending is actually decreasing',
      'The speaker argues that open source as a share of enterprise spending is decreasing.',
    ],
    [
      "The software's getting better, open source at the same time",
      'The speaker argues that the software is getting better, open source at the same time.',
    ],
    [
      'People are going to want to own equities and it is going to be fun the next couple of years',
      'The speaker argues that people will want to own equities and it will be fun the next couple of years.',
    ],
  ])('%s', (words, sentence) => {
    expect(sentences(words, sentence)).toBe(0);
  });

  it.each([
    [
      'another figure',
      'Revenue grows by 20 percent a year',
      'The speaker argues that revenue grows by 30 percent a year.',
    ],
    ['what is denied', 'The banks are cheap', 'The speaker argues that the banks are not cheap.'],
    [
      'a reason',
      'The banks are cheap',
      'The speaker argues that the banks are cheap, since depositors stayed.',
    ],
  ])('but one with %s does', (_, words, sentence) => {
    expect(sentences(words, sentence)).toBe(1);
  });

  it('nor does a risk or a thing to watch', () => {
    const riskFlags = ['The public markets are risk', 'Deposits may leave'];
    const validationSignals = ['Public markets are just risk'];
    const said = quoting('The public markets are just risk');
    expect(beyondCard(content({ ...said, riskFlags, validationSignals }))).toEqual({ ...nothing, risks: 1 });
  });
});

describe('a full read adds', () => {
  it('the sentences that the card does not say', () => {
    const context = `${card.thesis} The speaker says that rates fall. Dev Pallister argues that fees may rise.`;
    expect(beyondCard(content({ context }))).toEqual({ ...nothing, sentences: 2 });
  });

  it('no more of them than there are, an initial within a name ends none', () => {
    const context = `${card.thesis} Dev Pallister expects that T. Rowe and the U.S. Treasury will buy (2:05).`;
    expect(beyondCard(content({ context }))).toEqual({ ...nothing, sentences: 1 });
  });

  it.each([
    ['The talk around it lasts 48 seconds.', { length: true }],
    [
      'The talk around it lasts 2 minutes and 5 seconds and also names Amazon and Meta.',
      { length: true, companies: true },
    ],
  ])('no sentence of the argument with how long the talk lasts: %s', (setting, adds) => {
    const context = `${card.thesis}\n${setting}`;
    expect(beyondCard(content({ context }))).toEqual({ ...nothing, ...adds });
    expect(furtherOf(content({ context }))).toMatchObject({ sentences: [], setting });
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
