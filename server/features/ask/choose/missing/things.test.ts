import { expect, it } from 'vitest';
import { toldOf } from '#server/features/ask/choose/evidence.ts';
import { heardOfThings } from '#server/features/ask/choose/missing/things.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { passageCandidate, questionReading } from '#server/testing/reading/evidence.ts';

it('tells two things that are quoted from one window', () => {
  const robots =
    'I think Nvidia will sell a great many robots to every warehouse that there is in the country';
  const pens = 'I think Nvidia will sell a great many batteries to all of the people who build cars at home';
  const found: Candidates = {
    ideas: [],
    passages: [passageCandidate({ text: `${robots}. ${pens}.` })],
    ideaCounts: { total: 100, words: [] },
    passageCounts: { total: 100, words: [] },
    companiesIn: (text) => (text.includes('Nvidia') ? [{ slug: 'nvidia', written: 'Nvidia' }] : []),
    alikeIdeas: new Map(),
    alikePassages: new Map(),
  };
  const asked = questionReading({
    text: 'What was said about Nvidia, robots, and batteries?',
    query: readQuery('robots batteries'),
  });
  const heard = heardOfThings(asked, found, new Date('2026-09-15T12:00:00Z'));
  expect(heard?.evidence.map(toldOf)).toEqual([robots, pens]);
});
