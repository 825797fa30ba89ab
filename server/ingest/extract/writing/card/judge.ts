import { readFileSync } from 'node:fs';
import type { Discourse } from '#server/ingest/extract/passages/passages.ts';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { declaresSide } from '#server/ingest/extract/scoring/claim-features.ts';
import { confidenceCarried } from '#server/ingest/extract/scoring/confidence.ts';
import { readFeatures, sigmoid } from '#server/ingest/extract/scoring/linear-model.ts';
import type { Candidate } from '#server/ingest/extract/survey.ts';
import { takesSide } from '#server/language/investor-terms.ts';
import { tellsOfDanger } from '#server/language/speech/frames.ts';
import { CARD_FEATURES, type CardFeature, type CardView, cardsOf } from './features.ts';
import { type Embed, meaningsOf } from './meaning.ts';
import { isRecited } from './recited.ts';
import { type HeardSide, hearSide, type SideWeights } from './side.ts';
import { standsAlone } from './stands.ts';
import { isNamedBeside, leavesSubject } from './subject.ts';
import { isUnheard } from './unheard.ts';
import { type CardMeaning, type CardWeights, scoreOf } from './weights.ts';

/** One sentence judged as the card of its passage. */
export type JudgedCard = {
  /** How likely, 0..1, an editor would sign it. */
  readonly signed: number;
  /** The side heard surely enough; null where none is, or without an encoder. */
  readonly side: HeardSide['stance'] | null;
};

/** The sentences of a passage that make a card; all others are absent. */
export type JudgedCards = ReadonlyMap<PassageLine, JudgedCard>;

/** All models of a card, as `server/ingest/eval/fitting/fit-card.ts` writes them. */
export type JudgeWeights = {
  /** Models of an editor's signature: by words alone, and by meaning too. */
  readonly words: CardWeights<CardFeature>;
  readonly withMeaning: CardWeights<CardFeature>;
  readonly side: SideWeights;
};

/** Weights. `unseen` replaces what tuned layers say of cards that they were tuned on. */
export type Judge = JudgeWeights & { readonly unseen?: (card: CardView) => Partial<CardMeaning> };

/** The weights that the engine ships. */
export const WEIGHTS = JSON.parse(
  readFileSync(new URL('./weights.json', import.meta.url), 'utf8'),
) as JudgeWeights;

/** How sure a side must be heard to be told. */
export const LEAST_SURE = WEIGHTS.side.least;
/** The encoder is not asked about cards below this confidence: they could not be published. */
export const NEAR = 0.3;

/** A passage whose cards are judged, with how likely, 0..1, a careful reader would stand behind it. */
type Rated = { readonly candidate: Candidate; readonly worth: number };

/** Judges the cards of each passage, in order. Pass null for `embed` where there is no encoder. */
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
      return [card, meaning && { ...meaning, ...judge.unseen?.(card) }];
    }),
  );
  return cards.map((own) => {
    const all = own.map((card) => ({ card, ...judged(card, meaningOf.get(card) ?? null, judge) }));
    return new Map(
      dangersLast(factsLast(all)).map(({ card, signed, side }) => [card.line, { signed, side }]),
    );
  });
}

/** Whether a card is likely enough, by words and the worth of its passage, to ask the encoder. */
export function isNear(card: CardView, worth: number, judge: JudgeWeights = WEIGHTS, least = NEAR): boolean {
  return confidenceCarried(worth, signedProbability(card, null, judge)) >= least;
}

type Judged = JudgedCard & { readonly card: CardView };

/** A sentence with less praise and fault than this, no own view and nothing to come, is a bare fact. */
const WEIGHS = 0.5;
/** Another sentence replaces the fact if its chance of being signed is this share of the fact's. */
const AS_GOOD = 0.5;

/** Where the likeliest card is a bare fact, the next that is none replaces it: the passage argues as much as before. */
function factsLast(cards: readonly Judged[]): readonly Judged[] {
  const ranked = [...cards].sort((a, b) => b.signed - a.signed);
  const [best] = ranked;
  const next = ranked.find((one) => !isFact(one.card));
  if (best === undefined || next === undefined || !isFact(best.card)) return cards;
  if (next.signed < AS_GOOD * best.signed) return cards;
  const swapped = (one: Judged) => (one === best ? next.signed : one === next ? best.signed : one.signed);
  return cards.map((one) => ({ ...one, signed: swapped(one) }));
}

/** A danger that is only named comes after a side that its speaker declares, and after what is half as likely to be signed. */
function dangersLast(cards: readonly Judged[]): readonly Judged[] {
  const views = cards.filter(({ card, signed }) => signed > 0 && !isDanger(card));
  return cards.map((one) => {
    const ahead = views.filter(
      ({ card, signed }) => declaresSide(card.line) || signed >= AS_GOOD * one.signed,
    );
    if (!isDanger(one.card) || ahead.length === 0) return one;
    return { ...one, signed: AS_GOOD * Math.min(...[one, ...ahead].map(({ signed }) => signed)) };
  });
}

function isDanger({ line }: CardView): boolean {
  return line.declaredStance === null && tellsOfDanger(line.sentence.text);
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
  const isHeard = sure >= weights.side.least && !isUnheard(card, stance);
  return { signed, side: isHeard ? stance : null };
}

/** Probability, 0..1, that an editor signs the card: by words, and by meaning where the encoder read it. */
function signedProbability(
  card: CardView,
  meaning: CardMeaning | null,
  { words, withMeaning }: JudgeWeights,
): number {
  const gate = meaning === null ? words : withMeaning;
  return asEditor(card, sigmoid(scoreOf(gate, readFeatures(CARD_FEATURES, card), meaning)));
}

/** This share of three past verbs makes a history. */
const HISTORY = 0.6;

/**
 * The models' probability, 0..1, within a strict editor's rules. It is 0 where the sentence does not name its subject, turns to another,
 * names it only beside one, tells history, recites, or cannot stand alone.
 */
export function asEditor(card: CardView, signed: number): number {
  const isOnSubject = card.line.named && !leavesSubject(card) && !isNamedBeside(card);
  const isHistory = CARD_FEATURES.past(card) >= HISTORY || isRecited(card);
  return !isOnSubject || isHistory || !standsAlone(card) ? 0 : signed;
}
