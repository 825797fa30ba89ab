import { expect, it } from 'vitest';
import { chooseEvidence } from '#server/features/ask/choose/selection.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { composeSentences } from '#server/features/ask/tell/compose.ts';
import { ideaCandidate, passageCandidate, questionReading } from '#server/testing/reading/evidence.ts';

const amd = { name: 'AMD', slug: 'amd', symbols: ['AMD'], written: 'AMD' };
const subjects = [...questionReading().subjects, amd];
const naming = passageCandidate({
  episodeId: 'e2',
  text: 'I think that AMD is the best business that I have seen in all of my years of looking at them.',
});
const answerTo = (given: Partial<QuestionReading>) => {
  const found: Candidates = {
    ideas: [ideaCandidate({ thesis: 'Dana Reyes argues that Nvidia holds its margins.' })],
    passages: [naming],
    ideaCounts: { total: 100, words: [] },
    passageCounts: { total: 100, words: [] },
    companiesIn: (text) =>
      ['Nvidia', 'AMD'].flatMap((name) =>
        text.includes(name) ? [{ slug: name.toLowerCase(), written: name }] : [],
      ),
    alikeIdeas: new Map(),
    alikePassages: new Map(),
  };
  const asked = questionReading({ subjects, ...given });
  const chosen = chooseEvidence(asked, found, null, new Date('2026-09-15T12:00:00Z'));
  return composeSentences(chosen.reading, chosen)
    .map(({ text }) => text)
    .join(' ');
};

it('says that nothing answers the question of a company that a sentence only names', () => {
  const text = 'Compare the margins of Nvidia and AMD';
  expect(answerTo({ text, query: readQuery('margins') })).toMatch(
    /^On AMD, nothing was found that answers this; .* said: “I think that AMD is the best business/,
  );
});

it('quotes no sentence that only names a company where a side is asked for', () => {
  const text = 'Who is bullish on the margins of Nvidia and AMD?';
  const answer = answerTo({ text, query: readQuery('margins'), side: 'bullish' });
  expect(answer).toMatch(/^No bullish case was found on AMD; /);
  expect(answer).not.toContain('best business');
});
