import { type FeatureValues, type Weights, weigh } from '#server/ingest/extract/scoring/linear-model.ts';

/**
 * A card's meaning: the log-odds of being signed by layers tuned on cards, and the log-chances that its sentence is neutral on its
 * subject, for it, and against it, by layers tuned on sentiment.
 */
export type CardMeaning = { readonly opinion: number; readonly sentiment: readonly number[] };

/** A linear model of a card's signature: weights of its features and of the tuned layers' opinion. */
export type CardWeights<Name extends string> = {
  readonly features: Weights<Name>;
  readonly opinion?: number;
};

/** The log-odds that a model gives a card. */
export function scoreOf<Name extends string>(
  { features, opinion = 0 }: CardWeights<Name>,
  values: FeatureValues<Name>,
  meaning: CardMeaning | null,
): number {
  return weigh(values, features) + opinion * (meaning?.opinion ?? 0);
}
