import type { FeatureName } from './features.ts';

/** Weights of the idea model, fitted by `server/ingest/eval/fit.ts` on the labelled segments. */
export const IDEA_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  bias: -3.79,
  mentions: 1.99,
  evaluative: 0.26,
  strength: 0.39,
  ownView: 0.44,
  leads: 0.13,
  crowd: -1.4,
  questions: 0.13,
  length: 0.84,
  argument: 0.06,
  numbers: 0.62,
  ahead: 0,
  focus: 0.38,
  theme: -0.74,
  themeOneWord: -0.15,
  private: 0.23,
  past: -0.16,
  titled: 0.75,
  business: 0.7,
  acts: 0.25,
  scene: -0.58,
  personal: 0.31,
  byProduct: -0.56,
  asked: 0.38,
  shadow: 0.63,
  turnShare: 0.23,
};

/** A passage at least this likely is an idea. */
export const IDEA_THRESHOLD = 0.22;
