import type { ExtractedIdea, Extraction, Subject } from '#server/domain.ts';
import { type Reviewed, saysTheSame } from '#server/features/corrections/rules.ts';

/** An idea below this confidence (0..1) counts in measurements but is not published: the engine doubts that it is one. */
export const LEAST_IDEA_CONFIDENCE = 0.5;

/** The extraction without its doubtful ideas. */
export function servable(extraction: Extraction): Extraction {
  const isServed = ({ confidence }: ExtractedIdea) => confidence >= LEAST_IDEA_CONFIDENCE;
  return { ...extraction, ideas: extraction.ideas.filter(isServed) };
}

/** An idea of an earlier analysis that is still current. */
export type CurrentIdea = {
  readonly id: string;
  readonly subjectKind: Subject['kind'];
  readonly subjectKey: string;
  readonly headline: string;
  readonly thesis: string;
  readonly stance: string | null;
  readonly discussionDepth: number;
  readonly timestampSeconds: number | null;
  readonly quote: string | null;
  readonly speakerName: string | null;
  readonly tickers: readonly string[];
  readonly themes: readonly string[];
};

export type Replacement = {
  /** The same words about the same instruments: the row keeps its id, its other columns are updated. */
  readonly kept: readonly { readonly id: string; readonly idea: ExtractedIdea }[];
  readonly superseded: readonly CurrentIdea[];
  readonly added: readonly ExtractedIdea[];
};

/**
 * How a new analysis of an episode replaces the ideas of the last one (docs/decisions.md). The same analysis twice changes
 * nothing. An idea that an operator corrected or hid (`reviewed`) stays as it is, and an idea that says the same is not added.
 */
export function replaceIdeas(
  all: readonly CurrentIdea[],
  extracted: readonly ExtractedIdea[],
  reviewed: readonly Reviewed[] = [],
): Replacement {
  const current = all.filter((idea) => !reviewed.some(({ id }) => id === idea.id));
  const free = new Map<string, CurrentIdea[]>();
  for (const idea of current) free.set(keyOfCurrent(idea), [...(free.get(keyOfCurrent(idea)) ?? []), idea]);
  const kept: { id: string; idea: ExtractedIdea }[] = [];
  const added: ExtractedIdea[] = [];
  for (const idea of extracted) {
    const twin = free.get(keyOfExtracted(idea))?.shift();
    if (twin) kept.push({ id: twin.id, idea });
    else if (!reviewed.some((one) => saysTheSame(one, placeOf(idea)))) added.push(idea);
  }
  return { kept, added, superseded: [...free.values()].flat() };
}

function placeOf({ subject, quote }: ExtractedIdea) {
  return { kind: subject.kind, key: subject.key, start: quote.startSeconds, end: quote.endSeconds };
}

function keyOfCurrent(idea: CurrentIdea): string {
  const {
    subjectKind,
    subjectKey,
    headline,
    thesis,
    stance,
    discussionDepth,
    timestampSeconds,
    quote,
    speakerName,
    tickers,
    themes,
  } = idea;
  return JSON.stringify([
    subjectKind,
    subjectKey,
    headline,
    thesis,
    stance,
    discussionDepth,
    timestampSeconds,
    quote,
    speakerName,
    [...tickers].sort(),
    [...themes].sort(),
  ]);
}

function keyOfExtracted(idea: ExtractedIdea): string {
  return JSON.stringify([
    idea.subject.kind,
    idea.subject.key,
    idea.headline,
    idea.thesis,
    idea.stance,
    idea.depth,
    idea.quote.startSeconds,
    idea.quote.text,
    idea.speaker?.name ?? null,
    [...new Set(idea.tickers)].sort(),
    [...idea.themes].sort(),
  ]);
}
