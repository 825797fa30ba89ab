/** One labelled row for several classes: features (first is the bias), class, and the group it is held out with. */
export type ClassRow = {
  readonly x: readonly number[];
  readonly y: string;
  readonly group: string;
  /** How much it counts; 1 when absent. */
  readonly weight?: number;
};

const ROUNDS = 3000;
const STEP = 0.5;

/** Probabilities of the classes under their weights, in the order of `weights`. */
export function classProbabilities(weights: readonly (readonly number[])[], x: readonly number[]): number[] {
  const scores = weights.map((line) => line.reduce((sum, weight, i) => sum + weight * (x[i] as number), 0));
  const top = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - top));
  const total = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / total);
}

/** Multinomial logistic regression with an L2 penalty on all but the bias, by gradient descent. Deterministic. */
export function fitSoftmax(
  rows: readonly ClassRow[],
  classes: readonly string[],
  penalty: number,
): number[][] {
  const size = rows[0]?.x.length ?? 0;
  const weights = classes.map(() => new Array<number>(size).fill(0));
  for (let round = 0; round < ROUNDS; round += 1) {
    const slopes = classes.map((_, c) =>
      (weights[c] as number[]).map((weight, i) => (i === 0 ? 0 : penalty * weight)),
    );
    for (const row of rows) {
      const odds = classProbabilities(weights, row.x);
      for (const [c, name] of classes.entries()) {
        const error = (row.weight ?? 1) * ((odds[c] as number) - (row.y === name ? 1 : 0));
        const slope = slopes[c] as number[];
        for (let i = 0; i < size; i += 1) slope[i] = (slope[i] as number) + error * (row.x[i] as number);
      }
    }
    for (const [c, slope] of slopes.entries()) {
      const line = weights[c] as number[];
      for (let i = 0; i < size; i += 1)
        line[i] = (line[i] as number) - (STEP * (slope[i] as number)) / rows.length;
    }
  }
  return weights;
}
