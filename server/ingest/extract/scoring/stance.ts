import type { Stance } from '#server/domain.ts';
import type { PassageReading } from '#server/ingest/extract/passages/reading.ts';
import { declaredStance } from '#server/language/speech/declared-stance.ts';
import { type FeatureValues, type Weights, weigh } from './linear-model.ts';
import {
  ownSpans,
  type StanceFeature,
  stanceFeatures,
  statementsOf,
  weighsWithoutLean,
} from './stance-features.ts';
import { STANCE_WEIGHTS } from './stance-weights.ts';

/** The stance that is borne out, null where none is, and the one that is likelier. */
export type StanceReading = { readonly stance: Stance | null; readonly likelier: Stance };

/**
 * The stance a passage takes towards its subject, as readers label it (docs/labelling.md): the last one its speaker declares outright, else
 * MIXED where two sides are set against each other and neither outweighs, else the likelier of the two sides. Readers
 * also call a sixth of all passages MIXED that no wording tells from the rest: those come out as one side.
 */
export function stanceOf(
  reading: PassageReading,
  weights: Weights<StanceFeature> = STANCE_WEIGHTS,
): StanceReading {
  const declared = lastDeclared(reading);
  if (declared !== null) return { stance: declared, likelier: declared };
  if (weighsWithoutLean(reading)) return { stance: null, likelier: 'MIXED' };
  return { stance: null, likelier: sideOf(stanceFeatures(reading), weights) };
}

/** Which of the two sides the features of a passage make likelier. */
export function sideOf(
  features: FeatureValues<StanceFeature>,
  weights: Weights<StanceFeature>,
): 'BULLISH' | 'BEARISH' {
  return weigh(features, weights) >= 0 ? 'BULLISH' : 'BEARISH';
}

/** What the speaker says last of their own stance; null when they never do. */
export function lastDeclared(reading: PassageReading): Stance | null {
  return statementsOf(reading).reduce<Stance | null>((last, line) => {
    const own = ownSpans(reading, line);
    if (own.length === 0 && line.rivals > 0) return last;
    return declaredStance(line.sentence.text, own) ?? last;
  }, null);
}
