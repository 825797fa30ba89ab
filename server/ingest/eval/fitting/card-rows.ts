import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { type CardVerdict, heardIn, isSigned, labelledCards } from '#server/ingest/eval/labels/cards.ts';
import { type LabelledEpisode, markCandidates } from '#server/ingest/eval/labels/labelled.ts';
import { readEpisodes } from '#server/ingest/eval/labels/readings.ts';
import { showInputs } from '#server/ingest/eval/labels/show-inputs.ts';
import { type SentenceSide, sentenceSides } from '#server/ingest/eval/labels/sides.ts';
import type { EpisodeLinker } from '#server/ingest/extract/subjects/mentions.ts';
import { type Survey, survey } from '#server/ingest/extract/survey.ts';
import { CARD_FEATURES, type CardView, cardsOf } from '#server/ingest/extract/writing/card/features.ts';

/** A card with its label. */
export type LabelledCard<Label> = {
  readonly card: CardView;
  readonly label: Label;
  readonly weight: number;
  /** The episode, which must be held out as a whole. */
  readonly group: string;
};

/** The side that a reader heard; `other` is neither, or both. */
export type SideLabel = 'BULLISH' | 'BEARISH' | 'other';

/** A card with an editor's verdict and side (`none` if none can be told); both null for a card that stands for unlabelled ones. */
export type ReadCard = LabelledCard<boolean> & {
  readonly verdict: CardVerdict | null;
  readonly side: SideLabel | 'none' | null;
};

/** Cards that an editor read, cards to learn sides from, and all cards of the episodes. */
export type CardRows = {
  readonly signed: readonly ReadCard[];
  readonly sides: readonly LabelledCard<SideLabel>[];
  readonly offered: readonly Pick<LabelledCard<never>, 'card' | 'group'>[];
};

/** One in this many unlabelled cards, in talk that was read and not marked, stands for the rest. Chosen by its place, so that the choice does not depend on other cards. */
const ONE_IN_OTHERS = 15;
/** Weight of a reader's label of a whole passage for the sentence that carries it. */
const OF_PASSAGE = 0.6;

/**
 * Of the shows in `folder`: every labelled card whose passage the engine still finds, some cards that readers passed over, and the
 * sentences that carry listed ideas.
 */
export function cardRows(folder: string, linker: EpisodeLinker): CardRows {
  const rows: CardRows[] = [];
  if (!existsSync(folder)) return joined(rows);
  const read = new Map(readEpisodes(folder).map((episode) => [episode.group, episode]));
  for (const show of readdirSync(folder).sort()) {
    for (const [file, input] of showInputs(folder, show)) {
      const group = file.replace(/\.\w+$/, '');
      rows.push(rowsOf(group, survey(input, linker), read.get(group)));
    }
  }
  return joined(rows);
}

function joined(rows: readonly CardRows[]): CardRows {
  return {
    signed: rows.flatMap(({ signed }) => signed),
    sides: rows.flatMap(({ sides }) => sides),
    offered: rows.flatMap(({ offered }) => offered),
  };
}

function rowsOf(
  group: string,
  { candidates, discourse }: Survey,
  read: LabelledEpisode | undefined,
): CardRows {
  const cards = likeliest(candidates.flatMap((candidate) => cardsOf(candidate, discourse)));
  const labelled = (labelledCards()[group] ?? []).flatMap(([start, subject, verdict, side]) => {
    const card = cards.get(placeOf(subject, start));
    if (card === undefined) return [];
    const stance = heardIn(side);
    return [{ card, verdict, side: stance === null ? ('none' as const) : labelOf(stance), weight: 1, group }];
  });
  const known = new Set(labelled.map(({ card }) => card));
  const passedOver = [...cards].filter(
    ([place, card]) =>
      !known.has(card) && read !== undefined && isPassedOver(card, read) && isChosen(`${group} ${place}`),
  );
  return {
    signed: [
      ...labelled.map((row) => ({ ...row, label: isSigned(row.verdict) })),
      ...passedOver.map(([, card]) => ({ card, verdict: null, side: null, label: false, weight: 1, group })),
    ],
    sides: [
      ...labelled.flatMap(({ card, verdict, side }) =>
        side !== 'none' && takesPart(verdict) ? [{ card, label: side, weight: 1, group }] : [],
      ),
      ...(read === undefined ? [] : listedSides(read, candidates, discourse)),
    ],
    offered: [...cards.values()].map((card) => ({ card, group })),
  };
}

function isChosen(place: string): boolean {
  return createHash('sha256').update(place).digest().readUInt32BE() % ONE_IN_OTHERS === 0;
}

/** Whether a card's side counts: of signed ones, and of broken or dependent ones too. */
function takesPart(verdict: CardVerdict): boolean {
  return isSigned(verdict) || verdict === 'd' || verdict === 'b' || verdict === 'n';
}

function isPassedOver({ line: { sentence } }: CardView, { read, markOf }: LabelledEpisode): boolean {
  const wasRead = read.some(([from, to]) => sentence.start >= from && sentence.start <= to);
  return wasRead && markOf(sentence) === null;
}

/** The sentences that carry listed ideas, each with the stance of its passage. */
function listedSides(
  read: LabelledEpisode,
  candidates: Survey['candidates'],
  discourse: Survey['discourse'],
): LabelledCard<SideLabel>[] {
  return markCandidates(read, candidates).flatMap((marked) => {
    const { idea, group } = marked;
    const card = idea && cardsOf(marked, discourse).find(({ line }) => idea.isQuote(line.sentence));
    if (!card) return [];
    return [{ card, label: labelOf(idea.stance), weight: OF_PASSAGE, group }];
  });
}

function labelOf(stance: string): SideLabel {
  return stance === 'BULLISH' || stance === 'BEARISH' ? stance : 'other';
}

/** Per subject and sentence, the card whose passage is likeliest an idea. */
function likeliest(cards: readonly CardView[]): Map<string, CardView> {
  const found = new Map<string, CardView>();
  for (const card of cards) {
    const place = placeOf(card.subject, card.line.sentence.start);
    const held = found.get(place);
    if (held === undefined || CARD_FEATURES.idea(card) > CARD_FEATURES.idea(held)) found.set(place, card);
  }
  return found;
}

/** Key of a card in its episode: the subject, and the second at which the sentence begins. */
export function placeOf(subject: string, start: number): string {
  return `${subject} ${start.toFixed(1)}`;
}

/** Key of a card over all episodes, by its place. */
export function keyAt(group: string, subject: string, start: number): string {
  return `${group} ${placeOf(subject, start)}`;
}

/** Key of a card over all episodes. */
export function keyOf({ card, group }: { readonly card: CardView; readonly group: string }): string {
  return keyAt(group, card.subject, card.line.sentence.start);
}

/** The sides that readers heard in sentences, by `keyOf` their cards. */
export function sidesByPlace(): Map<string, SentenceSide[2]> {
  return new Map(
    Object.entries(sentenceSides()).flatMap(([group, own]) =>
      own.map(([start, subject, side]) => [keyAt(group, subject, start), side] as const),
    ),
  );
}
