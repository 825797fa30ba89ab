import type { ClaimFeature } from './claim-features.ts';
import type { Weights } from './linear-model.ts';

/** Weights of the linear claim model: would an editor quote this sentence? Fitted by `server/ingest/eval/fitting/fit.ts` on `readings.json`, never on the labelled segments, and before the models of a passage, which look at it. */
export const CLAIM_WEIGHTS: Weights<ClaimFeature> = {
  bias: -2.8,
  named: 0.11,
  leads: 0,
  predicated: 0.19,
  passing: 0.18,
  judged: 0.21,
  praised: 0.18,
  evaluates: 0.88,
  declared: 0.07,
  ownView: 0.25,
  money: 0.48,
  prospect: 0.12,
  numbers: -0.19,
  rank: -0.06,
  ahead: 0.15,
  craft: -0.13,
  unsure: -0.7,
  told: -0.73,
  quoted: -0.56,
  inside: -0.22,
  addressed: -0.28,
  personal: -0.14,
  rivals: 0.34,
  short: -0.29,
  long: -0.44,
  reasoned: -0.15,
  broken: -0.34,
  wording: 2.89,
};
