import { FEATURES } from './features.ts';
import { IDEA_THRESHOLD, IDEA_WEIGHTS } from './weights.ts';

/** How passages are judged: one weight per feature, and the least probability of an idea. */
export type IdeaModel = { readonly weights: readonly number[]; readonly threshold: number };

/** The model that ships with the engine. */
export const SHIPPED_MODEL: IdeaModel = {
  weights: FEATURES.map((name) => IDEA_WEIGHTS[name]),
  threshold: IDEA_THRESHOLD,
};

/** Probability, 0..1, that a passage with these features is an idea about its subject. */
export function ideaProbability(features: readonly number[], model: IdeaModel = SHIPPED_MODEL): number {
  const z = features.reduce((sum, value, i) => sum + value * (model.weights[i] ?? 0), 0);
  return 1 / (1 + Math.exp(-z));
}
