import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { createLinker, LEAST_LINK_CONFIDENCE } from './linker.ts';
import { loadUniverse } from './universe.ts';

const GOLD = new URL('../../../shared/data/gold/', import.meta.url);
const present = existsSync(GOLD);
if (!present)
  console.warn(`SKIPPED: labelled segments are absent (${GOLD.pathname}); mention recall is not measured`);

type Labels = {
  readonly ideas: readonly {
    readonly tickers: readonly string[];
    readonly mentionedTickers: readonly string[];
  }[];
  readonly mentions: readonly { readonly name: string; readonly ticker: string }[];
  readonly adRanges?: readonly (readonly [number, number])[];
};

/** The labels were made when these were private: their mentions are neither asked for nor wrong. */
const LABELLED_AS_OF = new Date('2026-05-01');

const universe = loadUniverse();
const linker = createLinker(universe);

function cuesOf(segment: string): Cue[] {
  return segment.split('\n').flatMap((line) => {
    const found = /^\[(\d+):(\d+):(\d+)\] (?:([^:]{1,60}): )?(.*)$/.exec(line);
    if (found === null) return [];
    const start = Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]);
    return [{ start, end: start, speaker: found[4] ?? null, text: found[5] ?? '' }];
  });
}

/** Companies, by slug, that may be served from a segment outside its adverts. */
function servedIn(segment: string, labels: Labels): Set<string> {
  const cues = cuesOf(segment);
  const links = linker.linkEpisode(cues, LABELLED_AS_OF).filter((link) => {
    const at = cues[link.cue]?.start ?? 0;
    const advert = (labels.adRanges ?? []).some(([from, to]) => at >= from && at < to);
    return (
      !advert &&
      link.confidence >= LEAST_LINK_CONFIDENCE &&
      (link.tickers.length > 0 || link.foreignSymbol !== null)
    );
  });
  return new Set(links.map((link) => link.slug));
}

function companyOf(symbol: string): string {
  return universe.bySymbol(symbol)?.slug ?? symbol;
}

describe.skipIf(!present)('mentions in labelled segments', () => {
  it('finds at least 85 of 100 and is right in at least 85 of 100', () => {
    const totals = { labelled: 0, found: 0, served: 0, right: 0 };
    for (const file of readdirSync(GOLD).filter((name) => /^seg\d+\.json$/.test(name))) {
      const labels = JSON.parse(readFileSync(new URL(file, GOLD), 'utf8')) as Labels;
      const served = servedIn(readFileSync(new URL(file.replace('.json', '.txt'), GOLD), 'utf8'), labels);
      const mentioned = new Set(labels.mentions.map((mention) => companyOf(mention.ticker)));
      const argued = new Set(
        labels.ideas.flatMap((idea) => [...idea.tickers, ...idea.mentionedTickers]).map(companyOf),
      );
      totals.labelled += mentioned.size;
      totals.found += [...mentioned].filter((slug) => served.has(slug)).length;
      totals.served += served.size;
      totals.right += [...served].filter((slug) => mentioned.has(slug) || argued.has(slug)).length;
    }
    const recall = totals.found / totals.labelled;
    const precision = totals.right / totals.served;
    console.info(`mention recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}`, totals);
    expect(recall).toBeGreaterThanOrEqual(0.85);
    expect(precision).toBeGreaterThanOrEqual(0.85);
  }, 120_000);
});
