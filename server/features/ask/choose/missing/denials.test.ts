import { describe, expect, it } from 'vitest';
import { chooseEvidence } from '#server/features/ask/choose/selection.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { composeSentences } from '#server/features/ask/tell/compose.ts';
import { termsOf } from '#server/language/terms.ts';
import { ideaCandidate, questionReading } from '#server/testing/reading/evidence.ts';
import { denied } from './denials.ts';

const now = new Date('2026-09-15T12:00:00Z');
const answerOf = (text: string, ideas: IdeaCandidate[]) => {
  const found: Candidates = {
    ideas,
    passages: [],
    ideaCounts: { total: 100, words: [] },
    passageCounts: { total: 100, words: [] },
    companiesIn: () => [],
    alikeIdeas: new Map(),
    alikePassages: new Map(),
  };
  const chosen = chooseEvidence(questionReading({ text }), found, null, now);
  const sentences = composeSentences(chosen.reading, chosen);
  return { answer: sentences.map((one) => one.text).join(' '), coverage: chosen.coverage };
};
const bearish = ideaCandidate({
  id: '2',
  showId: 's2',
  episodeId: 'e2',
  speakerName: 'Bo',
  stance: 'BEARISH',
  thesis: 'Bo argues that Nvidia sells less.',
});

it.each([
  ["I'm pretty sure we don't have an AI bubble.", true],
  ["I don't think there's an AI bubble right now.", true],
  ['Look, this is not an AI bubble.', true],
  ["I can't get enough of these AI bubble charts.", false],
  ["We don't have an AI bubble chart with us.", false],
  ["If we don't have an AI bubble, what is it?", false],
  ['There is no bubble.', false],
  ["I'm not sure we don't have an AI bubble.", false],
  ['Brad is joining us after popping the AI bubble, well done, Brad.', false],
])('hears what denies the thing asked: %s', (words, expected) => {
  expect(denied(termsOf('AI bubble'), words)).toBe(expected);
});

describe('a question who disagrees, naming nobody', () => {
  it('is told both sides where both were taken', () => {
    const { answer } = answerOf('Who disagrees about Nvidia?', [ideaCandidate(), bearish]);
    expect(answer).toMatch(/^On the bullish side, .* On the bearish side, Bo argues/);
  });

  it('is told the other side wherever it stands among all that was found', () => {
    const bulls = Array.from({ length: 9 }, (_, i) =>
      ideaCandidate({
        id: `b${i}`,
        episodeId: `b${i}`,
        speakerName: `Ann ${i}`,
        thesis: `Ann argues that Nvidia sells ${i} more.`,
      }),
    );
    const aside = ideaCandidate({
      id: 'aside',
      episodeId: 'e9',
      speakerName: 'Cy',
      stance: 'BEARISH',
      subjectKey: 'INTC',
      subjectName: 'Intel',
      thesis: 'Cy argues that Intel loses to Nvidia.',
    });
    expect(answerOf('Who disagrees about Nvidia?', [...bulls, aside]).answer).toMatch(/^No disagreement on/);
    const old = { ...bearish, episodePublishedAt: new Date('2019-01-01T00:00:00Z'), discussionDepth: 1 };
    for (const text of ['Who disagrees about Nvidia?', 'Bull vs bear on Nvidia'])
      expect(answerOf(text, [...bulls, aside, old]).answer).toMatch(/On the bearish side, Bo argues/);
  });

  it('is told that no disagreement was found where nobody denies anything', () => {
    expect(answerOf('Who disagrees about Nvidia?', [ideaCandidate()]).answer).toMatch(
      /^No disagreement on Nvidia was found in so many words; on /,
    );
  });
});

describe('a question for both sides', () => {
  it.each(['Bull vs bear on Nvidia', 'What are the bull and bear cases on Nvidia?'])(
    'is told which of them is missing: "%s"',
    (text) => {
      expect(answerOf(text, [ideaCandidate()])).toEqual({
        answer: expect.stringMatching(/^Nothing found on Nvidia is told as bearish; on the bullish side, /),
        coverage: 'low',
      });
      expect(answerOf(text, [ideaCandidate(), bearish]).answer).toMatch(/^On the bullish side, /);
    },
  );
});
