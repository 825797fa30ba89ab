import type { Stance } from '#server/ingest/types.ts';
import type { FeatureName } from './features.ts';

/** Weights of the idea model, fitted by `server/ingest/eval/fit.ts` on the labelled segments and `judged-passages.json`. */
export const IDEA_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  bias: -3.6,
  mentions: 1.94,
  evaluative: 0.22,
  strength: 0.37,
  ownView: 0.58,
  leads: 0.06,
  crowd: -1.35,
  questions: 0.2,
  length: 0.94,
  argument: -0.31,
  numbers: 0.67,
  ahead: -0.2,
  focus: 0.13,
  theme: -0.78,
  themeOneWord: -0.13,
  private: 0.24,
  past: -0.2,
  titled: 0.5,
  business: 0.76,
  acts: 0.33,
  scene: -0.45,
  personal: 0.18,
  byProduct: -0.6,
  asked: 0.29,
  shadow: 0.44,
  turnShare: 0.37,
};

/** A passage at least this likely is an idea. */
export const IDEA_THRESHOLD = 0.22;

/** Weights of the stance model, one line per stance, in the order of `stanceFeatures`; fitted the same way on the stances of matched passages. */
export const STANCE_WEIGHTS: Readonly<Record<Stance, readonly number[]>> = {
  BULLISH: [0.36, 1.14, 0.71, -0.46, -0.25, 0.09, 0.05, -0.38, -0.25, -0.35],
  BEARISH: [-1.71, -0.89, -0.58, 0.58, 0.68, -0.26, -0.13, 0.13, 0.51, -0.42],
  MIXED: [-1.34, -0.35, -0.26, 0.16, -0.21, -0.32, 0.01, 0.4, -0.25, 0.74],
  BALANCED: [-3.09, -0.56, -0.51, -0.38, -0.03, 0.3, 0.35, -0.24, 0.28, -0.03],
};
