import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { type CardVerdict, heardIn, isSigned, labelledCards } from '#server/ingest/eval/labels/cards.ts';
import { type LabelledEpisode, markCandidates } from '#server/ingest/eval/labels/labelled.ts';
import { readEpisodes } from '#server/ingest/eval/labels/readings.ts';
import { showInputs } from '#server/ingest/eval/labels/show-inputs.ts';
import type { EpisodeLinker } from '#server/ingest/extract/subjects/mentions.ts';
import { type Survey, survey } from '#server/ingest/extract/survey.ts';
import { CARD_FEATURES, type CardView, cardsOf } from '#server/ingest/extract/writing/card/features.ts';

/** A card with what was said of it. */
export type LabelledCard<Label> = {
  readonly card: CardView;
  readonly label: Label;
  readonly weight: number;
  /** What must be held out together: the episode. */
  readonly group: string;
};

/** The side that a reader heard; `other` is neither, or both. */
export type SideLabel = 'BULLISH' | 'BEARISH' | 'other';

/** A card with whether an editor signed it and why not, and its side, `none` where none can be told; null for one that stands for cards nobody labelled. */
export type ReadCard = LabelledCard<boolean> & {
  readonly verdict: CardVerdict | null;
  readonly side: SideLabel | 'none' | null;
};

/** Cards that an editor read, those from which sides are learnt, and all that an episode offers. */
export type CardRows = {
  readonly signed: readonly ReadCard[];
  readonly sides: readonly LabelledCard<SideLabel>[];
  readonly offered: readonly Pick<LabelledCard<never>, 'card' | 'group'>[];
};

/** Of the cards that nobody labelled, in what readers read and marked nothing of, one in so many stands for the rest, chosen by its place: so others stay when subjects come or go. */
const ONE_IN_OTHERS = 15;
/** What a reader wrote of a whole passage counts so much for the sentence that carries it. */
const OF_PASSAGE = 0.6;

/**
 * Every labelled card whose passage the engine still finds, some of the cards that readers passed over, and the sentences
 * that carry what readers listed, of the shows in `folder`.
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

/** A broken card, and one that leans on another, take sides too. */
function takesPart(verdict: CardVerdict): boolean {
  return isSigned(verdict) || verdict === 'd' || verdict === 'b' || verdict === 'n';
}

function isPassedOver({ line: { sentence } }: CardView, { read, markOf }: LabelledEpisode): boolean {
  const wasRead = read.some(([from, to]) => sentence.start >= from && sentence.start <= to);
  return wasRead && markOf(sentence) === null;
}

/** The sentences that carry the ideas a reader listed, each with the stance that the reader gave its passage. */
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

/** Of the cards on one subject and sentence the one whose passage is likeliest an idea. */
function likeliest(cards: readonly CardView[]): Map<string, CardView> {
  const found = new Map<string, CardView>();
  for (const card of cards) {
    const place = placeOf(card.subject, card.line.sentence.start);
    const held = found.get(place);
    if (held === undefined || CARD_FEATURES.idea(card) > CARD_FEATURES.idea(held)) found.set(place, card);
  }
  return found;
}

/** By what cards of an episode are told apart: the subject, and the second at which the sentence begins. */
export function placeOf(subject: string, start: number): string {
  return `${subject} ${start.toFixed(1)}`;
}
