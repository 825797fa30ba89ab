import type { FeatureName } from './features.ts';

/** Weights of the idea model, fitted by `server/ingest/eval/fit.ts` on the labelled segments. */
export const IDEA_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  bias: -3.28,
  mentions: 1.55,
  evaluative: 0.49,
  strength: 0.36,
  ownView: 0.33,
  leads: 0.18,
  crowd: -0.86,
  questions: 0.19,
  length: 0.52,
  argument: 0.33,
  numbers: 0.5,
  ahead: 0.1,
  focus: 0.54,
  theme: -0.6,
  themeOneWord: -0.17,
  private: 0.26,
  past: -0.01,
  titled: 0.7,
  business: 0.51,
  acts: 0.31,
  scene: -0.52,
  personal: 0.21,
  byProduct: -0.42,
  asked: 0.33,
  shadow: -0.52,
  turnShare: 0.26,
};

/** A passage at least this likely is an idea. */
export const IDEA_THRESHOLD = 0.27;
