import { type FeatureValues, sigmoid, type Weights, weigh } from './linear-model.ts';
import type { PassageFeature } from './passage-features.ts';
import { IDEA_THRESHOLD, IDEA_WEIGHTS, WORTH_WEIGHTS } from './passage-weights.ts';

/** The linear models that judge a passage: is it an idea, is it worth a reader's time; and the least probability of an idea. */
export type PassageWeights = {
  readonly idea: Weights<PassageFeature>;
  readonly worth: Weights<PassageFeature>;
  readonly threshold: number;
};

/** The linear models that ship with the engine. */
export const SHIPPED_WEIGHTS: PassageWeights = {
  idea: IDEA_WEIGHTS,
  worth: WORTH_WEIGHTS,
  threshold: IDEA_THRESHOLD,
};

/** Probability, 0..1, that a passage with these features is an idea about its subject. */
export function ideaProbability(
  features: FeatureValues<PassageFeature>,
  weights: PassageWeights = SHIPPED_WEIGHTS,
): number {
  return sigmoid(weigh(features, weights.idea));
}

/** How sure, 0..1, that a careful reader would stand behind the idea, as this speaker's. */
export function confidenceOf(
  features: FeatureValues<PassageFeature>,
  weights: PassageWeights = SHIPPED_WEIGHTS,
): number {
  return sigmoid(weigh(features, weights.worth));
}

/**
 * What the worth of a passage and the strength of the sentence that carries it add in log-odds, and a quotation of it or
 * none. `server/ingest/eval/fitting/fit.ts` prints what the readings give; as worth is fitted on the same passages, it counts
 * less here and the strength more.
 */
export const CARRIED = { worth: 0.65, strength: 0.25, told: 0.2, outlined: -0.1 };

/**
 * Confidence in an idea, 0..1: from the worth of its passage (0..1), the strength of the claim that carries it (0..1), and
 * whether that claim is quoted whole or not.
 */
export function confidenceCarried(worth: number, strength: number, quoted: boolean): number {
  const carried = CARRIED.worth * logOdds(worth) + CARRIED.strength * logOdds(strength);
  return sigmoid(carried + (quoted ? CARRIED.told : CARRIED.outlined));
}

/** The log-odds of a share, 0.001..0.999. */
export function logOdds(share: number): number {
  const held = Math.min(0.999, Math.max(0.001, share));
  return Math.log(held / (1 - held));
}
