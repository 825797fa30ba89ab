import {
  isOfOwnFirm,
  looksAhead,
  type PassageLine,
  type PassageReading,
} from '#server/ingest/extract/passages/reading.ts';
import { type TermCounts, takesSide } from '#server/language/investor-terms.ts';
import { isCounterfactual } from '#server/language/speech/modality.ts';
import { declaresSide } from './claim-features.ts';
import { claimStrength, linesOnSubject } from './claims.ts';
import { type FeatureTable, type FeatureValues, readFeatures } from './linear-model.ts';
import type { Surroundings } from './surroundings.ts';

/** A passage with its sentences sorted by what the features count. */
type PassageView = ReturnType<typeof viewOf>;

function viewOf(reading: PassageReading, around: Surroundings) {
  const { lines, polarity, structure, passage } = reading;
  const named = lines.filter((line) => line.named);
  const asserted = lines.filter((line) => line.asserted);
  const evaluative = asserted.filter((line) => line.polarity.praise + line.polarity.fault >= 0.7);
  const isTheme = around.subject.kind === 'theme';
  const direct = lines.filter(isDirect);
  const aimedAt = linesOnSubject(reading).map((line) => ({ line, strength: claimStrength(line) }));
  const declaring = aimedAt.filter(({ line }) => declaresSide(line));
  const strengths = asserted.map((line) => claimStrength(line)).sort((a, b) => b - a);
  const aimed = aimedAt.map(({ strength }) => strength).sort((a, b) => b - a);
  const judged = direct.filter((line) => line.verdict === 2);
  const words = lines.reduce((sum, line) => sum + line.sentence.words, 0);
  return {
    reading,
    around,
    lines,
    polarity,
    structure,
    passage,
    named,
    asserted,
    evaluative,
    isTheme,
    direct,
    aimedAt,
    declaring,
    strengths,
    aimed,
    judged,
    words,
  };
}

/** Features of a passage for the idea and worth models: only structure, never a name. Roughly 0..1 each. */
export const PASSAGE_FEATURES = {
  bias: () => 1,
  mentions: ({ named }) => Math.log2(1 + named.length) / 3,
  evaluative: ({ evaluative }) => Math.log2(1 + evaluative.length) / 3,
  strength: ({ polarity }) => Math.log2(1 + polarity.praise + polarity.fault) / 4,
  ownView: ({ asserted }) => Math.log2(1 + asserted.filter((line) => line.ownView).length) / 3,
  leads: ({ named }) => share(named.filter((line) => line.leads).length, named.length),
  crowd: ({ named }) =>
    Math.min(
      1,
      share(
        named.reduce((sum, line) => sum + line.rivals, 0),
        named.length,
      ) / 3,
    ),
  questions: ({ lines, asserted }) => share(lines.length - asserted.length, lines.length),
  length: ({ lines }) => Math.log2(1 + lines.reduce((sum, line) => sum + line.sentence.words, 0)) / 10,
  argument: ({ structure }) => Math.log2(1 + structure.reasons + structure.mechanism) / 4,
  numbers: ({ structure }) => Math.log2(1 + structure.evidence) / 4,
  ahead: ({ asserted }) =>
    share(asserted.filter((line) => looksAhead(line.sentence.text)).length, asserted.length),
  focus: ({ around }) => around.focus,
  theme: ({ isTheme }) => (isTheme ? 1 : 0),
  themeOneWord: ({ passage, isTheme }) =>
    isTheme && passage.mentions.every((mention) => !mention.surface.includes(' ')) ? 1 : 0,
  private: ({ around }) => (around.subject.kind === 'company' ? 1 : 0),
  past: ({ around }) => around.pastShare,
  titled: ({ around }) => (around.titled ? 1 : 0),
  business: ({ lines }) => share(lines.filter((line) => line.business).length, lines.length),
  acts: ({ named }) => share(named.filter((line) => line.acts).length, named.length),
  scene: ({ named }) => share(named.filter((line) => line.onlyPlace).length, named.length),
  personal: ({ lines }) => share(lines.filter((line) => line.personal).length, lines.length),
  byProduct: ({ passage }) =>
    share(passage.mentions.filter((mention) => mention.product).length, passage.mentions.length),
  asked: ({ passage }) => (passage.mentions.some((mention) => mention.start < 0) ? 1 : 0),
  shadow: ({ around }) => around.shadow,
  turnShare: ({ around }) => around.turnShare,
  direct: ({ direct }) => Math.log2(1 + direct.length) / 3,
  evaluations: ({ direct }) => Math.log2(1 + direct.filter(isEvaluation).length) / 3,
  money: ({ lines, words }) => density(lines, 'money', words),
  craft: ({ lines, words }) => density(lines, 'craft', words),
  directMoney: ({ direct }) => Math.log2(1 + total(direct, 'money')) / 4,
  namedMoney: ({ direct }) =>
    Math.log2(
      1 +
        total(
          direct.filter((line) => line.named),
          'money',
        ),
    ) / 4,
  evaluatesMoney: ({ direct }) =>
    direct.some((line) => line.investorTerms.money > 1 && line.polarity.praise + line.polarity.fault >= 0.7)
      ? 1
      : 0,
  passing: ({ named }) => share(named.filter((line) => line.passing).length, named.length),
  quoted: ({ lines }) => share(lines.filter((line) => line.quoted).length, lines.length),
  told: ({ lines }) =>
    share(
      lines.filter((line) => line.modality === 'news' || line.modality === 'reported').length,
      lines.length,
    ),
  inside: ({ lines }) => share(lines.filter((line) => line.inside).length, lines.length),
  address: ({ lines }) => share(lines.filter((line) => line.address).length, lines.length),
  intro: ({ lines }) => share(lines.filter((line) => line.intro).length, lines.length),
  rank: ({ direct }) => (direct.some((line) => line.investorTerms.rank > 0) ? 1 : 0),
  outlook: ({ direct }) =>
    direct.some((line) => line.investorTerms.ahead > 0 && line.investorTerms.money > 0) ? 1 : 0,
  register: ({ around }) => around.register,
  showRegister: ({ around }) => around.showRegister,
  asker: ({ around }) => around.asker,
  judged: ({ judged }) => Math.log2(1 + judged.length) / 3,
  judgedInside: ({ judged }) => Math.log2(1 + judged.filter((line) => line.inside).length) / 3,
  firstJudged: ({ judged }) =>
    judged.some((line) => line.named && line.polarity.praise + line.polarity.fault >= 0.7) ? 1 : 0,
  ownJudged: ({ judged }) => (judged.some((line) => line.ownView) ? 1 : 0),
  claim: ({ strengths }) => strengths[0] ?? 0,
  claims: ({ strengths }) => strengths.slice(0, 4).reduce((sum, strength) => sum + strength, 0) / 2,
  aimedClaims: ({ aimed }) => aimed.slice(0, 4).reduce((sum, strength) => sum + strength, 0) / 2,
  aimedClaim: ({ aimed }) => aimed[0] ?? 0,
  weighed: ({ aimedAt }) => Math.max(0, ...aimedAt.map(({ line, strength }) => strength * stake(line))),
  vast: ({ lines }) => Math.min(1, lines.length / 40),
  backdrop: ({ isTheme, around }) => (isTheme ? Math.min(1, around.episodeMentions / 40) : 0),
  declares: ({ declaring }) => (declaring.length > 0 ? 1 : 0),
  takesSide: ({ declaring }) => (declaring.some(({ line }) => takesSide(line.sentence.text)) ? 1 : 0),
  ownFirm: ({ reading }) => (isOfOwnFirm(reading) ? 1 : 0),
  unnamed: ({ passage }) => (passage.mentions.every((mention) => mention.ownFirm?.named === false) ? 1 : 0),
} satisfies FeatureTable<string, PassageView>;

export type PassageFeature = keyof typeof PASSAGE_FEATURES;

/** Passage features for the two models. */
export function featuresOf(reading: PassageReading, around: Surroundings): FeatureValues<PassageFeature> {
  return readFeatures<PassageFeature, PassageView>(PASSAGE_FEATURES, viewOf(reading, around));
}

function share(n: number, of: number): number {
  return of === 0 ? 0 : n / of;
}

/** About the subject, in earnest and in the speaker's own words. */
function isDirect(line: PassageLine): boolean {
  return (
    line.asserted &&
    !line.quoted &&
    !line.intro &&
    !line.address &&
    line.modality !== 'reported' &&
    line.modality !== 'news' &&
    line.modality !== 'hypothetical' &&
    !isCounterfactual(line.sentence.text) &&
    ((line.named && !line.passing) || line.predicated) &&
    line.sentence.words >= 5
  );
}

/** A direct line that judges its subject in investor terms. */
function isEvaluation(line: PassageLine): boolean {
  const { money, prospect, rank } = line.investorTerms;
  return line.polarity.praise + line.polarity.fault >= 0.7 && money + prospect + rank > 0;
}

/** Whether a line weighs money, position or a verdict, 0..1. */
function stake({ investorTerms, verdict, position }: PassageLine): number {
  return Math.min(1, investorTerms.money / 2 + (verdict === 2 ? 0.5 : 0) + (position === 0 ? 0 : 1));
}

function total(lines: readonly PassageLine[], kind: keyof TermCounts): number {
  return lines.reduce((sum, line) => sum + line.investorTerms[kind], 0);
}

/** Share of words of one kind; 1 at one in fifteen. */
function density(lines: readonly PassageLine[], kind: keyof TermCounts, words: number): number {
  return Math.min(1, (15 * total(lines, kind)) / Math.max(40, words));
}
