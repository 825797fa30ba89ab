import { sigmoid } from '#server/ingest/extract/scoring/linear-model.ts';

/** A sentence as a set of words, and the share, 0..1, by which readers took it for a claim. */
export type Worded = { readonly words: ReadonlySet<string>; readonly claim: number; readonly group: string };

/** A word is weighed if it occurs in this many sentences of this many groups. */
const LEAST_SENTENCES = 10;
const LEAST_GROUPS = 6;
const PASSES = 60;
const STILL = 0.01;

/**
 * Log-odds that each word adds, most words none: logistic regression with a Laplace penalty by cyclic coordinate
 * descent with trust regions (Genkin, Lewis and Madigan, "Large-Scale Bayesian Logistic Regression for Text
 * Categorization", 2007). Deterministic.
 */
export function fitWords(rows: readonly Worded[], penalty: number): Map<string, number> {
  const columns = columnsOf(rows);
  const targets = rows.map((row) => row.claim);
  const z = new Float64Array(rows.length);
  const everyRow = rows.map((_, i) => i);
  const bias = { at: everyRow, weight: 0, trust: 1, penalty: 0 };
  const all = [bias, ...[...columns.values()].map((at) => ({ at, weight: 0, trust: 1, penalty }))];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const moved = all.map((column) => descend(column, z, targets));
    if (Math.max(...moved) < STILL) break;
  }
  return new Map([...columns.keys()].map((word, i) => [word, all[i + 1]?.weight ?? 0]));
}

type Column = { readonly at: readonly number[]; weight: number; trust: number; readonly penalty: number };

/** One step along one weight; returns how far it moved. */
function descend(column: Column, z: Float64Array, targets: readonly number[]): number {
  let gradient = 0;
  let curve = 1e-9;
  for (const i of column.at) {
    gradient += sigmoid(z[i] as number) - (targets[i] as number);
    curve += steepest(z[i] as number, column.trust);
  }
  const aim = shrunk(column.weight * curve - gradient, column.penalty) / curve;
  const step = Math.max(-column.trust, Math.min(column.trust, aim - column.weight));
  column.weight += step;
  column.trust = Math.max(2 * Math.abs(step), column.trust / 2);
  if (step !== 0) for (const i of column.at) z[i] = (z[i] as number) + step;
  return Math.abs(step);
}

/** The most that the logistic curve bends within `trust` of z. */
function steepest(z: number, trust: number): number {
  const nearest = Math.abs(z) - trust;
  return nearest <= 0 ? 0.25 : 1 / (2 + Math.exp(nearest) + Math.exp(-nearest));
}

function shrunk(value: number, by: number): number {
  return Math.sign(value) * Math.max(0, Math.abs(value) - by);
}

/** The rows in which each common word occurs, in alphabetical order. */
function columnsOf(rows: readonly Worded[]): Map<string, number[]> {
  const columns = new Map<string, number[]>();
  rows.forEach(({ words }, i) => {
    for (const word of words) {
      const column = columns.get(word);
      if (column) column.push(i);
      else columns.set(word, [i]);
    }
  });
  const common = [...columns].filter(
    ([, at]) => at.length >= LEAST_SENTENCES && new Set(at.map((i) => rows[i]?.group)).size >= LEAST_GROUPS,
  );
  return new Map(common.sort(([a], [b]) => (a < b ? -1 : 1)));
}
