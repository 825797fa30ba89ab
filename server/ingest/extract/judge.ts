import { FEATURES } from './features.ts';
import { IDEA_WEIGHTS } from './weights.ts';

const WEIGHTS = FEATURES.map((name) => IDEA_WEIGHTS[name]);

/** Probability, 0..1, that a passage with these features is an idea about its subject. */
export function ideaProbability(features: readonly number[]): number {
  const z = features.reduce((sum, value, i) => sum + value * (WEIGHTS[i] ?? 0), 0);
  return 1 / (1 + Math.exp(-z));
}
