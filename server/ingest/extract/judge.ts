import { FEATURES } from './features.ts';
import { sigmoid, weigh } from './linear.ts';
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

/** Log-odds of what carries a claim that can be told, and of what does not; fitted on `readings.json` with the worth held fast. */
const TOLD = 0.2;
const UNTOLD = -0.3;

/** Confidence, 0..1, once it is known whether the idea's claim can be told in reported speech or only outlined. */
export function confidenceTold(confidence: number, told: boolean): number {
  const held = Math.min(0.999, Math.max(0.001, confidence));
  return sigmoid(Math.log(held / (1 - held)) + (told ? TOLD : UNTOLD));
}
