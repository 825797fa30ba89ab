import type { Stance } from '#server/domain.ts';
import {
  type FeatureTable,
  readFeatures,
  sigmoid,
  type Weights,
  weigh,
} from '#server/ingest/extract/scoring/linear-model.ts';
import { type StanceFeature, stanceFeatures } from '#server/ingest/extract/scoring/stance-features.ts';
import type { CardView } from './features.ts';
import type { CardMeaning } from './weights.ts';

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

export type SideFeature = StanceFeature | keyof typeof LINE_FEATURES | keyof typeof SENTIMENT_FEATURES;

/** What layers tuned on sentiment hear in the sentence, roughly -1..1 each. */
const SENTIMENT_FEATURES = {
  heardFor: ([, up = 0]) => Math.exp(up) - 1 / 3,
  heardAgainst: ([, , down = 0]) => Math.exp(down) - 1 / 3,
  leaning: ([, up = 0, down = 0]) => (up - down) / 4,
  plain: ([neutral = 0, up = 0, down = 0]) => (Math.max(up, down) - neutral) / 4,
} satisfies FeatureTable<string, CardMeaning['sentiment']>;

/** Features of a card for the side models; never a name. `sentiment`: log-chances as in `CardMeaning`. */
export function sideFeatures(
  view: CardView,
  sentiment: CardMeaning['sentiment'],
): Readonly<Record<SideFeature, number>> {
  return {
    ...stanceFeatures(view.candidate.reading),
    ...readFeatures(LINE_FEATURES, view),
    ...readFeatures(SENTIMENT_FEATURES, sentiment),
  };
}

/** The likelier side of a card, and the probability, 0..1, that readers hear only that one. */
export type HeardSide = { readonly stance: Extract<Stance, 'BULLISH' | 'BEARISH'>; readonly sure: number };

/** The two side models, and the least sureness to tell a side (chosen by `eval/fitting/fit-card.ts` on unseen episodes). */
export type SideWeights = {
  readonly bullish: Weights<SideFeature>;
  readonly bearish: Weights<SideFeature>;
  readonly least: number;
};

/** Judges a card's side by its words and the sentiment of its sentence. */
export function hearSide(
  view: CardView,
  { sentiment }: CardMeaning,
  { bullish, bearish }: SideWeights,
): HeardSide {
  const features = sideFeatures(view, sentiment);
  const up = sigmoid(weigh(features, bullish));
  const down = sigmoid(weigh(features, bearish));
  return up >= down ? { stance: 'BULLISH', sure: up } : { stance: 'BEARISH', sure: down };
}
