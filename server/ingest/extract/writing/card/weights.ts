import { type FeatureValues, type Weights, weigh } from '#server/ingest/extract/scoring/linear-model.ts';

/** What the encoder makes of a card: of its sentence without the subject's name, and of the sentences around it. */
export type CardMeaning = { readonly said: Float32Array; readonly around: Float32Array };

/** A linear model of a card: weights of its features, and of what its texts mean where they take part. */
export type CardWeights<Name extends string> = {
  readonly features: Weights<Name>;
  readonly said?: readonly number[];
  readonly around?: readonly number[];
};

/** The log-odds that a model gives a card. */
export function scoreOf<Name extends string>(
  { features, said = [], around = [] }: CardWeights<Name>,
  values: FeatureValues<Name>,
  meaning: CardMeaning | null,
): number {
  const along = (weights: readonly number[], vector: Float32Array | undefined) =>
    weights.reduce((sum, weight, i) => sum + weight * (vector?.[i] ?? 0), 0);
  return weigh(values, features) + along(said, meaning?.said) + along(around, meaning?.around);
}
