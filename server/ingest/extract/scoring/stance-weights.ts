/**
 * Weights that tell BULLISH (above 0) from BEARISH, in the order of `STANCE_FEATURES`, fitted by
 * `server/ingest/eval/fit.ts` on `readings.json`, never on the labelled segments. MIXED and BALANCED are declared or
 * weighed (`stance-model.ts`), never inferred.
 */
export const STANCE_WEIGHTS: readonly number[] = [1.35, 1.26, 0.67, -0.45, -1.29, -0.55, 0.87];
