/** Features each times its weight, summed: the log-odds of a fitted model. A feature without a weight counts nothing. */
export function weigh(features: readonly number[], weights: readonly number[]): number {
  return features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
}

/** Log-odds as a probability, 0..1. */
export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
