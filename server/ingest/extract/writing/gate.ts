import type { Discourse } from '#server/ingest/extract/passages/passages.ts';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { readFeatures, sigmoid, type Weights, weigh } from '#server/ingest/extract/scoring/linear-model.ts';
import type { Candidate } from '#server/ingest/extract/survey.ts';
import { CARD_FEATURES, type CardFeature, type CardView, cardsOf } from './card-features.ts';
import { GATE_WEIGHTS } from './gate-weights.ts';

/** How likely, 0..1, an editor would sign each sentence of a passage as the card on its subject. */
export type Gate = ReadonlyMap<PassageLine, number>;

/** Judges every card that a candidate passage offers; a sentence that makes no card is not in it. */
export function gateOf(candidate: Candidate, discourse: Discourse): Gate {
  return new Map(cardsOf(candidate, discourse).map((card) => [card.line, signedProbability(card)]));
}

/** How likely, 0..1, an editor would sign the card. The weights are fitted on labelled cards (`eval/fitting/fit-gate.ts`). */
export function signedProbability(card: CardView, weights: Weights<CardFeature> = GATE_WEIGHTS): number {
  return sigmoid(weigh(readFeatures(CARD_FEATURES, card), weights));
}
