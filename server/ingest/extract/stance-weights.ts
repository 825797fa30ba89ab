/**
 * Weights that tell BULLISH (above 0) from BEARISH, in the order of `STANCE_FEATURES`, fitted by
 * `server/ingest/eval/fit-stance.ts` on passages of real shows that were read and labelled by gold/GUIDE.md
 * (`read-stances.json`). MIXED and BALANCED are declared or weighed (`stance-model.ts`), never inferred.
 */
export const STANCE_WEIGHTS: readonly number[] = [1.33, 1.39, 0.57, -0.48, -1.3, -0.52, 0.88];
