import type { Discourse } from '#server/ingest/extract/passages/passages.ts';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { claimStrength, linesOnSubject } from '#server/ingest/extract/scoring/claims.ts';
import { confidenceOf, ideaProbability, logOdds } from '#server/ingest/extract/scoring/confidence.ts';
import type { FeatureTable } from '#server/ingest/extract/scoring/linear-model.ts';
import { withoutFillers, withoutLeadIn, withoutTail } from '#server/ingest/extract/sentences/disfluencies.ts';
import { isClause, isRunOn } from '#server/ingest/extract/sentences/grammar.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { type Mention, subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import type { Candidate } from '#server/ingest/extract/survey.ts';
import { claimsOf } from '#server/ingest/extract/writing/claim-text.ts';
import { reportsOf } from '#server/ingest/extract/writing/reported-speech.ts';
import { isWhole } from '#server/ingest/extract/writing/speech-faults.ts';
import { occurrences } from '#server/language/pattern.ts';
import { isUnbroken } from '#server/language/unbroken.ts';

/** A card that could be served: one sentence quoted for one subject, with what stands around it. */
export type CardView = {
  readonly candidate: Candidate;
  readonly line: PassageLine;
  /** The line is said of the subject itself (`linesOnSubject`). */
  readonly onSubject: boolean;
  /** The sentences before and after in the same turn; null at its ends. */
  readonly before: Sentence | null;
  readonly after: Sentence | null;
  /** The `EARLIER` sentences before, of any speaker, in order. */
  readonly earlier: readonly Sentence[];
  /** Every subject named in the sentence, in order. */
  readonly mentions: readonly Mention[];
  readonly subject: string;
  /** Rank of the sentence in its passage by strength of claim; 0 is the strongest. */
  readonly rank: number;
  /** The sentence without the noise and the lead-ins of speech. */
  readonly plain: string;
  /** The sentence can be told in reported speech. */
  readonly isTold: boolean;
};

/** The cards of a candidate passage: one per whole sentence that asserts something. Of broken ones an editor signs one in six. */
export function cardsOf(candidate: Candidate, discourse: Discourse): CardView[] {
  const { reading } = candidate;
  const onSubject = new Set(linesOnSubject(reading));
  const strength = new Map(reading.lines.map((line) => [line, claimStrength(line)]));
  const ranked = [...reading.lines].sort((a, b) => strength.get(b)! - strength.get(a)!);
  return reading.lines
    .filter((line) => line.asserted && line.sentence.words >= LEAST_WORDS && isUnbroken(line.sentence.text))
    .map((line) => {
      const beside = (index: number) => {
        const sentence = discourse.sentences[index];
        return sentence?.turn === line.sentence.turn ? sentence : null;
      };
      return {
        candidate,
        line,
        onSubject: onSubject.has(line),
        before: beside(line.sentence.index - 1),
        after: beside(line.sentence.index + 1),
        earlier: discourse.sentences.slice(Math.max(0, line.sentence.index - EARLIER), line.sentence.index),
        mentions: discourse.mentions.get(line.sentence.index) ?? [],
        subject: reading.passage.subjectId,
        rank: ranked.indexOf(line),
        plain: withoutTail(withoutLeadIn(withoutFillers(line.sentence.text))),
        isTold: claimsOf(reading, [line], discourse.mentions, discourse.sentences).some(
          (claim) => reportsOf(claim, 0).length > 0,
        ),
      };
    });
}

/** A sentence of fewer words makes no card. */
const LEAST_WORDS = 6;
/** A card may be recited from a document announced this many sentences before: some five minutes of quick talk. */
const EARLIER = 120;

const STOP = /[.!?]["'”’)]*$/;
const OPENS_JOINED =
  /^(?:and|but|or|because|which|that's|that is|than|whereas|although|though|since|while|as well|not)\b/i;
const OPENS_SO = /^(?:so|now|then|well|like|look|right|yeah|no|okay|oh|again|also|plus)\b/i;
const OPENS_POINTING =
  /^(?:(?:and|but|so|because|now|then|well|yeah|i think|i mean|look|like),? )*(?:it|it's|that|that's|this|these|those|they|they're|he|he's|she|she's|them|there|there's|here|here's|which|what)\b/i;
const POINTING = /\b(?:that|this|it|they|them|those|these|he|she|him|her|there|one|ones|so|such)\b/gi;
const OWN_VIEW =
  /\b(?:i think|i believe|i don't think|i do think|i'd|i would|my view|in my (?:view|opinion)|i'm (?:bullish|bearish|convinced|sure|worried|excited|skeptical)|i suspect|i expect|i bet|i feel|to me)\b/i;
const REASON = /\b(?:because|since|given|due to|that's why|so that|which means|as a result|the reason)\b/i;
const AHEAD =
  /\b(?:will|won't|'ll|going to|gonna|would|could|might|should|likely|eventually|next (?:year|decade|few)|over the next)\b/i;
const FIGURE = /\$?\d/;
const ASIDE =
  /\b(?:you know|i mean|sort of|kind of|like,|right\?|um|uh|et cetera|or whatever|and so on|blah)\b/gi;
const INSIDE = /\b(?:we|we're|we've|our|ours|us)\b/i;
const LISTENER = /\b(?:you|your|you're|you've|you'll)\b/i;
const HEARSAY =
  /\b(?:they say|people (?:say|think|are saying|believe)|(?:he|she|they) (?:said|says|thinks|argues?)|some (?:people|say|would)|everyone (?:says|thinks)|the (?:bear|bull|contrarian|pro|con) (?:case|argument|view)|the narrative|the argument (?:is|was|against|for)|critics|skeptics|supposedly|apparently|reportedly|according to)\b/i;
const PAST =
  /\b(?:was|were|had|did|went|became|started|founded|launched|raised|built|made|said|told|came|got|sold|bought|announced|acquired|used to|back in|in (?:19|20)\d\d|years ago|last (?:year|week|month|quarter))\b/gi;
const SUPPOSED = /\b(?:if|imagine|let's say|suppose|say you|what if|assume|hypothetically|as if)\b/i;
const COMPARED =
  /\b(?:more|less|better|worse|bigger|smaller|cheaper|faster|higher|lower|stronger|weaker|best|worst|most|least|only|than)\b/i;
const IMPERATIVE =
  /^(?:and |but |so |now |then )?(?:look|imagine|think|remember|tell|go|take|give|let's|let|check|make|start|find|don't|do)\b/i;
const CONTRAST = /\b(?:but|however|although|though|yet|on the other hand|at the same time|still)\b/i;

const isGeneric = (view: CardView) =>
  view.candidate.features.theme === 1 && view.candidate.features.themeOneWord === 1;
/** Where a card's sentence names its subject. */
export const ownMentions = (view: CardView) =>
  view.mentions.filter((one) => subjectId(one.subject) === view.subject);
const others = (view: CardView) => view.mentions.filter((one) => subjectId(one.subject) !== view.subject);
const text = (view: CardView) => view.line.sentence.text;
const flag = (is: boolean) => (is ? 1 : 0);
const firstAt = (mentions: readonly Mention[]) =>
  Math.min(...mentions.map(({ start }) => Math.max(0, start)), 1e6);

/** Features of a card for the gate: its form, what it says of its subject, what surrounds it; never a name. Roughly -1..1 each. */
export const CARD_FEATURES = {
  bias: () => 1,
  idea: ({ candidate }) => logOdds(ideaProbability(candidate.features)) / 4,
  worth: ({ candidate }) => logOdds(confidenceOf(candidate.features)) / 4,
  strength: ({ line }) => logOdds(claimStrength(line)) / 4,
  first: ({ rank }) => flag(rank === 0),
  onSubject: ({ onSubject }) => flag(onSubject),
  named: ({ line }) => flag(line.named),
  leads: ({ line }) => flag(line.leads),
  acts: ({ line }) => flag(line.acts),
  predicated: ({ line }) => flag(line.predicated),
  onlyPlace: ({ line }) => flag(line.onlyPlace),
  passing: ({ line }) => flag(line.passing),
  verdict: ({ line }) => line.verdict / 2,
  declared: ({ line }) => flag(line.declaredStance !== null),
  leaning: ({ line }) => Math.min(1, Math.abs(line.polarity.praise - line.polarity.fault) / 3),
  subjectFirst: (view) =>
    flag(ownMentions(view).length > 0 && firstAt(ownMentions(view)) < firstAt(others(view))),
  early: (view) =>
    ownMentions(view).length === 0
      ? 0
      : 1 - Math.min(1, firstAt(ownMentions(view)) / Math.max(40, text(view).length)),
  otherCompanies: (view) =>
    Math.min(1, others(view).filter(({ subject }) => subject.kind !== 'theme').length / 2),
  otherThemes: (view) =>
    Math.min(1, others(view).filter(({ subject }) => subject.kind === 'theme').length / 2),
  theme: ({ candidate }) => candidate.features.theme,
  generic: (view) => flag(isGeneric(view)),
  private: ({ candidate }) => candidate.features.private,
  byProduct: (view) => flag(ownMentions(view).some(({ product }) => product)),
  unsureLink: (view) =>
    flag(
      ownMentions(view).length > 0 &&
        Math.max(...ownMentions(view).map(({ confidence }) => confidence)) < 0.8,
    ),
  focus: ({ candidate }) => candidate.features.focus,
  shadow: ({ candidate }) => candidate.features.shadow,
  mentionsInPassage: ({ candidate }) => candidate.features.mentions,
  register: ({ candidate }) => candidate.features.register,
  showRegister: ({ candidate }) => candidate.features.showRegister,
  craft: ({ line }) => Math.min(1, line.investorTerms.craft / 2),
  money: ({ line }) => Math.min(1, line.investorTerms.money / 2),
  prospect: ({ line }) => Math.min(1, line.investorTerms.prospect / 2),
  wording: ({ line }) => Math.max(-1, Math.min(1, line.wording / 4)),
  ownView: (view) => flag(OWN_VIEW.test(text(view))),
  reason: (view) => flag(REASON.test(text(view))),
  ahead: (view) => flag(AHEAD.test(text(view))),
  figure: (view) => flag(FIGURE.test(text(view))),
  compared: (view) => flag(COMPARED.test(text(view))),
  contrast: (view) => flag(CONTRAST.test(text(view))),
  supposed: (view) => flag(SUPPOSED.test(text(view))),
  hearsay: (view) => flag(HEARSAY.test(text(view))),
  hearsayBefore: ({ before }) => flag(before !== null && HEARSAY.test(before.text)),
  past: (view) => Math.min(1, occurrences(PAST, text(view)) / 3),
  told: ({ line }) =>
    flag(line.modality === 'reported' || line.modality === 'news' || line.modality === 'history'),
  notClaim: ({ line }) => flag(line.modality !== 'claim'),
  quoted: ({ line }) => flag(line.quoted),
  inside: (view) => flag(INSIDE.test(text(view))),
  insidePassage: ({ candidate }) => candidate.features.inside,
  listener: (view) => flag(LISTENER.test(text(view))),
  imperative: (view) => flag(IMPERATIVE.test(text(view))),
  opensJoined: (view) => flag(OPENS_JOINED.test(text(view))),
  opensSo: (view) => flag(OPENS_SO.test(text(view))),
  opensPointing: (view) => flag(OPENS_POINTING.test(text(view))),
  pointing: (view) => Math.min(1, occurrences(POINTING, text(view)) / 4),
  beginsInside: ({ before }) => flag(before !== null && !STOP.test(before.text)),
  asides: (view) => Math.min(1, occurrences(ASIDE, text(view)) / 2),
  asked: (view) => flag(/\?/.test(text(view))),
  answersQuestion: ({ before }) => flag(before !== null && /\?["'”’]?$/.test(before.text)),
  asksNext: ({ after }) => flag(after !== null && /\?["'”’]?$/.test(after.text)),
  opensTurn: ({ before }) => flag(before === null),
  short: ({ line }) => flag(line.sentence.words < 10),
  middling: ({ line }) => flag(line.sentence.words >= 14 && line.sentence.words <= 32),
  long: ({ line }) => flag(line.sentence.words > 36),
  veryLong: ({ line }) => flag(line.sentence.words > 50),
  personal: ({ line }) => flag(line.personal),
  addressed: ({ line }) => flag(line.address || line.intro),
  tellable: ({ isTold }) => flag(isTold),
  whole: ({ plain }) => flag(isWhole(plain)),
  clause: ({ plain }) => flag(isClause(plain)),
  runOn: ({ plain }) => flag(isRunOn(plain, false)),
  hesitates: (view) => Math.min(1, occurrences(/\b(?:um|uh|er|hmm)\b/gi, text(view)) / 2),
  theirs: (view) => flag(!view.line.named && /\b(?:they|them|their|he|she|his|her)\b/i.test(text(view))),
  theyBeside: (view) => flag(view.line.named && /\b(?:they|them|their|he|she|his|her)\b/i.test(text(view))),
  demonstrative: (view) =>
    flag(/\b(?:this|these|those) (?!is\b|year|week|month|quarter|decade)\w+/i.test(text(view))),
  thatThing: (view) =>
    flag(
      /\b(?:that|this|it)[,.]?["'”’]?$|\b(?:do|done|does|doing|about|for|like|than|with|of|in|at) (?:that|this|it|them|those|these)\b/i.test(
        text(view),
      ),
    ),
  smallName: (view) => flag(ownMentions(view).some(({ surface }) => /^[a-z]/.test(surface))),
  isBig: (view) =>
    flag(
      /\b(?:is|are|was|were|isn't|aren't|'s|'re) (?:\w+ ){0,3}(?:best|worst|better|worse|good|great|bad|strong|weak|cheap|expensive|undervalued|overvalued|underrated|overrated|dominant|real|huge|massive|winner|monopoly|bubble|moat|business|company|market|opportunity|risk|problem|threat)\b/i.test(
        text(view),
      ),
    ),
  asker: ({ candidate }) => candidate.features.asker,
  titled: ({ candidate }) => candidate.features.titled,
} satisfies FeatureTable<string, CardView>;

export type CardFeature = keyof typeof CARD_FEATURES;
