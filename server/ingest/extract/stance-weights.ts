/** The stances that the model tells apart; BALANCED is only ever declared (`declared.ts`): too rare to be inferred. */
export type InferredStance = 'BULLISH' | 'BEARISH' | 'MIXED';

/**
 * Weights of the stance model in the order of `STANCE_FEATURES`, fitted by `server/ingest/eval/fit-stance.ts` on
 * passages of real and sample shows that were read and labelled by gold/GUIDE.md (`read-stances.json`).
 */
export const STANCE_WEIGHTS: Readonly<Record<InferredStance, readonly number[]>> = {
  BULLISH: [1.0, 0.75, 0.64, 0.09, -0.14, -0.18, -0.32, -0.26, -0.6, -0.05, -0.16, -0.42],
  BEARISH: [-0.29, -0.83, -0.89, -0.08, 0.28, 0.26, -0.13, -0.03, -0.04, -0.11, 0.06, -0.01],
  MIXED: [-0.71, 0.08, 0.25, -0.01, -0.14, -0.08, 0.45, 0.29, 0.64, 0.16, 0.1, 0.43],
};
