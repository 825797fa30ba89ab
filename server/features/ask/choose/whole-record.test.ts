import { describe, expect, it } from 'vitest';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { IdeaCandidate, PassageCandidate } from '#server/features/ask/find/store.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { ideaCandidate, passageCandidate, questionReading } from '#server/testing/reading/evidence.ts';
import { chooseEvidence } from './selection.ts';

const now = new Date('2026-09-15T12:00:00Z');
const linker = createLinker(loadUniverse());
const companiesIn: Candidates['companiesIn'] = (text) =>
  linker.link(text).map(({ slug, surface }) => ({ slug, written: surface }));

function choose(reading: QuestionReading, ideas: IdeaCandidate[], passages: PassageCandidate[] = []) {
  const counts = { total: 100, words: [] };
  const [ideaCounts, passageCounts] = [counts, counts];
  const alike = { alikeIdeas: new Map(), alikePassages: new Map() };
  return chooseEvidence(
    reading,
    { ideas, passages, ideaCounts, passageCounts, companiesIn, ...alike },
    null,
    now,
  );
}

describe('a question who prefers one company to another', () => {
  const company = (name: string) => ({ name, slug: name.toLowerCase(), symbols: [], written: name });
  const ofTheTwo = (text: string) =>
    questionReading({ text, subjects: [company('OpenAI'), company('Anthropic')] });
  const idea = (id: string, words: string) =>
    ideaCandidate({
      ...{ id, stance: 'BULLISH', quote: words, thesis: `Dana Reyes on OpenAI: "${words}"` },
      ...{ subjectKind: 'company', subjectKey: 'openai', subjectName: 'OpenAI', tickers: [] },
      entities: ['openai', 'anthropic'],
    });
  const prefers = idea('prefers', 'I would probably rather do OpenAI at 500th and Anthropic at 350.');
  const compares = idea('compares', 'OpenAI is kind of got way more access to compute than Anthropic.');

  it('is answered by the statements that put them so, under no side', () => {
    expect(choose(ofTheTwo('Who prefers OpenAI to Anthropic?'), [compares, prefers])).toMatchObject({
      evidence: [{ idea: { id: 'prefers' }, side: null }],
      missing: null,
    });
  });

  it('says that none puts them so, and tells of both without a side', () => {
    const { evidence, missing, coverage } = choose(ofTheTwo('Who is bullish on Anthropic over OpenAI?'), [
      compares,
      prefers,
    ]);
    expect(missing).toEqual({ better: 'Anthropic', worse: 'OpenAI' });
    expect(coverage).toBe('low');
    expect(evidence.map((item) => item.kind === 'idea' && item.side)).toEqual([null, null]);
  });

  it('is answered by a sentence of a transcript, too', () => {
    const passage = passageCandidate({
      text: 'Look, that is how it goes. I would rather own OpenAI than Anthropic at these prices any day.',
    });
    expect(choose(ofTheTwo('Who prefers OpenAI to Anthropic?'), [], [passage]).evidence).toMatchObject([
      { words: 'I would rather own OpenAI than Anthropic at these prices any day' },
    ]);
  });
});

describe('a question who was first or last', () => {
  const sample = ideaCandidate({ sample: true, episodePublishedAt: new Date('2026-09-14T08:00:00Z') });
  const real = passageCandidate({
    text: 'We had lunch with the people from Nvidia in the old town on a very rainy day.',
    publishedAt: new Date('2026-04-01T08:00:00Z'),
    episodeId: 'e2',
  });

  it.each(['When was Nvidia first mentioned?', 'When was Nvidia last mentioned?'])(
    'names a show that mentioned it in passing, and no sample beside it: %s',
    (text) => {
      const { evidence } = choose(questionReading({ text }), [sample], [real]);
      expect(evidence.map(({ kind }) => kind)).toEqual(['passage']);
    },
  );

  it('names a sample where no show spoke', () => {
    const { evidence } = choose(questionReading({ text: 'When was Nvidia last mentioned?' }), [sample]);
    expect(evidence).toMatchObject([{ idea: { sample: true } }]);
  });
});

describe('a question for sides or their change', () => {
  const shows = [{ id: 's1', name: 'The Alpha Hour' }];
  const later = ideaCandidate({
    ...{ id: 'later', thesis: 'Ann Lee argues that Nvidia keeps its margins.', speakerName: 'Ann Lee' },
    quote: 'The margins of Nvidia hold.',
    episodePublishedAt: new Date('2026-09-10T08:00:00Z'),
  });
  const ofAnother = ideaCandidate({
    ...{ id: 'another', thesis: 'Bo argues that Intel sells less than Nvidia.', speakerName: 'Bo' },
    quote: 'Intel sells less.',
    ...{ subjectKey: 'INTC', subjectName: 'Intel', tickers: ['INTC', 'NVDA'] },
  });

  it('counts no stance on another company', () => {
    const text = 'Is The Alpha Hour bullish or bearish on Nvidia?';
    const { evidence, missing } = choose(questionReading({ text, shows }), [ofAnother, ideaCandidate()]);
    expect(missing).toBe('sides');
    expect(evidence.map((item) => item.kind === 'idea' && item.side).sort()).toEqual(['bullish', null]);
  });

  it('tells of a change only from ideas on what is asked about, the oldest first', () => {
    const text = 'Has The Alpha Hour changed its mind on Nvidia?';
    const ideas = [ofAnother, later, ideaCandidate({ id: 'early' })];
    const { evidence, missing } = choose(questionReading({ text, shows }), ideas);
    expect(missing).toBe('turn');
    expect(evidence.map((item) => item.kind === 'idea' && item.idea.id)).toEqual(['early', 'later']);
  });
});
