import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { STANCE_FEATURES } from '#server/ingest/extract/stance-features.ts';
import type { InferredStance } from '#server/ingest/extract/stance-weights.ts';
import { type ClassRow, classProbabilities, fitSoftmax } from './softmax.ts';

/** Passages that were read and given a stance by gold/GUIDE.md: features in the order of `STANCE_FEATURES`, no text. */
export type ReadStances = {
  readonly features: readonly string[];
  readonly rows: readonly { readonly x: readonly number[]; readonly y: string; readonly group: string }[];
};

/** Share right, and the confusion by true and inferred stance. */
export type StanceEval = {
  readonly rows: number;
  readonly agreement: number;
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

const CLASSES: readonly InferredStance[] = ['BULLISH', 'BEARISH', 'MIXED'];
const PENALTY = 5;
/** How often each occurs where passages are taken as they come; the readings were drawn to hold more that fault. */
const OCCURRENCE: Readonly<Record<InferredStance, number>> = { BULLISH: 0.55, BEARISH: 0.2, MIXED: 0.25 };

/** Rows of the file; BALANCED is never inferred and counts as MIXED. Throws when the features have changed since. */
export function stanceRows(read: ReadStances): ClassRow[] {
  if (read.features.join() !== STANCE_FEATURES.join())
    throw new Error('The read passages have other features: survey them anew.');
  const rows = read.rows.map((row) => ({ ...row, y: row.y === 'BALANCED' ? 'MIXED' : row.y }));
  const share = (stance: string) => rows.filter((row) => row.y === stance).length / rows.length;
  const shares = new Map(CLASSES.map((stance) => [stance as string, OCCURRENCE[stance] / share(stance)]));
  return rows.map((row) => ({ ...row, weight: shares.get(row.y) ?? 1 }));
}

/** Weights for each inferred stance. */
export function fitStances(rows: readonly ClassRow[]): Record<InferredStance, number[]> {
  const weights = fitSoftmax(rows, CLASSES, PENALTY);
  return Object.fromEntries(CLASSES.map((stance, c) => [stance, weights[c] as number[]])) as Record<
    InferredStance,
    number[]
  >;
}

/** Every group (show or episode) judged by weights fitted on all the others. */
export function heldOut(rows: readonly ClassRow[]): StanceEval {
  const confusion: Record<string, Record<string, number>> = {};
  for (const group of new Set(rows.map((row) => row.group))) {
    const weights = fitSoftmax(
      rows.filter((row) => row.group !== group),
      CLASSES,
      PENALTY,
    );
    for (const row of rows.filter((one) => one.group === group)) {
      const odds = classProbabilities(weights, row.x);
      const inferred = CLASSES[odds.indexOf(Math.max(...odds))] as string;
      const line = confusion[row.y] ?? {};
      confusion[row.y] = { ...line, [inferred]: (line[inferred] ?? 0) + 1 };
    }
  }
  const right = Object.entries(confusion).reduce((sum, [stance, line]) => sum + (line[stance] ?? 0), 0);
  return { rows: rows.length, agreement: right / Math.max(1, rows.length), confusion };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = JSON.parse(readFileSync(new URL('read-stances.json', import.meta.url), 'utf8')) as ReadStances;
  const rows = stanceRows(read);
  for (const [stance, weights] of Object.entries(fitStances(rows)))
    console.log(`${stance}: [${weights.map((weight) => weight.toFixed(2)).join(', ')}],`);
  console.log(JSON.stringify(heldOut(rows)));
}
