import { describe, expect, it } from 'vitest';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { reportsOf } from './reported-speech.ts';
import { risksAndSignalsOf, type Telling } from './risks-and-signals.ts';

/** A line about Costco, told as far as it can be. */
function telling(text: string, more: Partial<PassageLine> = {}): Telling {
  const named = text.includes('Costco');
  const line = {
    sentence: { text },
    asserted: true,
    named,
    predicated: named,
    leads: text.startsWith('Costco'),
    rivals: 0,
    modality: 'claim',
    ...more,
  } as PassageLine;
  const claim = {
    text,
    begins: true,
    name: named ? 'Costco' : null,
    lead: null,
    pronounFor: null,
    theme: false,
  };
  return { line, reports: reportsOf({ ...claim, spellings: [], lean: 0, halved: false, retold: false }, 0) };
}
const risksOf = (text: string, more: Partial<PassageLine> = {}) =>
  risksAndSignalsOf([telling(text, more)], '').risks;
const signalsOf = (text: string, shown = '') => risksAndSignalsOf([telling(text)], shown).signals;

describe('risks raised', () => {
  it.each([
    'I think the risk for Costco is that three suppliers are half of its shelves.',
    'Costco is losing money on every store it opened abroad.',
    'Costco could lose its best members if the fee goes up again.',
  ])('are told as said: %s', (text) => {
    expect(risksOf(text)).toHaveLength(1);
  });

  it.each([
    'Costco has great downside protection in a recession because the members stay.',
    'There is also another management problem at Costco.',
    'Costco would be worse off today if they did not go through that crisis.',
    'Costco lost money in the early years of the first stores.',
    'Costco is the strongest business in the whole of retail.',
  ])('are none where nothing threatens: %s', (text) => {
    expect(risksOf(text)).toEqual([]);
  });

  it('leave out what points at something before them', () => {
    expect(risksOf('The challenge with this is Costco suppliers take a long while.')).toEqual([]);
    expect(risksOf('The challenge with Costco is its suppliers take a long while.')).toHaveLength(1);
  });

  it('are not those of another company that the line names first', () => {
    const text = 'Walmart is losing money on every order and Costco is the reason for it.';
    expect(risksOf(text, { rivals: 1, leads: false })).toEqual([]);
  });
});

describe('validation signals', () => {
  it.each([
    'Costco will open thirty stores by the end of next year.',
    'Costco expects to end 2026 with a $6 billion run rate.',
    'Costco will keep its margins as long as renewal rates hold.',
  ])('are forecasts that a date, a figure or a condition will judge: %s', (text) => {
    expect(signalsOf(text)).toHaveLength(1);
  });

  it.each([
    'Costco will be a great business for its members.',
    'Costco would be worse off today if it had not raised the fee in 2017.',
    'Costco has had to do a lot to deliver the goods they will sell this year.',
  ])('are none where nothing can be checked: %s', (text) => {
    expect(signalsOf(text)).toEqual([]);
  });

  it('do not repeat what the card shows, word for word or with fewer words', () => {
    const claim = 'I think Costco is going to open thirty new stores by the end of next year.';
    expect(signalsOf(claim)).toHaveLength(1);
    expect(signalsOf(claim, `A speaker on Costco: "${claim}"`)).toEqual([]);
    expect(signalsOf('Costco will open thirty stores by next year.', claim)).toEqual([]);
    expect(signalsOf('Costco will open thirty stores in Spain by next year.', claim)).toHaveLength(1);
  });

  it('are not repeated where they are risks', () => {
    const { risks, signals } = risksAndSignalsOf(
      [telling('Costco could lose its best members within two years if the fee goes up.')],
      '',
    );
    expect(risks).toHaveLength(1);
    expect(signals).toEqual([]);
  });
});
