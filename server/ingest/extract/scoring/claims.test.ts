import { describe, expect, it } from 'vitest';
import { survey } from '#server/ingest/extract/survey.ts';
import { chooseQuote } from '#server/ingest/extract/writing/choose-quote.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { claimStrength, linesOnSubject } from './claims.ts';

const linker = createLinker(loadUniverse());

/** What Ann says of Costco in these sentences. */
function readingOf(...texts: string[]) {
  const cues = texts.map((text, i) => ({ start: i * 6, end: i * 6 + 6, speaker: 'Ann', text }));
  const { candidates } = survey(
    {
      showName: 'Open Outcry',
      episodeTitle: 'Shops',
      episodeDescription: null,
      publishedAt: new Date(0),
      people: [],
      cues,
    },
    linker,
  );
  const reading = candidates.find((one) => one.reading.passage.subjectId === 'ticker:COST')?.reading;
  if (reading === undefined) throw new Error('Costco was not found');
  return { cues, reading };
}

const aimed = (...texts: string[]) => linesOnSubject(readingOf(...texts).reading).map((l) => l.sentence.text);

describe('linesOnSubject', () => {
  it('keeps what the speaker asserts of the subject, by name or by a pronoun right after', () => {
    const said = ['Costco has pricing power nobody else has.', 'They are taking market share every year.'];
    expect(aimed(...said)).toEqual(said);
  });

  it.each([
    ['a question', 'What do you think of the margins at Costco?'],
    ['a report', 'According to the paper, Costco is losing market share.'],
    ['news', 'Costco reported earnings of two dollars this week.'],
    ['an employer', 'My cousin worked at Costco for nine years.'],
    ['a supposition', 'Imagine Costco with no debt at all.'],
    ['words read aloud', 'The letter said, "Costco will double its revenue by the spring of next year."'],
  ])('leaves out %s', (_kind, text) => {
    expect(aimed(text)).toEqual([]);
  });
});

describe('the quote', () => {
  it('prefers a plain verdict to talk of shopping', () => {
    const { reading } = readingOf(
      'We went to Costco on Sunday with the kids.',
      'I think Costco is undervalued because its margins keep growing.',
    );
    const [shopping, verdict] = reading.lines;
    expect(verdict?.sentence.text).toContain('undervalued');
    expect(claimStrength(shopping!)).toBeLessThan(claimStrength(verdict!));
  });

  it('takes along the sentence before, which names the subject', () => {
    const { cues, reading } = readingOf(
      'Look at Costco on any Saturday you like.',
      'They are going to win because their margins are unbeatable and demand keeps growing.',
    );
    expect(chooseQuote(cues, reading.lines.toReversed())?.text).toMatch(
      /^Look at Costco .*They are going to win/,
    );
  });
});
