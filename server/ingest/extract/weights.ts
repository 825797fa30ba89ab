import type { ClaimFeature } from './claims.ts';
import type { FeatureName } from './features.ts';

/** Weights of the idea model, fitted by `server/ingest/eval/fit.ts` on the labelled segments and `judged-passages.json`. */
export const IDEA_WEIGHTS: Readonly<Partial<Record<FeatureName, number>>> = {
  bias: -3.47,
  mentions: 1.28,
  strength: 0.17,
  ownView: 0.19,
  crowd: -1.36,
  length: 0.86,
  numbers: 0.45,
  theme: -0.92,
  titled: 0.9,
  business: 0.54,
  acts: 0.1,
  scene: -0.3,
  byProduct: -0.23,
  focus: 0.15,
  turnShare: 0.51,
  claims: 0.81,
  aimedClaims: 0.81,
  sound: 0.62,
  quoted: -0.37,
  told: 0.3,
  intro: -0.02,
};

/** Weights of the worth model: would a careful reader stand behind the idea? Fitted by `server/ingest/eval/fit.ts` on passages judged by a reader. */
export const WORTH_WEIGHTS: Readonly<Partial<Record<FeatureName, number>>> = {
  bias: -1.59,
  private: 0.15,
  personal: -0.16,
  craft: -0.2,
  theme: -0.56,
  focus: -0.04,
  ownView: -0.02,
  register: 0.63,
  claims: 1.78,
  aimedClaims: 1.24,
  soundMoney: 0.76,
  inside: -0.55,
  backdrop: -0.18,
  declares: 0.49,
  takesSide: 0.43,
};

/** A passage at least this likely is an idea. */
export const IDEA_THRESHOLD = 0.22;

/** Weights of the claim model: would an editor quote this sentence? Fitted by `server/ingest/eval/fit.ts` on the quotes of the labelled segments and on sentences judged by a reader. */
export const CLAIM_WEIGHTS: Readonly<Record<ClaimFeature, number>> = {
  bias: -2.74,
  named: 0.85,
  leads: 0.25,
  predicated: 0.18,
  passing: -0.46,
  judged: 0.7,
  praised: 0.23,
  evaluates: 0.67,
  declared: 0.21,
  ownView: 0.62,
  money: 0.93,
  prospect: 0.14,
  numbers: 0.07,
  rank: 0.06,
  ahead: 0.52,
  craft: -0.21,
  unsure: -0.48,
  told: -0.41,
  quoted: -0.01,
  inside: -0.41,
  spoken: -0.02,
  personal: -0.27,
  rivals: -0.07,
  short: -0.38,
  long: 0.13,
  reasoned: -0.22,
  broken: -0.45,
};
