import type { Line, Reading } from '#server/ingest/extract/passages/reading.ts';
import { isCounterfactual } from '#server/ingest/extract/sentences/modality.ts';
import { takesSide } from '#server/language/investor-terms.ts';
import { sigmoid, weigh } from './linear-model.ts';
import { CLAIM_WEIGHTS } from './weights.ts';

/** What the claim model looks at in one sentence: its form and what it does to its subject, never a name. */
export const CLAIM_FEATURES = [
  'bias',
  'named',
  'leads',
  'predicated',
  'passing',
  'judged',
  'praised',
  'evaluates',
  'declared',
  'ownView',
  'money',
  'prospect',
  'numbers',
  'rank',
  'ahead',
  'craft',
  'unsure',
  'told',
  'quoted',
  'inside',
  'spoken',
  'personal',
  'rivals',
  'short',
  'long',
  'reasoned',
  'broken',
  'wording',
] as const;

export type ClaimFeature = (typeof CLAIM_FEATURES)[number];

/** Log-odds of a sentence's wording from which it says no more. */
const PLAIN = 4;

/** One number per feature of `CLAIM_FEATURES`, 0..1; the wording from -1. */
export function claimFeatures(line: Line): number[] {
  const { sentence, polarity, merit, structure, modality } = line;
  return [
    1,
    flag(line.named),
    flag(line.leads),
    flag(line.predicated),
    flag(line.passing),
    flag(line.verdict === 2),
    flag(line.verdict === 1),
    Math.min(1, (polarity.praise + polarity.fault) / 3),
    flag(isDeclared(line)),
    flag(line.ownView),
    Math.min(1, merit.money / 3),
    Math.min(1, merit.prospect / 3),
    Math.min(1, structure.evidence / 2),
    flag(merit.rank > 0),
    flag(merit.ahead > 0),
    Math.min(1, merit.craft / 3),
    flag(modality === 'question' || modality === 'hypothetical' || isCounterfactual(sentence.text)),
    flag(modality === 'reported' || modality === 'news' || modality === 'history'),
    flag(line.quoted),
    flag(line.inside),
    flag(line.address || line.intro),
    flag(line.personal),
    Math.min(1, line.rivals / 2),
    flag(sentence.words < 8),
    flag(sentence.words > 45),
    Math.min(1, (structure.reasons + structure.mechanism) / 2),
    flag(!/[.!?]["'”’]?$/.test(sentence.text)),
    Math.max(-1, Math.min(1, line.wording / PLAIN)),
  ];
}

const shipped = CLAIM_FEATURES.map((name) => CLAIM_WEIGHTS[name]);

/** How likely, 0..1, an editor would quote this sentence as a claim about the passage's subject. */
export function claimStrength(line: Line, weights: readonly number[] = shipped): number {
  return sigmoid(weigh(claimFeatures(line), weights));
}

/** So many sentences after it alone was named a pronoun may still stand for the subject. */
const PRONOUN_REACH = 2;

/**
 * The speaker's own assertions about the passage's subject, as far as their form tells: named in more than passing, or
 * by a pronoun right after. Of a theme, only by name.
 */
export function aimedLines({ passage, lines }: Reading): Line[] {
  const theme = passage.subjectId.startsWith('theme:');
  let namedAt = Number.NEGATIVE_INFINITY;
  return lines.filter((line) => {
    if (line.rivals > 0) namedAt = Number.NEGATIVE_INFINITY;
    else if (line.named) namedAt = line.sentence.index;
    if (!isEarnest(line)) return false;
    if (line.named) return !line.passing || isDeclared(line);
    return !theme && line.verdict === 2 && line.sentence.index - namedAt <= PRONOUN_REACH;
  });
}

/** A side taken on the named subject as an investment: people also love and want things of every kind. */
export function isDeclared(line: Line): boolean {
  if (!line.named || line.declared === null) return false;
  return takesSide(line.sentence.text) || (line.merit.money > 0 && !line.passing);
}

const OWN_CASE =
  /\b(?:my|our) (?:\w+ )?(?:case|view|thesis|argument|contention|bet) (?:here |on (?:it|this|them|\p{Lu}\w+) )?(?:is|would be|has been) (?:that\b|\p{Lu}|it\b|they\b)/iu;

/** The speaker's own case on the named subject, announced as such and told in an investor's terms. */
export function isOwnCase(line: Line): boolean {
  return (
    line.named &&
    !line.passing &&
    OWN_CASE.test(line.sentence.text) &&
    line.merit.money + line.merit.prospect > 0
  );
}

/** Said in the speaker's own voice and meant: no question, quotation, report, news, introduction or supposition. */
function isEarnest(line: Line): boolean {
  if (!line.asserted || line.quoted || line.intro || line.address) return false;
  return line.modality === 'claim' || line.modality === 'history';
}

function flag(is: boolean): number {
  return is ? 1 : 0;
}
