import type { FeatureName } from './features.ts';

/** Weights of the idea model, fitted by `server/ingest/eval/fit.ts` on the labelled segments. */
export const IDEA_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  bias: -3.82,
  mentions: 1.81,
  evaluative: 0.41,
  strength: 0.52,
  ownView: 0.5,
  leads: 0.29,
  crowd: -1.15,
  questions: 0.47,
  length: 0.86,
  argument: 0.61,
  numbers: 0.73,
  ahead: 0.12,
  focus: 0.41,
  theme: -0.74,
  themeOneWord: 0.09,
  private: 0.35,
  past: 0.03,
  titled: 1.18,
};

/** A passage at least this likely is an idea. */
export const IDEA_THRESHOLD = 0.29;
