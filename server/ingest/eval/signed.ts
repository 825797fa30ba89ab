import { readdirSync } from 'node:fs';
import type { EpisodeInput, ExtractedIdea, Extractor, Stance } from '#server/domain.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { type EpisodeLinker, subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import type { Judge } from '#server/ingest/extract/writing/card/judge.ts';
import type { Embed } from '#server/ingest/extract/writing/card/meaning.ts';
import { LEAST_IDEA_CONFIDENCE } from '#server/ingest/publish/rules.ts';
import type { Sides } from './figures.ts';
import { type CardVerdict, heardIn, isSigned, labelledCards } from './labels/cards.ts';
import { showInputs } from './labels/show-inputs.ts';

/** An editor's verdict on a card, and its place: episode, and the second at which its sentence begins. */
export type EditedCard = {
  readonly group: string;
  readonly start: number;
  readonly subject: string;
  readonly verdict: CardVerdict;
  /** The side that the editor heard; null if none can be told. */
  readonly side: Stance | null;
};

/** An idea as it would be served, and the editor's verdict on its card; null if none read it. */
export type JudgedIdea = Pick<ExtractedIdea, 'confidence' | 'stance'> & { readonly card: EditedCard | null };

/** Ideas, and the hours of talk that they are from. */
export type JudgedIdeas = { readonly hours: number; readonly ideas: readonly JudgedIdea[] };

/**
 * Ideas from a confidence on: their number per hour of talk, the number that an editor read, and the shares, 0..1, of these that
 * the editor signed at all, and signed outright, not for want of better ones.
 */
export type ServedPoint = {
  readonly at: number;
  readonly anHour: number;
  readonly read: number;
  readonly signed: number;
  readonly outright: number;
};

/** A card's sentence and an idea's quote begin within this many seconds: rounding, and sentences that share a cue. */
const SAME_SECOND = 1.5;

/** Every idea of the episodes in `folder` with labelled cards, each extracted by its episode's engine; episodes without an engine are left out. */
export async function judgedIdeas(
  folder: string,
  engineFor: (group: string) => Extractor | null,
): Promise<JudgedIdeas> {
  const labelled = labelledCards();
  const ideas: JudgedIdea[] = [];
  let seconds = 0;
  for (const [group, input] of readdirSync(folder)
    .sort()
    .flatMap((show) => [...showInputs(folder, show)])) {
    const key = group.replace(/\.\w+$/, '');
    const [cards, engine] = [labelled[key], engineFor(key)];
    if (cards === undefined || engine === null) continue;
    seconds += lengthOf(input);
    const extraction = await engine.extract(input);
    ideas.push(
      ...extraction.ideas.map((idea) => ({
        confidence: idea.confidence,
        stance: idea.stance,
        card: cardOf(idea, key, cards),
      })),
    );
  }
  return { hours: seconds / 3600, ideas };
}

function lengthOf({ cues }: EpisodeInput): number {
  return (cues.at(-1)?.end ?? 0) - (cues[0]?.start ?? 0);
}

/** The card that an idea quotes: the nearest one on its subject. */
export function cardOf(
  { subject, quote }: Pick<ExtractedIdea, 'subject'> & { readonly quote: { readonly startSeconds: number } },
  group: string,
  cards: ReturnType<typeof labelledCards>[string],
): EditedCard | null {
  const distance = (start: number) => Math.abs(start - quote.startSeconds);
  const own = cards.filter(([start, of]) => of === subjectId(subject) && distance(start) < SAME_SECOND);
  const [nearest] = own.sort(([a], [b]) => distance(a) - distance(b));
  if (nearest === undefined) return null;
  const [start, of, verdict, side] = nearest;
  return { group, start, subject: of, verdict, side: heardIn(side) };
}

/** The served ideas whose cards an editor read. */
export function servedOf(
  ideas: readonly JudgedIdea[],
): readonly (JudgedIdea & { readonly card: EditedCard })[] {
  return ideas.flatMap(({ card, ...idea }) =>
    card !== null && idea.confidence >= LEAST_IDEA_CONFIDENCE ? [{ ...idea, card }] : [],
  );
}

/** The stances of what is served and was read: of what an editor signs, and of all. */
export function stancesServed(ideas: readonly JudgedIdea[]): { readonly signed: Sides; readonly all: Sides } {
  const served = servedOf(ideas);
  return { signed: sidesOf(served.filter(({ card }) => isSigned(card.verdict))), all: sidesOf(served) };
}

function sidesOf(served: ReturnType<typeof servedOf>): Sides {
  const given = served.filter(({ stance }) => stance !== null);
  const right = given.filter(({ stance, card }) => stance === card.side);
  return { all: served.length, given: given.length, right: right.length };
}

/** The engine for each episode, with a judge that has not seen it; null if there is no such judge. */
export function engineOf(
  judges: ReadonlyMap<string, Judge>,
  linker: EpisodeLinker,
  embed: Embed,
): (group: string) => Extractor | null {
  return (group) => {
    const judge = judges.get(group);
    return judge === undefined ? null : createRulesExtractor(linker, embed, judge);
  };
}

/** The points of the curve for these confidences. */
export function servedCurve({ hours, ideas }: JudgedIdeas, confidences: readonly number[]): ServedPoint[] {
  return confidences.map((at) => {
    const served = ideas.filter(({ confidence }) => confidence >= at);
    const read = served.flatMap(({ card }) => card?.verdict ?? []);
    const share = (is: (verdict: CardVerdict) => boolean) =>
      read.filter(is).length / Math.max(1, read.length);
    return {
      at,
      anHour: served.length / Math.max(1e-9, hours),
      read: read.length,
      signed: share(isSigned),
      outright: share((verdict) => verdict === 'y'),
    };
  });
}
