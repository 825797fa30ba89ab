import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLinker } from '#server/features/tickers/linker.ts';
import { loadUniverse } from '#server/features/tickers/universe.ts';
import { CLAIM_FEATURES } from '#server/ingest/extract/claims.ts';
import { FEATURES } from '#server/ingest/extract/features.ts';
import { SHIPPED_MODEL } from '#server/ingest/extract/judge.ts';
import { createRulesExtractor } from '#server/ingest/extract/rules-engine.ts';
import { IDEA_WEIGHTS, WORTH_WEIGHTS } from '#server/ingest/extract/weights.ts';
import { toPrediction } from './ideas.ts';
import { labelledRows, quotedRows, segmentsIn } from './labelled.ts';
import { fitLogistic, type Row } from './logistic.ts';
import { scriptedRows } from './scripted.ts';
import { readSegment } from './segment.ts';

/**
 * What a reader judged in episodes outside the labelled segments: numbers only. `y` is 1 for what the reader would
 * stand behind, 0 for what not, between them for the borderline; features in the order named.
 */
export type Judged = {
  readonly features: readonly string[];
  readonly rows: readonly { readonly x: readonly number[]; readonly y: number }[];
};
type JudgedFile = { readonly passages: Judged; readonly claims: Judged };

/** Penalties and the weight of each source: labelled segments, sample shows, judged passages. */
const IDEA = { penalty: 1, judged: 0.15 };
const CLAIM = { penalty: 3, labelled: 0.3, judged: 1 };
const WORTH = { penalty: 2, labelled: 0.15, scripted: 0.3, judged: 1 };

/** Rows of what was judged; a borderline one counts partly as right, partly as wrong. Throws when features differ. */
export function judgedRows(judged: Judged, features: readonly string[], weight: number): Row[] {
  if (judged.features.join() !== features.join())
    throw new Error('What was judged has other features: survey it anew.');
  return judged.rows.flatMap(({ x, y }) => [
    ...(y > 0 ? [{ x, y: true, group: '', weight: weight * y }] : []),
    ...(y < 1 ? [{ x, y: false, group: '', weight: weight * (1 - y) }] : []),
  ]);
}

/** Weights of the named features, in the order of `FEATURES`; the others are 0. */
export function fitNamed(rows: readonly Row[], names: readonly string[], penalty: number): number[] {
  const at = names.map((name) => FEATURES.indexOf(name as (typeof FEATURES)[number]));
  const narrow = rows.map((row) => ({ ...row, x: at.map((i) => row.x[i] as number) }));
  const fitted = fitLogistic(narrow, penalty);
  return FEATURES.map((name) => fitted[names.indexOf(name)] ?? 0);
}

/** Writes each segment's predictions by an idea model fitted on all the other segments and `more`. */
async function leaveOneOut(
  folder: string,
  outFolder: string,
  rows: readonly Row[],
  more: readonly Row[],
): Promise<void> {
  const extractor = (weights: number[]) => createRulesExtractor(linker, { ...SHIPPED_MODEL, weights });
  mkdirSync(outFolder, { recursive: true });
  for (const segment of segmentsIn(folder)) {
    const others = rows.filter((row) => row.group !== segment);
    const weights = fitNamed([...others, ...more], Object.keys(IDEA_WEIGHTS), IDEA.penalty);
    const input = readSegment(readFileSync(join(folder, `${segment}.txt`), 'utf8'));
    const extraction = await extractor(weights).extract(input);
    writeFileSync(
      join(outFolder, `${segment}.json`),
      JSON.stringify(toPrediction(segment, input, extraction), null, 1),
    );
  }
}

const linker = createLinker(loadUniverse());
const weighted = (rows: readonly Row[], weight: number) => rows.map((row) => ({ ...row, weight }));

function print(title: string, names: readonly string[], weights: readonly number[]): void {
  console.log(title);
  names.forEach((name, i) => {
    if (weights[i] !== 0) console.log(`  ${name}: ${(weights[i] ?? 0).toFixed(2)},`);
  });
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
  const { passages, claims } = JSON.parse(
    readFileSync(new URL('judged-passages.json', import.meta.url), 'utf8'),
  ) as JudgedFile;
  const labelled = segmentsIn(folder).flatMap((segment) => labelledRows(folder, segment, linker));
  const judged = judgedRows(passages, FEATURES, IDEA.judged);
  await leaveOneOut(folder, values.out, labelled, judged);
  print(
    'IDEA_WEIGHTS',
    FEATURES,
    fitNamed([...labelled, ...judged], Object.keys(IDEA_WEIGHTS), IDEA.penalty),
  );
  const worth = [
    ...weighted(labelled, WORTH.labelled),
    ...weighted(scriptedRows(linker), WORTH.scripted),
    ...judgedRows(passages, FEATURES, WORTH.judged),
  ];
  print('WORTH_WEIGHTS', FEATURES, fitNamed(worth, Object.keys(WORTH_WEIGHTS), WORTH.penalty));
  const quoted = segmentsIn(folder).flatMap((segment) => quotedRows(folder, segment, linker, CLAIM.labelled));
  const said = [...quoted, ...judgedRows(claims, CLAIM_FEATURES, CLAIM.judged)];
  print('CLAIM_WEIGHTS', CLAIM_FEATURES, fitLogistic(said, CLAIM.penalty));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
