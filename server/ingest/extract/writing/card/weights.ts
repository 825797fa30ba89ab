import { type FeatureValues, type Weights, weigh } from '#server/ingest/extract/scoring/linear-model.ts';

/** What the encoder makes of a card: the meaning of its sentence without the subject's name, and the log-odds that the tuned layers give it of being signed. */
export type CardMeaning = { readonly said: Float32Array; readonly opinion: number };

/** A linear model of a card: weights of its features, and of what its sentence means or what is thought of it where those take part. */
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
