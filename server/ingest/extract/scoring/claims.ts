import type { PassageLine, PassageReading } from '#server/ingest/extract/passages/reading.ts';
import { CLAIM_FEATURES, declaresSide } from './claim-features.ts';
import { CLAIM_WEIGHTS } from './claim-weights.ts';
import { readFeatures, sigmoid, weigh } from './linear-model.ts';

/** How likely, 0..1, an editor would quote this sentence as a claim about the passage's subject. */
export function claimStrength(line: PassageLine): number {
  return sigmoid(weigh(readFeatures(CLAIM_FEATURES, line), CLAIM_WEIGHTS));
}

/** For this many sentences after only it was named, a pronoun may refer to the subject. */
const PRONOUN_REACH = 2;

/**
 * The speaker's own assertions about the passage's subject, judged by form: it is named in more than passing, or a
 * pronoun right after refers to it. A theme must be named.
 */
export function linesOnSubject({ passage, lines }: PassageReading): PassageLine[] {
  const theme = passage.subjectId.startsWith('theme:');
  let namedAt = Number.NEGATIVE_INFINITY;
  return lines.filter((line) => {
    if (line.rivals > 0) namedAt = Number.NEGATIVE_INFINITY;
    else if (line.named) namedAt = line.sentence.index;
    if (!isEarnest(line)) return false;
    if (line.named) return !line.passing || declaresSide(line);
    return !theme && line.verdict === 2 && line.sentence.index - namedAt <= PRONOUN_REACH;
  });
}

const OWN_CASE =
  /\b(?:my|our) (?:\w+ )?(?:case|view|thesis|argument|contention|bet) (?:here |on (?:it|this|them|\p{Lu}\w+) )?(?:is|would be|has been) (?:that\b|\p{Lu}|it\b|they\b)/iu;

/** The speaker announces their own case on the subject, in investor terms. */
export function isOwnCase(line: PassageLine): boolean {
  return (
    line.named &&
    !line.passing &&
    OWN_CASE.test(line.sentence.text) &&
    line.investorTerms.money + line.investorTerms.prospect > 0
  );
}

/** In the speaker's own voice and meant: no question, quotation, report, news, introduction or supposition. */
function isEarnest(line: PassageLine): boolean {
  if (!line.asserted || line.quoted || line.intro || line.address) return false;
  return line.modality === 'claim' || line.modality === 'history';
}
