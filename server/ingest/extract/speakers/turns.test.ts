import { expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { turnsOf } from './evidence/voices.ts';
import { doubtfulSentences } from './turns.ts';

const CUES: Cue[] = [
  { start: 0, end: 90, speaker: 'Ann', text: 'The grid is full. Nobody builds because the' },
  { start: 90, end: 180, speaker: 'Bo', text: 'permits take years. Prices rise. That is my view.' },
  { start: 180, end: 200, speaker: 'Ann', text: 'I see. Go on.' },
];

/** The sentences in doubt, in their words. */
function inDoubt(joins: number[]): string[] {
  const sentences = splitSentences(CUES);
  const doubtful = doubtfulSentences(turnsOf(sentences), joins, [], []);
  return sentences.filter(({ index }) => doubtful.has(index)).map(({ text }) => text);
}

it('doubts both parts of a sentence that a change of label breaks', () => {
  expect(inDoubt([])).toEqual(['Nobody builds because the', 'permits take years.']);
});

it('doubts both turns where it breaks at a join of two pieces', () => {
  expect(inDoubt([90])).toHaveLength(5);
});

it('doubts that an interviewer answers: what follows their question, and a statement by itself', () => {
  const sentences = splitSentences([
    { start: 0, end: 10, speaker: 'Ann', text: 'Prices doubled. Will they double again? I think they will.' },
    { start: 10, end: 20, speaker: 'Bo', text: 'They will, for a decade.' },
    { start: 20, end: 30, speaker: 'Ann', text: 'But I think the impact is going to be felt.' },
    { start: 30, end: 40, speaker: 'Bo', text: 'It is a strong force.' },
    { start: 40, end: 50, speaker: 'Ann', text: 'I own the stock. I would hold it for years.' },
  ]);
  const turns = turnsOf(sentences);
  const asking = turns.filter(({ speaker }) => speaker === 'Ann');
  const doubtful = doubtfulSentences(turns, [], [], asking);
  expect(sentences.filter(({ index }) => doubtful.has(index)).map(({ text }) => text)).toEqual([
    'I think they will.',
    'But I think the impact is going to be felt.',
  ]);
});
