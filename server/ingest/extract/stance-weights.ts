/** The stances that the model tells apart; BALANCED is only ever declared (`declared.ts`): too rare to be inferred. */
export type InferredStance = 'BULLISH' | 'BEARISH' | 'MIXED';

/**
 * Weights of the stance model in the order of `STANCE_FEATURES`, fitted by `server/ingest/eval/fit-stance.ts` on
 * passages of real and sample shows that were read and labelled by gold/GUIDE.md (`read-stances.json`).
 */
export const STANCE_WEIGHTS: Readonly<Record<InferredStance, readonly number[]>> = {
  BULLISH: [1.06, 0.76, 0.62, 0.08, -0.12, -0.18, -0.34, -0.28, -0.64, -0.07, -0.15, -0.45],
  BEARISH: [-0.6, -0.8, -0.87, -0.08, 0.27, 0.27, -0.13, -0.03, -0.03, -0.09, 0.04, 0.01],
  MIXED: [-0.45, 0.04, 0.25, 0.0, -0.15, -0.08, 0.47, 0.31, 0.67, 0.17, 0.1, 0.44],
};
