import { expect, it } from 'vitest';
import { chooseEvidence } from '#server/features/ask/choose/selection.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { composeSentences } from '#server/features/ask/tell/compose.ts';
import { ideaCandidate, passageCandidate, questionReading } from '#server/testing/reading/evidence.ts';

const now = new Date('2026-09-15T12:00:00Z');
const nuclear = { slug: 'nuclear', name: 'Nuclear power', written: 'nuclear power' };
const dataCentres = { slug: 'data-centers', name: 'Data centers', written: 'data centers' };
const found = (given: Partial<Candidates>): Candidates => ({
  ideas: [],
  passages: [],
  ideaCounts: { total: 100, words: [] },
  passageCounts: {
    total: 1000,
    words: [
      { word: 'nuclear', count: 9 },
      { word: 'data', count: 600 },
      { word: 'center', count: 500 },
      { word: 'power', count: 400 },
    ],
  },
  companiesIn: () => [],
  alikeIdeas: new Map(),
  alikePassages: new Map(),
  ...given,
});
const told = (given: Parameters<typeof questionReading>[0], candidates: Candidates) => {
  const chosen = chooseEvidence(questionReading({ subjects: [], ...given }), candidates, null, now);
  return {
    coverage: chosen.coverage,
    text: composeSentences(chosen.reading, chosen)
      .map(({ text }) => text)
      .join(' '),
  };
};
const onNuclear = ideaCandidate({
  thesis: 'Dana Reyes argues that nuclear power is a great solution.',
  statement: 'Dana Reyes argues that nuclear power is a great solution.',
  subjectKind: 'theme',
  subjectKey: 'nuclear',
  subjectName: 'Nuclear power',
  themes: ['nuclear'],
  tickers: [],
  entities: [],
});

it('tells what was said of the rarest theme, and that it is only a part', () => {
  const asked = { themes: [dataCentres, nuclear], query: readQuery('nuclear power data centers') };
  expect(told(asked, found({ ideas: [onNuclear] }))).toEqual({
    coverage: 'low',
    text: expect.stringMatching(
      /^Nothing that answers all of this was found, only what was said of nuclear power; on .* a great solution/,
    ),
  });
});

it('tells no theme when the question turns on a rarer word', () => {
  const asked = { themes: [dataCentres], query: readQuery('pancake data centers') };
  const idea = ideaCandidate({ ...onNuclear, subjectKey: 'data-centers', themes: ['data-centers'] });
  expect(told(asked, found({ ideas: [idea] })).coverage).toBe('none');
});

it('tells of named people each thing that is asked', () => {
  const asked = {
    text: 'What did Ann Lee say about inference demand?',
    people: ['Ann Lee'],
    query: readQuery('inference demand'),
  };
  const passages = [
    passageCandidate({
      speaker: 'Ann Lee',
      text: 'I think the demand for these systems grows faster than anybody can build and sell them.',
    }),
    passageCandidate({
      id: 8,
      episodeId: 'e8',
      speaker: 'Bo Hale',
      text: 'The demand for these systems is falling faster than anybody will tell you in public.',
    }),
  ];
  const { text } = told(asked, found({ passages }));
  expect(text).toContain('only what was said of');
  expect(text).toContain('Ann Lee said: “I think the demand');
  expect(text).not.toContain('Bo Hale');
});

it('tells the ideas of the episode whose title holds what is asked', () => {
  const asked = { query: readQuery('pitched competition') };
  const ideas = [
    ideaCandidate({ id: 'a', episodeTitle: 'The Best Ideas Pitch Competition: Four Investors' }),
    ideaCandidate({ id: 'b', episodeId: 'other', thesis: 'Bo argues otherwise.', episodeTitle: 'Chips' }),
  ];
  const { text } = told(asked, found({ ideas }));
  expect(text).toContain(
    'only what was said in the episode “The Best Ideas Pitch Competition: Four Investors”; on',
  );
  expect(text).not.toContain('otherwise');
});

it('tells what transcripts say of a company of which nothing answers the question', () => {
  const nvidia = [{ slug: 'nvidia', written: 'Nvidia' }];
  const text = 'I think Nvidia is the best business that I have seen in all of my years, and that is all.';
  const asked = {
    ...questionReading(),
    text: 'What do plumbers make of Nvidia?',
    query: readQuery('plumbers'),
  };
  const candidates = found({ passages: [passageCandidate({ text })], companiesIn: () => nvidia });
  expect(told(asked, candidates).text).toMatch(
    /^On Nvidia, nothing to quote about plumbers was found; on .* said: “I think Nvidia is the best business/,
  );
  expect(told({ ...asked, side: 'bearish' }, candidates).coverage).toBe('none');
});

it.each([
  ['ARR', 'AR grows at Nvidia', /^On The Alpha Hour .* AR grows/],
  ['Bret Taylor', 'Derek Taylor sells Nvidia', /^On Nvidia, nothing to quote about Bret Taylor was found; /],
  ['AIP', 'AI helps Nvidia', /^On Nvidia, nothing to quote about AIP was found; /],
  ['the IPO', 'its IP helps Nvidia', /^On Nvidia, nothing to quote about IPO was found; /],
])('hears a doubled letter once, and takes no other name for one asked: %s', (thing, said, expected) => {
  const asked = {
    ...questionReading(),
    text: `What was said about ${thing} and Nvidia?`,
    query: readQuery(thing),
  };
  const idea = ideaCandidate({ thesis: `Bo argues that ${said}.` });
  expect(told(asked, found({ ideas: [idea] })).text).toMatch(expected);
});
