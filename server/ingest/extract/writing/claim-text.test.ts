import { describe, expect, it } from 'vitest';
import { survey } from '#server/ingest/extract/survey.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { claimsOf } from './claim-text.ts';

const linker = createLinker(loadUniverse());

/** The claims of what one speaker says, about the first company named. */
function claims(...sentences: string[]) {
  return claimsAfter(null, ...sentences);
}

/** The same, where somebody else was speaking before. */
function claimsAfter(other: string | null, ...sentences: string[]) {
  const before = other === null ? [] : [{ speaker: 'Bob Roe', text: other }];
  const said = [...before, ...sentences.map((text) => ({ speaker: 'Ann Lee', text }))];
  const read = survey(
    {
      showName: 'Open Outcry',
      episodeTitle: 'Shops',
      episodeDescription: null,
      publishedAt: new Date(0),
      people: [],
      cues: said.map((one, i) => ({ start: i * 5, end: i * 5 + 5, ...one })),
    },
    linker,
  );
  const reading = read.candidates[0]?.reading;
  if (reading === undefined) throw new Error('No company was named.');
  return claimsOf(reading, reading.lines, read.discourse.mentions, read.discourse.sentences);
}

describe('claimsOf', () => {
  it('lets "they" stand for the company named last', () => {
    expect(claims('Costco is the best retailer there is.', 'They keep raising the fee.')[1]).toMatchObject({
      pronounFor: 'Costco',
    });
  });

  it('lets "they" stand for nobody where others are named after the company', () => {
    const named = claims('Costco is loved by its customers.', 'They keep paying the fee.');
    expect(named[1]).toMatchObject({ pronounFor: null });
  });

  it('leads a claim that does not name its company with the sentence that does', () => {
    const [first, second] = claims('Costco is the best retailer there is.', 'They keep raising the fee.');
    expect(first).toMatchObject({ lead: null });
    expect(second).toMatchObject({ lead: 'Costco is the best retailer there is.' });
  });

  it('takes a sentence that goes on under a new label for one that lost its beginning', () => {
    const begins = (other: string) => claimsAfter(other, 'Costco has the best prices of all.')[0]?.begins;
    expect(begins('We do not')).toBe(false);
    expect(begins('We looked at all of them')).toBe(true);
    expect(begins('We looked at all of them.')).toBe(true);
  });

  it('tells the half of a condition from a claim', () => {
    const halves = claims(
      'If Costco doubled the fee, Walmart is right there.',
      'And Costco would lose a third of its members.',
      'Costco will not do that.',
    );
    expect(halves.map(({ halved }) => halved)).toEqual([false, true, false]);
  });
});
