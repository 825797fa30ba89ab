import {
  type FeatureValues,
  namesOf,
  sigmoid,
  type Weights,
} from '#server/ingest/extract/scoring/linear-model.ts';

/** One labelled row: features by name (the first is the bias), label, and the group it must be held out with. */
export type Row<Name extends string> = {
  readonly x: FeatureValues<Name>;
  readonly y: boolean;
  readonly group: string;
  /** How much it counts; 1 when absent. */
  readonly weight?: number;
};

/** A row's features in the order of their names. */
type Point = { readonly x: readonly number[]; readonly y: boolean; readonly weight: number };

/**
 * Logistic regression with an L2 penalty on all but the bias, by Newton's method. Deterministic. Throws without a row:
 * there are no names to weigh.
 */
export function fitLogistic<Name extends string>(rows: readonly Row<Name>[], penalty: number): Weights<Name> {
  const first = rows[0];
  if (first === undefined) throw new Error('There is no row to fit on.');
  const names = namesOf(first.x);
  const points = rows.map(({ x, y, weight = 1 }) => ({ x: names.map((name) => x[name]), y, weight }));
  const weights = fitPoints(points, names.length, penalty);
  return Object.fromEntries(names.map((name, i) => [name, weights[i]])) as Weights<Name>;
}

function fitPoints(points: readonly Point[], size: number, penalty: number): number[] {
  let weights = new Array<number>(size).fill(0);
  for (let round = 0; round < 30; round += 1) {
    const gradient = new Array<number>(size).fill(0);
    const hessian = Array.from({ length: size }, () => new Array<number>(size).fill(0));
    for (const point of points) accumulate(point, weights, gradient, hessian);
    for (let i = 0; i < size; i += 1) {
      const l2 = i === 0 ? 1e-6 : penalty;
      gradient[i] = (gradient[i] as number) - l2 * (weights[i] as number);
      (hessian[i] as number[])[i] = ((hessian[i] as number[])[i] as number) + l2;
    }
    const step = solve(hessian, gradient);
    weights = weights.map((w, i) => w + (step[i] as number));
    if (Math.max(...step.map(Math.abs)) < 1e-6) break;
  }
  return weights;
}

function accumulate(point: Point, weights: readonly number[], gradient: number[], hessian: number[][]): void {
  const { x, y, weight } = point;
  const p = sigmoid(x.reduce((sum, value, i) => sum + value * (weights[i] as number), 0));
  const error = weight * ((y ? 1 : 0) - p);
  const curve = weight * p * (1 - p);
  for (let i = 0; i < x.length; i += 1) {
    const xi = x[i] as number;
    gradient[i] = (gradient[i] as number) + error * xi;
    const line = hessian[i] as number[];
    for (let j = 0; j < x.length; j += 1) line[j] = (line[j] as number) + curve * xi * (x[j] as number);
  }
}

function solve(matrix: number[][], right: number[]): number[] {
  const a = matrix.map((line, i) => [...line, right[i] as number]);
  const n = a.length;
  for (let i = 0; i < n; i += 1) {
    let pivot = i;
    for (let r = i + 1; r < n; r += 1) if (Math.abs(a[r]![i]!) > Math.abs(a[pivot]![i]!)) pivot = r;
    [a[i], a[pivot]] = [a[pivot]!, a[i]!];
    for (let r = i + 1; r < n; r += 1) {
      const factor = a[r]![i]! / a[i]![i]!;
      for (let c = i; c <= n; c += 1) a[r]![c] = a[r]![c]! - factor * a[i]![c]!;
    }
  }
  const out = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i -= 1) {
    let value = a[i]![n]!;
    for (let c = i + 1; c < n; c += 1) value -= a[i]![c]! * out[c]!;
    out[i] = value / a[i]![i]!;
  }
  return out;
}
