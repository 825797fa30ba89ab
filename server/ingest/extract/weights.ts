import type { Stance } from '#server/ingest/types.ts';
import type { FeatureName } from './features.ts';

/** Weights of the idea model, fitted by `server/ingest/eval/fit.ts` on the labelled segments. */
export const IDEA_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  bias: -3.4,
  mentions: 1.88,
  evaluative: 0.25,
  strength: 0.27,
  ownView: 0.64,
  leads: 0.01,
  crowd: -1.44,
  questions: 0.29,
  length: 0.9,
  argument: -0.22,
  numbers: 0.55,
  ahead: -0.18,
  focus: 0.06,
  theme: -0.79,
  themeOneWord: -0.14,
  private: 0.25,
  past: -0.04,
  titled: 0.53,
  business: 0.77,
  acts: 0.3,
  scene: -0.64,
  personal: 0.25,
  byProduct: -0.56,
  asked: 0.3,
  shadow: 0.51,
  turnShare: 0.26,
};

/** A passage at least this likely is an idea. */
export const IDEA_THRESHOLD = 0.22;

/** Weights of the stance model, one line per stance, in the order of `stanceFeatures`; fitted like the idea model. */
export const STANCE_WEIGHTS: Readonly<Record<Stance, readonly number[]>> = {
  BULLISH: [0.36, 1.14, 0.71, -0.46, -0.25, 0.09, 0.05, -0.38, -0.25, -0.35],
  BEARISH: [-1.71, -0.89, -0.58, 0.58, 0.68, -0.26, -0.13, 0.13, 0.51, -0.42],
  MIXED: [-1.34, -0.35, -0.26, 0.16, -0.21, -0.32, 0.01, 0.4, -0.25, 0.74],
  BALANCED: [-3.09, -0.56, -0.51, -0.38, -0.03, 0.3, 0.35, -0.24, 0.28, -0.03],
};
