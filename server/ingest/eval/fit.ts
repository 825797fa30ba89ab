import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLinker } from '#server/features/tickers/linker.ts';
import { loadUniverse } from '#server/features/tickers/universe.ts';
import { survey } from '#server/ingest/extract/candidates.ts';
import { FEATURES } from '#server/ingest/extract/features.ts';
import type { Passage } from '#server/ingest/extract/passages.ts';
import { createRulesExtractor } from '#server/ingest/extract/rules-engine.ts';
import { IDEA_THRESHOLD } from '#server/ingest/extract/weights.ts';
import { toPrediction } from './ideas.ts';
import { fitLogistic, type Row } from './logistic.ts';
import { readSegment } from './segment.ts';

type Label = {
  readonly subject: string;
  readonly tickers: readonly string[];
  readonly start: number;
  readonly end: number;
};

/** Passages of other episodes judged by a reader: features in the order of `FEATURES`, and 1, 0 or 0.5 (borderline). */
type Judged = { readonly features: readonly string[]; readonly rows: readonly { x: number[]; y: number }[] };

const PENALTY = 1;
/** A judged passage counts less than a labelled segment's: it was read without its surroundings. */
const JUDGED_WEIGHT = 0.6;
/** Gold and passage may lie this far apart, in seconds (as in score-ideas.mjs). */
const REACH_SECONDS = 45;

const linker = createLinker(loadUniverse());

/** Passages of one labelled segment, each marked as an idea or not; every label marks one passage at most. */
export function labelledRows(folder: string, segment: string): Row[] {
  const input = readSegment(readFileSync(join(folder, `${segment}.txt`), 'utf8'));
  const labels = (JSON.parse(readFileSync(join(folder, `${segment}.json`), 'utf8')) as { ideas: Label[] })
    .ideas;
  const { candidates } = survey(input, linker);
  const pairs = labels.flatMap((label, a) =>
    candidates.flatMap(({ reading }, b) => {
      const shared = overlap(label, reading.passage);
      return shared >= -REACH_SECONDS && sameSubject(label, reading.passage) ? [{ a, b, shared }] : [];
    }),
  );
  pairs.sort((x, y) => y.shared - x.shared);
  const labelled = new Set<number>();
  const ideas = new Set<number>();
  for (const { a, b } of pairs) {
    if (labelled.has(a) || ideas.has(b)) continue;
    labelled.add(a);
    ideas.add(b);
  }
  return candidates.map(({ features }, i) => ({ x: features, y: ideas.has(i), group: segment }));
}

/** Rows of the judged passages; a borderline one counts half as an idea, half as none. Throws when features differ. */
export function judgedRows(judged: Judged): Row[] {
  if (judged.features.join() !== FEATURES.join())
    throw new Error('The judged passages have other features: survey them anew.');
  return judged.rows.flatMap(({ x, y }) => [
    ...(y > 0 ? [{ x, y: true, group: '', weight: JUDGED_WEIGHT * y }] : []),
    ...(y < 1 ? [{ x, y: false, group: '', weight: JUDGED_WEIGHT * (1 - y) }] : []),
  ]);
}

function overlap(label: Label, passage: Passage): number {
  return Math.min(label.end, passage.end) - Math.max(label.start, passage.start);
}

function sameSubject(label: Label, passage: Passage): boolean {
  const first = passage.mentions[0];
  if (first === undefined) return false;
  if (first.tickers.some((symbol) => label.tickers.includes(symbol))) return true;
  const fold = (name: string) =>
    ` ${name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()} `;
  const a = fold(label.subject);
  const b = fold(first.subject.name);
  return a.includes(b) || b.includes(a);
}

/** Writes each segment's predictions by a model fitted on all the others; returns the weights fitted on all. */
export async function leaveOneOut(
  folder: string,
  outFolder: string,
  more: readonly Row[],
): Promise<number[]> {
  const segments = readdirSync(folder)
    .filter((file) => /^seg\d+\.txt$/.test(file))
    .map((file) => basename(file, '.txt'));
  const rows = segments.flatMap((segment) => labelledRows(folder, segment));
  mkdirSync(outFolder, { recursive: true });
  for (const segment of segments) {
    const weights = fitLogistic([...rows.filter((row) => row.group !== segment), ...more], PENALTY);
    const input = readSegment(readFileSync(join(folder, `${segment}.txt`), 'utf8'));
    const extraction = await createRulesExtractor(linker, { weights, threshold: IDEA_THRESHOLD }).extract(
      input,
    );
    writeFileSync(
      join(outFolder, `${segment}.json`),
      JSON.stringify(toPrediction(segment, input, extraction), null, 1),
    );
  }
  return fitLogistic([...rows, ...more], PENALTY);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
  const [folder] = positionals;
  if (folder === undefined || values.out === undefined) {
    console.error(
      'usage: node server/ingest/eval/fit.ts <folder of segNN.txt and segNN.json> --out <folder>',
    );
    process.exitCode = 2;
    return;
  }
  const judged = JSON.parse(readFileSync(new URL('judged-passages.json', import.meta.url), 'utf8')) as Judged;
  const weights = await leaveOneOut(folder, values.out, judgedRows(judged));
  FEATURES.forEach((name, i) => {
    console.log(`${name}: ${(weights[i] ?? 0).toFixed(2)},`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
