import { describe, expect, it } from 'vitest';
import { toldAsWeaker, weakerQuestions } from '#server/features/ask/choose/missing/weaker.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { composeSentences } from '#server/features/ask/tell/compose.ts';
import { passageCandidate, questionReading } from '#server/testing/reading/evidence.ts';

const passageCounts = {
  total: 10_000,
  words: [
    { word: 'loan', count: 400 },
    { word: 'plan', count: 3000 },
    { word: 'dredger', count: 4 },
    { word: 'kestrel', count: 6 },
  ],
};
const left = (given: Parameters<typeof questionReading>[0]) =>
  weakerQuestions(questionReading(given), { passageCounts }).map(({ reading, missing }) => [
    reading.subjects.map(({ name }) => name).join(' '),
    reading.query.asked.join(' '),
    missing,
  ]);

describe('weakerQuestions', () => {
  it('leaves a company its rarest words the longest', () => {
    expect(left({ text: 'Nvidia loan plans', query: readQuery('loan plans') })).toEqual([
      ['Nvidia', 'loan', { aside: ['plans'] }],
      ['Nvidia', '', { aside: ['loan', 'plans'] }],
      ['Nvidia', 'plan', { aside: ['loan'] }],
    ]);
  });

  it('lists a word once that is written twice', () => {
    const [weaker] = left({ text: 'Plans for a loan, what plans?', query: readQuery('loan plans') });
    expect(weaker).toEqual(['Nvidia', 'loan', { aside: ['plans'] }]);
  });

  it('lets no common word stand for a rare one without a company', () => {
    const asked = { subjects: [], text: 'dredger plan', query: readQuery('dredger plan') };
    expect(left(asked)).toEqual([['', 'dredger', { aside: ['plan'] }]]);
  });

  it('asks nothing whose only word reads as one of asking', () => {
    const asked = {
      subjects: [],
      text: 'loan mines',
      query: { asked: ['loan', 'mine'], weights: new Map() },
    };
    expect(left(asked)).toEqual([]);
  });

  it('tries the other of two words that are as rare', () => {
    const asked = { subjects: [], text: 'Kestrel dredger', query: readQuery('kestrel dredger') };
    expect(left(asked).map(([, words]) => words)).toEqual(['dredger', 'kestrel']);
  });

  it('keeps a name longer than any other word, and then tries it without the company', () => {
    const asked = {
      text: 'Nvidia, Kestrel dredger',
      query: readQuery('kestrel dredger'),
      names: ['kestrel'],
    };
    expect(left(asked)).toEqual([
      ['Nvidia', 'kestrel', { aside: ['dredger'] }],
      ['Nvidia', '', { aside: ['Kestrel', 'dredger'] }],
      ['', 'kestrel dredger', { aside: ['Nvidia'] }],
      ['Nvidia', 'dredger', { aside: ['Kestrel'] }],
    ]);
  });

  it('leaves the side aside, and says that the side was not found', () => {
    const asked = { text: 'the case for Nvidia', side: 'bullish' as const, query: readQuery('') };
    expect(left(asked)).toEqual([['Nvidia', '', 'side']]);
  });

  it('has none of a question without words, or how two companies stand to each other', () => {
    expect(left({ query: readQuery('') })).toEqual([]);
    expect(left({ relates: true, query: readQuery('loan') })).toEqual([]);
  });
});

describe('toldAsWeaker', () => {
  const reading = questionReading({ text: 'Nvidia loan plans', query: readQuery('loan plans') });
  const [weaker] = weakerQuestions(reading, { passageCounts });
  const words = 'Nvidia was the first to give a loan on chips';
  const evidence = [
    { kind: 'passage' as const, passage: passageCandidate({ text: words }), words, score: 1 },
  ];

  it('says which words were left aside', () => {
    const told = toldAsWeaker(weaker!, { evidence, coverage: 'ok', missing: null })!;
    expect(told.coverage).toBe('low');
    expect(composeSentences(reading, told)[0]!.text).toMatch(
      /^Nothing that answers all of this was found, so “plans” is left aside; on .*: “Nvidia was the first/,
    );
  });

  it('is no answer where something else of it is missing, too', () => {
    expect(toldAsWeaker(weaker!, { evidence, coverage: 'low', missing: 'side' })).toBeNull();
    expect(toldAsWeaker(weaker!, { evidence: [], coverage: 'none', missing: null })).toBeNull();
  });
});
