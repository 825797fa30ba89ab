import type { Stance } from '#server/ingest/types.ts';
import { declaredStance } from './declared.ts';
import type { Reading } from './reading.ts';
import { ownSpans, stanceFeatures, statementsOf, weighsWithoutLean } from './stance-features.ts';
import { type InferredStance, STANCE_WEIGHTS } from './stance-weights.ts';

/** How the stance of a passage is inferred where none is declared: one weight per feature for each stance. */
export type StanceModel = Readonly<Record<InferredStance, readonly number[]>>;

/**
 * The stance a passage takes towards its subject, by gold/GUIDE.md: the last one its speaker declares outright, else
 * MIXED where two sides are set against each other and neither outweighs, else the likeliest by the model.
 */
export function stanceOf(reading: Reading, model: StanceModel = STANCE_WEIGHTS): Stance {
  const declared = lastDeclared(reading);
  if (declared !== null) return declared;
  if (weighsWithoutLean(reading)) return 'MIXED';
  return likeliest(stanceFeatures(reading), model);
}

/** What the speaker says last of their own stance; null when they never do. */
export function lastDeclared(reading: Reading): Stance | null {
  return statementsOf(reading).reduce<Stance | null>((last, line) => {
    const own = ownSpans(reading, line);
    if (own.length === 0 && line.rivals > 0) return last;
    return declaredStance(line.sentence.text, own) ?? last;
  }, null);
}

function likeliest(features: readonly number[], model: StanceModel): InferredStance {
  const scores = (Object.keys(model) as InferredStance[]).map((stance) => ({
    stance,
    score: features.reduce((sum, value, i) => sum + value * (model[stance][i] ?? 0), 0),
  }));
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).stance;
}
