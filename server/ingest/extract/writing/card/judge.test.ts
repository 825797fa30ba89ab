import { describe, expect, it } from 'vitest';
import type { EpisodeInput } from '#server/domain.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { survey } from '#server/ingest/extract/survey.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import type { Text } from '#server/reader/amid.ts';
import { cardsOf } from './features.ts';
import { asEditor } from './judge.ts';
import type { Embed } from './meaning.ts';

const linker = createLinker(loadUniverse());
const SAID = [
  'Nvidia is going to keep taking share of the data centre because its software is years ahead of everyone else.',
  'I think Nvidia has the strongest competitive position of any company in the market today.',
  'Nvidia margins will hold for years because demand is greater than supply.',
];
const EPISODE: EpisodeInput = {
  showName: 'Open Outcry',
  episodeTitle: 'Chips',
  episodeDescription: null,
  publishedAt: new Date('2026-03-02T06:00:00Z'),
  people: [],
  cues: SAID.map((text, i) => ({ start: i * 9, end: i * 9 + 9, speaker: 'Ann Lee', text })),
};
/** An encoder for which all texts lie in one direction, and which thinks the same of every sentence. */
const thinking =
  (opinion: number): Embed =>
  async (texts) =>
    texts.map((text) => {
      if (typeof text === 'string') return new Float32Array(384).fill(384 ** -0.5);
      return 'before' in text ? Float32Array.of(opinion) : new Float32Array(3).fill(Math.log(1 / 3));
    });
const alike = thinking(-1);
const readBy = async (embed: Embed | null) =>
  (await createRulesExtractor(linker, embed).extract(EPISODE)).ideas;

describe('cards judged by meaning', () => {
  it('are read without the name of their subject, amid what stands around them and cut at the name', async () => {
    const asked: Text[] = [];
    const ideas = await readBy(async (texts) => {
      asked.push(...texts);
      return alike(texts);
    });
    expect(ideas.length).toBeGreaterThan(0);
    expect(asked).toContainEqual({ before: SAID[0], around: SAID[1]!.split('Nvidia'), after: SAID[2] });
    expect(asked).toContainEqual({ around: SAID[1]!.split('Nvidia') });
  });

  it('are held for likelier to be signed the more the tuned layers think of them', async () => {
    const confidence = async (opinion: number) => (await readBy(thinking(opinion)))[0]!.confidence;
    expect(await confidence(1)).toBeGreaterThan(await confidence(-1));
  });

  it('are judged by words where there is no encoder, whether it is off or cannot be had', async () => {
    expect(await readBy(async () => null)).toEqual(await readBy(null));
  });

  it('are judged alike every time', async () => {
    expect(await readBy(alike)).toEqual(await readBy(alike));
  });
});

describe('what a strict editor lays down', () => {
  const judged = (said: readonly string[], signed: number, on = 'ticker:NVDA') => {
    const cues = said.map((text, i) => ({ start: i * 9, end: i * 9 + 9, speaker: 'Ann Lee', text }));
    const { candidates, discourse } = survey({ ...EPISODE, cues }, linker);
    const cards = candidates.flatMap((candidate) => cardsOf(candidate, discourse));
    const own = cards.filter(({ subject }) => subject === on);
    return new Map(own.map((card) => [card.line.sentence.text, asEditor(card, signed)]));
  };

  it('leaves a card alone that speaks of what it names', () => {
    expect(judged(SAID, 0.3).get(SAID[1]!)).toBe(0.3);
  });

  it('signs no sentence that does not name its subject', () => {
    const they = 'They will keep their prices up because nobody else can make enough of these.';
    const cards = judged([...SAID, they], 0.9);
    expect(cards.get(SAID[0]!)).toBe(0.9);
    expect(cards.get(they)).toBe(0);
  });

  it('signs no sentence that turns to another for its point', () => {
    const turned = 'Nvidia will play some part in that market, but Intel will have the best margins by far.';
    expect(judged([...SAID, turned], 0.9).get(turned)).toBe(0);
    for (const back of [
      'Nvidia will play some part in that market, but Nvidia will have the best margins by far.',
      'Nvidia is expensive right now, but it will keep taking share from Intel and AMD for years.',
      'Nvidia will be nothing but a winner in this market because Intel has the weakest chips by far.',
    ])
      expect(judged([...SAID, back], 0.9).get(back)).toBe(0.9);
  });

  it('signs no sentence that only sets its subject beside what it is about', () => {
    for (const beside of [
      'I think there is going to be a buying frenzy at the banks, not just with Nvidia and Intel.',
      'I think there is going to be a buying frenzy at the banks, not only with Intel and Nvidia.',
      "I think the winner of the next decade isn't just Nvidia, since all the banks will buy.",
    ])
      expect(judged([...SAID, beside], 0.9).get(beside)).toBe(0);
    const own = 'Nvidia is not just a chip maker, since its software is years ahead of everyone else.';
    expect(judged([...SAID, own], 0.9).get(own)).toBe(0.9);
  });

  it('signs no history', () => {
    const history = 'Nvidia was founded in a diner and launched its first chip before it went public.';
    expect(judged([...SAID, history], 0.9).get(history)).toBe(0);
  });
});
