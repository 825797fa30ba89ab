import { readdirSync } from 'node:fs';
import type { EpisodeInput, ExtractedIdea, Extractor } from '#server/domain.ts';
import { subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import { type CardVerdict, isSigned, labelledCards } from './labels/cards.ts';
import { showInputs } from './labels/show-inputs.ts';

/** An idea as it would be served, and what an editor said of its card; null where none read it. */
export type JudgedIdea = { readonly confidence: number; readonly verdict: CardVerdict | null };

/** Ideas of so many hours of talk. */
export type JudgedIdeas = { readonly hours: number; readonly ideas: readonly JudgedIdea[] };

/**
 * What is served from a confidence on: how many an hour of talk, how many of those an editor read, and the shares (0..1)
 * of these that the editor signs at all and signs for what they are, not for want of better ones.
 */
export type ServedPoint = {
  readonly at: number;
  readonly anHour: number;
  readonly read: number;
  readonly signed: number;
  readonly outright: number;
};

/** A card's sentence and the quote of an idea begin at one second, but for what rounding and a cue's shared words make. */
const SAME_SECOND = 1.5;

/** Every idea of the episodes in `folder` that hold labelled cards, each read by the engine for its episode; none where there is no engine. */
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
      ...extraction.ideas.map((idea) => ({ confidence: idea.confidence, verdict: verdictOn(idea, cards) })),
    );
  }
  return { hours: seconds / 3600, ideas };
}

function lengthOf({ cues }: EpisodeInput): number {
  return (cues.at(-1)?.end ?? 0) - (cues[0]?.start ?? 0);
}

/** What an editor said of the card that an idea quotes: the one of its subject that begins nearest. */
export function verdictOn(
  { subject, quote }: Pick<ExtractedIdea, 'subject'> & { readonly quote: { readonly startSeconds: number } },
  cards: ReturnType<typeof labelledCards>[string],
): CardVerdict | null {
  const distance = (start: number) => Math.abs(start - quote.startSeconds);
  const own = cards.filter(([start, of]) => of === subjectId(subject) && distance(start) < SAME_SECOND);
  return own.sort(([a], [b]) => distance(a) - distance(b))[0]?.[2] ?? null;
}

/** What is served, and what of it an editor signs, from each of the confidences on. */
export function servedCurve({ hours, ideas }: JudgedIdeas, confidences: readonly number[]): ServedPoint[] {
  return confidences.map((at) => {
    const served = ideas.filter(({ confidence }) => confidence >= at);
    const read = served.flatMap(({ verdict }) => verdict ?? []);
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
