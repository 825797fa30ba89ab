import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { STANCE_FEATURES } from '#server/ingest/extract/stance-features.ts';
import { sideOf } from '#server/ingest/extract/stance-model.ts';
import type { Stance } from '#server/ingest/types.ts';
import { fitLogistic } from './logistic.ts';

/** A passage that was read and given a stance by gold/GUIDE.md: its features and its episode, no text. */
export type ReadStance = { readonly x: readonly number[]; readonly y: Stance; readonly group: string };

/** The read passages, with the names of their features in the order of `STANCE_FEATURES`. */
export type ReadStances = { readonly features: readonly string[]; readonly rows: readonly ReadStance[] };

/** Share right, and the confusion by read and inferred stance. */
export type StanceEval = {
  readonly rows: number;
  readonly agreement: number;
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

const PENALTY = 2;
/** Episodes are held out in so many lots. */
const LOTS = 8;

/** Rows of the file. Throws when the features have changed since the passages were surveyed. */
export function stanceRows(read: ReadStances): readonly ReadStance[] {
  if (read.features.join() !== STANCE_FEATURES.join())
    throw new Error('The read passages have other features: survey them anew.');
  return read.rows;
}

/** Weights that tell BULLISH (above 0) from BEARISH, fitted on the passages that take one side. */
export function fitStances(rows: readonly ReadStance[]): number[] {
  const sided = rows.filter((row) => row.y === 'BULLISH' || row.y === 'BEARISH');
  return fitLogistic(
    sided.map((row) => ({ ...row, y: row.y === 'BULLISH' })),
    PENALTY,
  );
}

/** Every episode judged by weights fitted on the other lots; MIXED and BALANCED count as wrong, as they are. */
export function heldOut(rows: readonly ReadStance[]): StanceEval {
  const confusion: Record<string, Record<string, number>> = {};
  const groups = [...new Set(rows.map((row) => row.group))];
  for (let lot = 0; lot < LOTS; lot += 1) {
    const out = new Set(groups.filter((_, i) => i % LOTS === lot));
    const weights = fitStances(rows.filter((row) => !out.has(row.group)));
    for (const row of rows.filter((one) => out.has(one.group))) {
      const line = confusion[row.y] ?? {};
      const inferred = sideOf(row.x, weights);
      confusion[row.y] = { ...line, [inferred]: (line[inferred] ?? 0) + 1 };
    }
  }
  const right = Object.entries(confusion).reduce((sum, [stance, line]) => sum + (line[stance] ?? 0), 0);
  return { rows: rows.length, agreement: right / Math.max(1, rows.length), confusion };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = JSON.parse(readFileSync(new URL('read-stances.json', import.meta.url), 'utf8')) as ReadStances;
  const rows = stanceRows(read);
  console.log(
    `[${fitStances(rows)
      .map((weight) => weight.toFixed(2))
      .join(', ')}]`,
  );
  console.log(JSON.stringify(heldOut(rows)));
}
