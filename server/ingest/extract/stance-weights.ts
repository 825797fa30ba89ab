/**
 * Weights that tell BULLISH (above 0) from BEARISH, in the order of `STANCE_FEATURES`, fitted by
 * `server/ingest/eval/fit.ts` on `readings.json`, never on the labelled segments. MIXED and BALANCED are declared or
 * weighed (`stance-model.ts`), never inferred.
 */
export const STANCE_WEIGHTS: readonly number[] = [1.33, 1.39, 0.57, -0.48, -1.3, -0.52, 0.88];
