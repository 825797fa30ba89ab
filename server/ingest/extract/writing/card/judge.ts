import { readFileSync } from 'node:fs';
import type { Discourse } from '#server/ingest/extract/passages/passages.ts';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { confidenceCarried } from '#server/ingest/extract/scoring/confidence.ts';
import { readFeatures, sigmoid } from '#server/ingest/extract/scoring/linear-model.ts';
import type { Candidate } from '#server/ingest/extract/survey.ts';
import { CARD_FEATURES, type CardFeature, type CardView, cardsOf } from './features.ts';
import { type Embed, meaningsOf } from './meaning.ts';
import { type HeardSide, hearSide, type SideWeights } from './side.ts';
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

const WEIGHTS = JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')) as JudgeWeights;

/** A card of less confidence by its words cannot become one that is published: the encoder is not asked about it. */
const NEAR = 0.3;

/** A passage whose cards are judged, with how likely, 0..1, a careful reader would stand behind it. */
type Rated = { readonly candidate: Candidate; readonly worth: number };

/** Judges every card that each passage offers, in their order. `embed` is null where there is no encoder. */
export async function judgeCards(
  passages: readonly Rated[],
  discourse: Discourse,
  embed: Embed | null,
): Promise<JudgedCards[]> {
  const cards = passages.map(({ candidate }) => cardsOf(candidate, discourse));
  const signed = new Map(cards.flat().map((card) => [card, signedProbability(card, null)]));
  const near = cards.flatMap((own, i) =>
    own.filter((card) => confidenceCarried(passages[i]!.worth, signed.get(card)!) >= NEAR),
  );
  const meanings = embed === null ? null : await meaningsOf(near, embed);
  const meaningOf = new Map(near.map((card, i) => [card, meanings?.[i] ?? null]));
  return cards.map(
    (own) => new Map(own.map((card) => [card.line, judged(card, meaningOf.get(card) ?? null)])),
  );
}

function judged(card: CardView, meaning: CardMeaning | null): JudgedCard {
  const signed = signedProbability(card, meaning);
  if (meaning === null) return { signed, side: null };
  const { stance, sure } = hearSide(card, meaning, WEIGHTS.side);
  return { signed, side: sure >= WEIGHTS.side.least && !isRecited(card) ? stance : null };
}

/** "They were making this case": the side of others, however plainly it is heard. */
const RECITING =
  /\b(?:he|she|they|people|bears|bulls|critics|skeptics|wall street) (?:[\w']+ ){0,3}(?:making|made|make|makes) (?:the|this|that|a) (?:case|argument)\b/i;

function isRecited(card: CardView): boolean {
  return card.line.quoted || CARD_FEATURES.hearsay(card) > 0 || RECITING.test(card.line.sentence.text);
}

/** How likely, 0..1, an editor would sign the card: by its words, and by what they mean where the encoder read them. */
function signedProbability(card: CardView, meaning: CardMeaning | null): number {
  const weights = meaning === null ? WEIGHTS.words : WEIGHTS.withMeaning;
  return asEditor(card, sigmoid(scoreOf(weights, readFeatures(CARD_FEATURES, card), meaning)));
}

/** Talk of these as such is mostly of craft; more must speak for a card on them than on a narrower subject. */
const BROAD = new Set(['theme:artificial-intelligence', 'theme:venture-capital']);
const LEAST_OF_BROAD = 0.5;
/** So many verbs of the past (a share of three) tell a history. */
const HISTORY = 0.6;

/**
 * What the models think of a card, 0..1, within what a strict editor lays down: none is signed whose sentence does not name
 * its subject and speak of it, or that tells a history; none on a broad theme that is likelier not to be.
 */
export function asEditor(card: CardView, signed: number): number {
  const isOnSubject = card.line.named && card.onSubject;
  const isHistory = CARD_FEATURES.past(card) >= HISTORY;
  const isVague = BROAD.has(card.subject) && signed < LEAST_OF_BROAD;
  return !isOnSubject || isHistory || isVague ? 0 : signed;
}
