import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { wasRead } from './labelled.ts';
import { readEpisodes, readings } from './readings.ts';

const SHOWS = new URL('../../../../../shared/data/shows/', import.meta.url).pathname;
const hasShows = existsSync(SHOWS);
if (!hasShows) console.warn(`Skipped: the real shows are not at ${SHOWS}`);

describe('the readings', () => {
  const entries = Object.entries(readings());

  it('give every idea a stretch of what was read, a stance, a depth and the second of its claim', () => {
    expect(entries.length).toBeGreaterThan(80);
    for (const [key, { read, ideas }] of entries) {
      for (const [start, end, speaker, subject, tickers, stance, depth, certain, quoted] of ideas) {
        const told = `${key} ${start} ${subject}`;
        expect(end, told).toBeGreaterThan(start);
        expect(
          read.some(([from, to]) => start >= from - 20 && start < to),
          told,
        ).toBe(true);
        expect(speaker && subject, told).toBeTruthy();
        for (const symbol of tickers) expect(symbol, told).toMatch(/^[A-Z0-9.]{1,6}$/);
        expect(['BULLISH', 'BEARISH', 'BALANCED', 'MIXED'], told).toContain(stance);
        expect([1, 2, 3, 4, 5], told).toContain(depth);
        expect([0, 1], told).toContain(certain);
        expect(quoted, told).toBeGreaterThan(start - 60);
        expect(quoted, told).toBeLessThan(end + 60);
      }
    }
  });

  it.skipIf(!hasShows)('name transcripts that exist, and sentences in them', () => {
    const episodes = readEpisodes(SHOWS);
    expect(episodes.map(({ group }) => group).sort()).toEqual(entries.map(([key]) => key).sort());
    for (const { group, input, ideas } of episodes.filter((_, i) => i % 12 === 0)) {
      const sentences = splitSentences(input.cues);
      for (const idea of ideas)
        expect(sentences.some(idea.isQuote), `${group} ${idea.start} ${idea.subject}`).toBe(true);
    }
  });
});

describe('what was read of an episode', () => {
  it('takes in talk that begins and ends in it, and lets it run on a little', () => {
    const episode = {
      group: 'g',
      input: {} as never,
      read: [[100, 200]] as const,
      ideas: [],
      markOf: () => null,
    };
    expect(wasRead(episode, { start: 100, end: 220 })).toBe(true);
    expect(wasRead(episode, { start: 90, end: 150 })).toBe(false);
    expect(wasRead(episode, { start: 150, end: 260 })).toBe(false);
  });
});
