import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { markPassages } from '#server/ingest/eval/labels/labelled.ts';
import { readEpisodes } from '#server/ingest/eval/labels/readings.ts';
import { sideOf } from '#server/ingest/extract/scoring/stance.ts';
import { STANCE_WEIGHTS } from '#server/ingest/extract/scoring/stance-weights.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { fitStances, type StanceRow, stanceFigures, stanceRows } from './fit-stance.ts';

const PLAIN = { bias: 1, lean: 0, predicated: 0, praised: 0, faulted: 0, denied: 0, inside: 0 };

/** Passages that say how good (above 0) or bad something is, ten episodes of them. */
const rows: StanceRow[] = [...'abcdefghij'].flatMap((group) => [
  { x: { ...PLAIN, lean: 0.8 }, stance: 'BULLISH', group },
  { x: { ...PLAIN, lean: -0.8 }, stance: 'BEARISH', group },
  { x: { ...PLAIN, lean: 0.1 }, stance: 'MIXED', group },
]);

describe('fitting the stance model', () => {
  it('learns which way a feature points from the passages that take a side', () => {
    const { lean } = fitStances(rows);
    expect(lean).toBeGreaterThan(1);
    expect(fitStances(rows.filter(({ stance }) => stance !== 'MIXED'))).toEqual(fitStances(rows));
  });

  it('is judged on episodes it has not seen, and wrong wherever a reader took no side', () => {
    expect(stanceFigures(rows)).toEqual({
      rows: 30,
      agreement: 2 / 3,
      confusion: { BULLISH: { BULLISH: 10 }, BEARISH: { BEARISH: 10 }, MIXED: { BULLISH: 10 } },
    });
  });
});

const SHOWS = new URL('../../../../../shared/data/shows/', import.meta.url).pathname;
const hasShows = existsSync(SHOWS);
if (!hasShows) console.warn(`fit-stance: skipped the readings, the real shows are not at ${SHOWS}`);

describe.skipIf(!hasShows)('the shipped stance weights', () => {
  it('tell more of the passages that take a side than calling each bullish would', () => {
    const linker = createLinker(loadUniverse());
    const some = readEpisodes(SHOWS).filter((_, i) => i % 6 === 0);
    const read = stanceRows(some.flatMap((episode) => markPassages(episode, linker)));
    const sided = read.filter(({ stance }) => stance === 'BULLISH' || stance === 'BEARISH');
    const right = sided.filter(({ x, stance }) => sideOf(x, STANCE_WEIGHTS) === stance);
    expect(sided.length).toBeGreaterThan(100);
    expect(right.length).toBeGreaterThan(sided.filter(({ stance }) => stance === 'BULLISH').length);
  }, 60_000);
});
