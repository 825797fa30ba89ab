import { describe, expect, it } from 'vitest';
import type { EpisodeInput } from '#server/domain.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
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
/** An encoder for which all texts lie in one direction. */
const alike: Embed = async (texts) => texts.map(() => new Float32Array(384).fill(384 ** -0.5));
const readBy = async (embed: Embed | null) =>
  (await createRulesExtractor(linker, embed).extract(EPISODE)).ideas;

describe('cards judged by meaning', () => {
  it('are read without the name of their subject, and as they were said', async () => {
    const asked: string[] = [];
    const ideas = await readBy(async (texts) => {
      asked.push(...texts);
      return alike(texts);
    });
    expect(ideas.length).toBeGreaterThan(0);
    expect(asked).toContain(SAID[1]!.replace('Nvidia', 'the company'));
    expect(asked.some((text) => text.includes(SAID[1]!))).toBe(true);
  });

  it('are judged by words where there is no encoder, whether it is off or cannot be had', async () => {
    expect(await readBy(async () => null)).toEqual(await readBy(null));
  });

  it('are judged alike every time', async () => {
    expect(await readBy(alike)).toEqual(await readBy(alike));
  });
});
