import type { Stance } from '#server/domain.ts';
import { type FeatureTable, readFeatures, sigmoid } from '#server/ingest/extract/scoring/linear-model.ts';
import { type StanceFeature, stanceFeatures } from '#server/ingest/extract/scoring/stance-features.ts';
import type { CardView } from './features.ts';
import { type CardMeaning, type CardWeights, scoreOf } from './weights.ts';

const flag = (is: boolean) => (is ? 1 : 0);

/** What the shown sentence itself says of its speaker's side; 0..1 each. */
const LINE_FEATURES = {
  praise: ({ line }) => Math.min(1, line.polarity.praise / 3),
  fault: ({ line }) => Math.min(1, line.polarity.fault / 3),
  declaredBullish: ({ line }) => flag(line.declaredStance === 'BULLISH'),
  declaredBearish: ({ line }) => flag(line.declaredStance === 'BEARISH'),
  declaredBoth: ({ line }) => flag(line.declaredStance === 'MIXED' || line.declaredStance === 'BALANCED'),
  long: ({ line }) => flag(line.position > 0),
  short: ({ line }) => flag(line.position < 0),
  named: ({ line }) => flag(line.named),
} satisfies FeatureTable<string, CardView>;

export type SideFeature = StanceFeature | keyof typeof LINE_FEATURES;

/** Features of a card for the side models, beside its meaning; never a name. */
export function sideFeatures(view: CardView): Readonly<Record<SideFeature, number>> {
  return { ...stanceFeatures(view.candidate.reading), ...readFeatures(LINE_FEATURES, view) };
}

/** The likelier side of a card, and the probability, 0..1, that readers hear only that one. */
export type HeardSide = { readonly stance: Extract<Stance, 'BULLISH' | 'BEARISH'>; readonly sure: number };

/** The two side models, and the least sureness to tell a side (chosen by `eval/fitting/fit-card.ts` on unseen episodes). */
export type SideWeights = {
  readonly bullish: CardWeights<SideFeature>;
  readonly bearish: CardWeights<SideFeature>;
  readonly least: number;
};

/** What the side models read of a card's meaning: its sentiment on the subject, and the vector of its sentence. Roughly -1..1 each. */
export function sideNumbers({ said, sentiment }: Omit<CardMeaning, 'opinion'>): Float32Array {
  const [neutral = 0, up = 0, down = 0] = sentiment;
  const part = 1 / sentiment.length;
  const leaning = (up - down) / 4;
  const plain = (Math.max(up, down) - neutral) / 4;
  return Float32Array.of(...said, Math.exp(up) - part, Math.exp(down) - part, leaning, plain);
}

/** Judges a card's side by the words and the meaning of its sentence. */
export function hearSide(view: CardView, meaning: CardMeaning, { bullish, bearish }: SideWeights): HeardSide {
  const features = sideFeatures(view);
  const heard = { ...meaning, said: sideNumbers(meaning) };
  const up = sigmoid(scoreOf(bullish, features, heard));
  const down = sigmoid(scoreOf(bearish, features, heard));
  return up >= down ? { stance: 'BULLISH', sure: up } : { stance: 'BEARISH', sure: down };
}
