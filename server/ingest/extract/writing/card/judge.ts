import { readFileSync } from 'node:fs';
import type { Discourse } from '#server/ingest/extract/passages/passages.ts';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { confidenceCarried } from '#server/ingest/extract/scoring/confidence.ts';
import { readFeatures, sigmoid } from '#server/ingest/extract/scoring/linear-model.ts';
import type { Candidate } from '#server/ingest/extract/survey.ts';
import { takesSide } from '#server/language/investor-terms.ts';
import { CARD_FEATURES, type CardFeature, type CardView, cardsOf } from './features.ts';
import { type Embed, meaningsOf } from './meaning.ts';
import { isRecited } from './recited.ts';
import { type HeardSide, hearSide, type SideWeights } from './side.ts';
import { standsAlone } from './stands.ts';
import { isNamedBeside, leavesSubject, turnsToAnother } from './subject.ts';
import { type CardMeaning, type CardWeights, scoreOf } from './weights.ts';

/** What is thought of one sentence as the card of its passage. */
export type JudgedCard = {
  /** How likely, 0..1, an editor would sign it. */
  readonly signed: number;
  /** The side that it is sure enough to take; null where it is not, or where there is no encoder. */
  readonly side: HeardSide['stance'] | null;
};

/** The sentences of a passage that make a card; any other is not in it. */
export type JudgedCards = ReadonlyMap<PassageLine, JudgedCard>;

/** All models of a card, as `server/ingest/eval/fitting/fit-card.ts` writes them. */
export type JudgeWeights = {
  /** Would an editor sign it: by words alone, and by their meaning too. */
  readonly words: CardWeights<CardFeature>;
  readonly withMeaning: CardWeights<CardFeature>;
  readonly side: SideWeights;
};

/** Weights, and what stands for the opinion of the tuned layers on a card of an episode that those were tuned on. */
export type Judge = JudgeWeights & { readonly opinionUnseen?: (card: CardView) => number | null };

/** The weights that the engine ships. */
export const WEIGHTS = JSON.parse(
  readFileSync(new URL('./weights.json', import.meta.url), 'utf8'),
) as JudgeWeights;

/** How sure a side must be heard to be told. */
export const LEAST_SURE = WEIGHTS.side.least;
/** A card of less confidence by its words cannot become one that is published: the encoder is not asked about it. */
export const NEAR = 0.3;

/** A passage whose cards are judged, with how likely, 0..1, a careful reader would stand behind it. */
type Rated = { readonly candidate: Candidate; readonly worth: number };

/** Judges every card that each passage offers, in their order. `embed` is null where there is no encoder. */
export async function judgeCards(
  passages: readonly Rated[],
  discourse: Discourse,
  embed: Embed | null,
  judge: Judge = WEIGHTS,
): Promise<JudgedCards[]> {
  const cards = passages.map(({ candidate }) => cardsOf(candidate, discourse));
  const near = cards.flatMap((own, i) => own.filter((card) => isNear(card, passages[i]!.worth, judge)));
  const read = embed === null ? null : await meaningsOf(near, embed);
  const meaningOf = new Map(
    near.map((card, i) => {
      const meaning = read?.[i] ?? null;
      const opinion = judge.opinionUnseen?.(card) ?? meaning?.opinion ?? 0;
      return [card, meaning && { ...meaning, opinion }];
    }),
  );
  return cards.map((own) => {
    const all = own.map((card) => ({ card, ...judged(card, meaningOf.get(card) ?? null, judge) }));
    return new Map(factsLast(all).map(({ card, signed, side }) => [card.line, { signed, side }]));
  });
}

/** Whether a card is likely enough by its words, in a passage of this worth, that the encoder is asked about it. */
export function isNear(card: CardView, worth: number, judge: JudgeWeights = WEIGHTS): boolean {
  return confidenceCarried(worth, signedProbability(card, null, judge)) >= NEAR;
}

type Judged = JudgedCard & { readonly card: CardView };

/** A sentence that praises and faults less than this, and states neither a view as its speaker's nor anything to come, tells a fact. */
const WEIGHS = 0.5;
/** So likely, as a share of the fact's own chance, must another sentence of the passage be signed to stand in its place. */
const AS_GOOD = 0.5;

/** Where the likeliest card of a passage tells a bare fact, the next that does not takes its place: the passage argues as much as before. */
function factsLast(cards: readonly Judged[]): readonly Judged[] {
  const ranked = [...cards].sort((a, b) => b.signed - a.signed);
  const [best] = ranked;
  const next = ranked.find((one) => !isFact(one.card));
  if (best === undefined || next === undefined || !isFact(best.card)) return cards;
  if (next.signed < AS_GOOD * best.signed) return cards;
  const swapped = (one: Judged) => (one === best ? next.signed : one === next ? best.signed : one.signed);
  return cards.map((one) => ({ ...one, signed: swapped(one) }));
}

function isFact(card: CardView): boolean {
  const { polarity, declaredStance, sentence } = card.line;
  if (declaredStance !== null || takesSide(sentence.text)) return false;
  const weighs = polarity.praise + polarity.fault >= WEIGHS;
  return !weighs && CARD_FEATURES.ownView(card) === 0 && CARD_FEATURES.ahead(card) === 0;
}

function judged(card: CardView, meaning: CardMeaning | null, weights: JudgeWeights): JudgedCard {
  const signed = signedProbability(card, meaning, weights);
  if (meaning === null) return { signed, side: null };
  const { stance, sure } = hearSide(card, meaning, weights.side);
  const isHeard = sure >= weights.side.least && signed >= LEAST_SIDED && !isNotHeard(card);
  return { signed, side: isHeard ? stance : null };
}

/** A card less likely to be signed is given no side: of what no editor signs sides are wrong twice as often, however it sounds. */
export const LEAST_SIDED = 0.45;

/** "It's difficult to believe Nvidia won't lead": denied twice, it is heard the wrong way round. */
const DENIED_TWICE =
  /\b(?:hard|difficult|impossible|tough) to (?:believe|imagine|see|think)\b[^.;]*(?:n't|\bnot\b|\bnever\b|\banything\b)/i;
function isNotHeard(card: CardView): boolean {
  const { text } = card.line.sentence;
  const isOfOthers = card.line.quoted || CARD_FEATURES.hearsay(card) > 0;
  return isOfOthers || DENIED_TWICE.test(text) || turnsToAnother(card) !== null;
}

/** How likely, 0..1, an editor would sign the card: by its words, and by what they mean where the encoder read them. */
function signedProbability(
  card: CardView,
  meaning: CardMeaning | null,
  { words, withMeaning }: JudgeWeights,
): number {
  const gate = meaning === null ? words : withMeaning;
  return asEditor(card, sigmoid(scoreOf(gate, readFeatures(CARD_FEATURES, card), meaning)));
}

/** Talk of these as such is mostly of craft; more must speak for a card on them than on a narrower subject. */
const BROAD = new Set(['theme:artificial-intelligence', 'theme:venture-capital']);
const LEAST_OF_BROAD = 0.5;
/** So many verbs of the past (a share of three) tell a history. */
const HISTORY = 0.6;

/**
 * What the models think of a card, 0..1, within what a strict editor lays down: none is signed whose sentence does not name
 * its subject and speak of it, that turns from it to another or names it only beside one, that tells a history or recites, or that cannot stand alone; none on a
 * broad theme that is likelier not to be.
 */
export function asEditor(card: CardView, signed: number): number {
  const isOnSubject = card.line.named && card.onSubject && !leavesSubject(card) && !isNamedBeside(card);
  const isHistory = CARD_FEATURES.past(card) >= HISTORY || isRecited(card);
  const isVague = BROAD.has(card.subject) && signed < LEAST_OF_BROAD;
  return !isOnSubject || isHistory || isVague || !standsAlone(card) ? 0 : signed;
}
