import { type FeatureValues, type Weights, weigh } from '#server/ingest/extract/scoring/linear-model.ts';

/**
 * A card's meaning: the vector of its sentence without the subject's name, the log-odds of being signed by layers tuned on cards, and
 * the log-chances that it is neutral on its subject, for it, and against it, by layers tuned on sentiment.
 */
export type CardMeaning = {
  readonly said: Float32Array;
  readonly opinion: number;
  readonly sentiment: Float32Array;
};

/** A linear model of a card: weights of its features, its vector, and the tuned layers' opinion. */
export type CardWeights<Name extends string> = {
  readonly features: Weights<Name>;
  readonly said?: readonly number[];
  readonly opinion?: number;
};

/** The log-odds that a model gives a card. */
export function scoreOf<Name extends string>(
  { features, said = [], opinion = 0 }: CardWeights<Name>,
  values: FeatureValues<Name>,
  meaning: CardMeaning | null,
): number {
  const along = said.reduce((sum, weight, i) => sum + weight * (meaning?.said[i] ?? 0), 0);
  return weigh(values, features) + along + opinion * (meaning?.opinion ?? 0);
}
