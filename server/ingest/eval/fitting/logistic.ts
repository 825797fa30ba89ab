import {
  type FeatureValues,
  namesOf,
  sigmoid,
  type Weights,
} from '#server/ingest/extract/scoring/linear-model.ts';

/** A labelled row: features by name (the first is the bias), label, and the group to hold out as a whole. */
export type Row<Name extends string> = {
  readonly x: FeatureValues<Name>;
  readonly y: boolean;
  readonly group: string;
  /** 1 if absent. */
  readonly weight?: number;
};

/** A labelled row as numbers, the bias first. */
export type Point = { readonly x: Float64Array; readonly y: boolean; readonly weight: number };

/** Logistic regression with an L2 penalty on all but the bias, by Newton's method. Deterministic. Throws without rows. */
export function fitLogistic<Name extends string>(rows: readonly Row<Name>[], penalty: number): Weights<Name> {
  const first = rows[0];
  if (first === undefined) throw new Error('There is no row to fit on.');
  const names = namesOf(first.x);
  const points = rows.map(({ x, y, weight = 1 }) => ({
    x: Float64Array.from(names, (name) => x[name]),
    y,
    weight,
  }));
  const weights = fitPoints(points, penalty);
  return Object.fromEntries(names.map((name, i) => [name, weights[i]])) as Weights<Name>;
}

/** Stops once no weight moves by more; weights are stored to three decimals. */
const STILL = 1e-4;

/** `fitLogistic` for rows of numbers: one weight per column. */
export function fitPoints(points: readonly Point[], penalty: number): Float64Array {
  const size = points[0]?.x.length ?? 0;
  let weights = new Float64Array(size);
  for (let round = 0; round < 30; round += 1) {
    const gradient = new Float64Array(size);
    const hessian = Array.from({ length: size }, () => new Float64Array(size));
    for (const point of points) accumulate(point, weights, gradient, hessian);
    for (let i = 0; i < size; i += 1) {
      const l2 = i === 0 ? 1e-6 : penalty;
      gradient[i]! -= l2 * weights[i]!;
      hessian[i]![i]! += l2;
    }
    const step = solve(hessian, gradient);
    weights = weights.map((w, i) => w + step[i]!);
    if (step.every((by) => Math.abs(by) < STILL)) break;
  }
  return weights;
}

/** Adds a row to the gradient and to the upper half of the (symmetric) Hessian. */
function accumulate(
  { x, y, weight }: Point,
  weights: Float64Array,
  gradient: Float64Array,
  hessian: readonly Float64Array[],
): void {
  const p = sigmoid(dot(x, weights));
  const error = weight * ((y ? 1 : 0) - p);
  const curve = weight * p * (1 - p);
  for (let i = 0; i < x.length; i += 1) {
    const xi = x[i]!;
    gradient[i]! += error * xi;
    if (xi === 0) continue;
    const line = hessian[i]!;
    const by = curve * xi;
    for (let j = i; j < x.length; j += 1) line[j]! += by * x[j]!;
  }
}

/** The dot product of two rows. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
}

/** Solves a symmetric positive system by Cholesky decomposition, from the upper half of the matrix. Overwrites the matrix. */
function solve(upper: readonly Float64Array[], right: Float64Array): Float64Array {
  const n = right.length;
  const out = Float64Array.from(right);
  for (let i = 0; i < n; i += 1) {
    const line = upper[i]!;
    const root = Math.sqrt(line[i]!);
    for (let j = i; j < n; j += 1) line[j]! /= root;
    out[i]! /= root;
    for (let k = i + 1; k < n; k += 1) {
      const by = line[k]!;
      if (by === 0) continue;
      const below = upper[k]!;
      for (let j = k; j < n; j += 1) below[j]! -= by * line[j]!;
      out[k]! -= by * out[i]!;
    }
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    const line = upper[i]!;
    for (let j = i + 1; j < n; j += 1) out[i]! -= line[j]! * out[j]!;
    out[i]! /= line[i]!;
  }
  return out;
}
