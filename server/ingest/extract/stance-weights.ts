/** The stances that the model tells apart; BALANCED is only ever declared (`declared.ts`): too rare to be inferred. */
export type InferredStance = 'BULLISH' | 'BEARISH' | 'MIXED';

/**
 * Weights of the stance model in the order of `STANCE_FEATURES`, fitted by `server/ingest/eval/fit-stance.ts` on
 * passages of real and sample shows that were read and labelled by gold/GUIDE.md (`read-stances.json`).
 */
export const STANCE_WEIGHTS: Readonly<Record<InferredStance, readonly number[]>> = {
  BULLISH: [0.83, 0.76, 0.66, 0.07, -0.07, -0.17, -0.35, -0.28, -0.6, -0.03, -0.16, -0.43],
  BEARISH: [-0.46, -0.84, -0.91, -0.06, 0.23, 0.26, -0.1, -0.02, -0.04, -0.12, 0.06, -0.01],
  MIXED: [-0.87, 0.08, 0.24, -0.01, -0.16, -0.09, 0.45, 0.3, 0.64, 0.15, 0.1, 0.43],
};
