import type { Weights } from './linear-model.ts';
import type { StanceFeature } from './stance-features.ts';

/**
 * Weights that tell BULLISH (above 0) from BEARISH, fitted by `server/ingest/eval/fitting/fit.ts` on `readings.json`, never on
 * the labelled segments. MIXED and BALANCED are declared or weighed (`stance.ts`), never inferred.
 */
export const STANCE_WEIGHTS: Weights<StanceFeature> = {
  bias: 1.35,
  lean: 1.26,
  predicated: 0.67,
  praised: -0.45,
  faulted: -1.29,
  denied: -0.55,
  inside: 0.87,
};
