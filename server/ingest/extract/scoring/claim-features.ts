import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { takesSide } from '#server/language/investor-terms.ts';
import { isCounterfactual } from '#server/language/speech/modality.ts';
import type { FeatureTable } from './linear-model.ts';

/** Wording counts up to these log-odds, and no further. */
const PLAIN = 4;

/**
 * What the claim model looks at in one sentence: its form and what it does to its subject, never a name. Each 0..1,
 * the wording from -1.
 */
export const CLAIM_FEATURES = {
  bias: () => 1,
  named: (line) => flag(line.named),
  leads: (line) => flag(line.leads),
  predicated: (line) => flag(line.predicated),
  passing: (line) => flag(line.passing),
  judged: (line) => flag(line.verdict === 2),
  praised: (line) => flag(line.verdict === 1),
  evaluates: ({ polarity }) => Math.min(1, (polarity.praise + polarity.fault) / 3),
  declared: (line) => flag(declaresSide(line)),
  ownView: (line) => flag(line.ownView),
  money: ({ investorTerms }) => Math.min(1, investorTerms.money / 3),
  prospect: ({ investorTerms }) => Math.min(1, investorTerms.prospect / 3),
  numbers: ({ structure }) => Math.min(1, structure.evidence / 2),
  rank: ({ investorTerms }) => flag(investorTerms.rank > 0),
  ahead: ({ investorTerms }) => flag(investorTerms.ahead > 0),
  craft: ({ investorTerms }) => Math.min(1, investorTerms.craft / 3),
  unsure: ({ sentence, modality }) =>
    flag(modality === 'question' || modality === 'hypothetical' || isCounterfactual(sentence.text)),
  told: ({ modality }) => flag(modality === 'reported' || modality === 'news' || modality === 'history'),
  quoted: (line) => flag(line.quoted),
  inside: (line) => flag(line.inside),
  addressed: (line) => flag(line.address || line.intro),
  personal: (line) => flag(line.personal),
  rivals: (line) => Math.min(1, line.rivals / 2),
  short: ({ sentence }) => flag(sentence.words < 8),
  long: ({ sentence }) => flag(sentence.words > 45),
  reasoned: ({ structure }) => Math.min(1, (structure.reasons + structure.mechanism) / 2),
  broken: ({ sentence }) => flag(!/[.!?]["'”’]?$/.test(sentence.text)),
  wording: (line) => Math.max(-1, Math.min(1, line.wording / PLAIN)),
} satisfies FeatureTable<string, PassageLine>;

export type ClaimFeature = keyof typeof CLAIM_FEATURES;

/** A side taken on the subject as an investment; people also love and want other kinds of things. */
export function declaresSide(line: PassageLine): boolean {
  if (!line.named || line.declaredStance === null) return false;
  return takesSide(line.sentence.text) || (line.investorTerms.money > 0 && !line.passing);
}

function flag(is: boolean): number {
  return is ? 1 : 0;
}
