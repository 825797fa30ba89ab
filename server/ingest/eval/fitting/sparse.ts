import { sigmoid } from '#server/ingest/extract/scoring/linear-model.ts';

/** A labelled row that names only its non-zero features. */
export type SparseRow = {
  readonly x: readonly (readonly [name: string, value: number])[];
  readonly y: boolean;
};

const ROUNDS = 400;

/**
 * Logistic regression with an L2 penalty on all but the bias, for thousands of features: Nesterov's accelerated gradient descent
 * with a fixed number of rounds, and a step size from the rows' lengths. Deterministic.
 */
export function fitSparse(rows: readonly SparseRow[], bias: string, penalty: number): Map<string, number> {
  const names = [...new Set(rows.flatMap(({ x }) => x.map(([name]) => name)))];
  const indexOf = new Map(names.map((name, i) => [name, i]));
  const points = rows.map(({ x, y }) => ({
    at: Int32Array.from(x, ([name]) => indexOf.get(name)!),
    values: Float64Array.from(x, ([, value]) => value),
    y,
  }));
  const longest = Math.max(0, ...rows.map(({ x }) => x.reduce((sum, [, value]) => sum + value * value, 0)));
  const step = 1 / ((longest * rows.length) / 16 + penalty);
  let weights = new Float64Array(names.length);
  const ahead = new Float64Array(names.length);
  const unbound = indexOf.get(bias);
  let pace = 1;
  for (let round = 0; round < ROUNDS; round++) {
    const slope = slopeAt(ahead, points);
    const moved = ahead.map((w, i) => w - step * (slope[i]! + (i === unbound ? 0 : penalty * w)));
    const faster = (1 + Math.sqrt(1 + 4 * pace * pace)) / 2;
    for (let i = 0; i < moved.length; i++)
      ahead[i] = moved[i]! + ((pace - 1) / faster) * (moved[i]! - weights[i]!);
    weights = moved;
    pace = faster;
  }
  return new Map(names.map((name, i) => [name, weights[i]!]));
}

/** A row as indices and values of its features. */
type Point = { readonly at: Int32Array; readonly values: Float64Array; readonly y: boolean };

function slopeAt(weights: Float64Array, points: readonly Point[]): Float64Array {
  const slope = new Float64Array(weights.length);
  for (const { at, values, y } of points) {
    let score = 0;
    for (let k = 0; k < at.length; k++) score += weights[at[k]!]! * values[k]!;
    const error = sigmoid(score) - (y ? 1 : 0);
    for (let k = 0; k < at.length; k++) slope[at[k]!]! += error * values[k]!;
  }
  return slope;
}
