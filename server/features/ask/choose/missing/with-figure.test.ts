import { expect, it } from 'vitest';
import { chooseEvidence } from '#server/features/ask/choose/selection.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { PassageCandidate } from '#server/features/ask/find/store.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { composeSentences } from '#server/features/ask/tell/compose.ts';
import { ideaCandidate, passageCandidate, questionReading } from '#server/testing/reading/evidence.ts';

const now = new Date('2026-09-15T12:00:00Z');
const asked = questionReading({
  text: 'How much did Ann Lee want to pay for Nvidia?',
  people: ['Ann Lee'],
  query: readQuery('pay'),
});
const hers = ideaCandidate({ speakerName: 'Ann Lee', thesis: 'Ann Lee argues that Nvidia has scale.' });
const answerOf = (passages: PassageCandidate[]) => {
  const found: Candidates = {
    ideas: [hers],
    passages,
    ideaCounts: { total: 100, words: [] },
    passageCounts: { total: 100, words: [] },
    companiesIn: (text) => (text.includes('Nvidia') ? [{ slug: 'nvidia', written: 'Nvidia' }] : []),
    alikeIdeas: new Map(),
    alikePassages: new Map(),
  };
  const chosen = chooseEvidence(asked, found, null, now);
  return composeSentences(chosen.reading, chosen)
    .map(({ text }) => text)
    .join(' ');
};

it('tells the number that is asked for, whoever gives it', () => {
  const text = 'Her offer for all of Nvidia that nobody took was 56 billion dollars in cash.';
  expect(answerOf([passageCandidate({ episodeId: 'e2', speaker: 'Bo', text })])).toMatch(
    /Bo said: “Her offer .* 56 billion dollars in cash”$/,
  );
});

it('says that no number was found where nobody gives one', () => {
  expect(answerOf([])).toMatch(/^No number that answers this was found on Nvidia; on .* has scale$/);
});
