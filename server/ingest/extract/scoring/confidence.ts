import { type FeatureValues, sigmoid, weigh } from './linear-model.ts';
import type { PassageFeature } from './passage-features.ts';
import { IDEA_WEIGHTS, WORTH_WEIGHTS } from './passage-weights.ts';

/** Probability, 0..1, that a passage with these features is an idea about its subject. */
export function ideaProbability(features: FeatureValues<PassageFeature>): number {
  return sigmoid(weigh(features, IDEA_WEIGHTS));
}

/** Probability, 0..1, that a careful reader would stand behind the idea as this speaker's. */
export function confidenceOf(features: FeatureValues<PassageFeature>): number {
  return sigmoid(weigh(features, WORTH_WEIGHTS));
}

/** Weights of a passage's worth and of a card's chance of being signed, and the log-odds that map the least served to 0.5. */
const CARRIED = { worth: 0.15, signed: 0.85, served: 1 };

/**
 * Confidence in an idea, 0..1, from the worth of its passage and the probability that an editor signs the card that carries
 * it. Of what passes 0.5 in labelled episodes not seen, strict editors sign 49 in 100 (`docs/decisions.md`).
 */
export function confidenceCarried(worth: number, signed: number): number {
  return sigmoid(CARRIED.worth * logOdds(worth) + CARRIED.signed * logOdds(signed) + CARRIED.served);
}

/** The log-odds of a share, 0.001..0.999. */
export function logOdds(share: number): number {
  const held = Math.min(0.999, Math.max(0.001, share));
  return Math.log(held / (1 - held));
}
