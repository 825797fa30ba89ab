import { FEATURES } from './features.ts';
import { sigmoid, weigh } from './linear-model.ts';
import { IDEA_THRESHOLD, IDEA_WEIGHTS, WORTH_WEIGHTS } from './weights.ts';

/** How passages are judged: one weight per feature for being an idea and for being worth a reader's time; the least probability of an idea. */
export type IdeaModel = {
  readonly weights: readonly number[];
  readonly worth: readonly number[];
  readonly threshold: number;
};

/** The model that ships with the engine. */
export const SHIPPED_MODEL: IdeaModel = {
  weights: FEATURES.map((name) => IDEA_WEIGHTS[name] ?? 0),
  worth: FEATURES.map((name) => WORTH_WEIGHTS[name] ?? 0),
  threshold: IDEA_THRESHOLD,
};

/** Probability, 0..1, that a passage with these features is an idea about its subject. */
export function ideaProbability(features: readonly number[], model: IdeaModel = SHIPPED_MODEL): number {
  return sigmoid(weigh(features, model.weights));
}

/** How sure, 0..1, that a careful reader would stand behind the idea, as this speaker's. */
export function confidenceOf(features: readonly number[], model: IdeaModel = SHIPPED_MODEL): number {
  return sigmoid(weigh(features, model.worth));
}

/**
 * What the worth of a passage and the strength of the sentence that carries it add in log-odds, and a telling of it or
 * none. `server/ingest/eval/fit.ts` prints what the readings give; as worth is fitted on the same passages, it counts
 * less here and the strength more.
 */
export const CARRIED = { worth: 0.65, strength: 0.25, told: 0.2, outlined: -0.1 };

/** Confidence, 0..1, once it is known how strong a claim carries the idea, 0..1, and whether it can be told in reported speech or only outlined. */
export function confidenceCarried(worth: number, strength: number, told: boolean): number {
  const carried = CARRIED.worth * logOdds(worth) + CARRIED.strength * logOdds(strength);
  return sigmoid(carried + (told ? CARRIED.told : CARRIED.outlined));
}

/** The log-odds of a share, 0.001..0.999. */
export function logOdds(share: number): number {
  const held = Math.min(0.999, Math.max(0.001, share));
  return Math.log(held / (1 - held));
}
