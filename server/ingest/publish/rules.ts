import type { Cue, ExtractedIdea, Extraction, Subject } from '#server/domain.ts';
import { type FoundIdea, type Reviewed, saysTheSame } from '#server/features/corrections/made/rules.ts';
import { personKey } from '#server/features/visibility/withdrawn/rules.ts';

/** An idea below this confidence (0..1) counts in measurements but is not published: the engine doubts that it is one. */
export const LEAST_IDEA_CONFIDENCE = 0.5;

/** The extraction without its doubtful ideas. */
export function servable(extraction: Extraction): Extraction {
  const isServed = ({ confidence }: ExtractedIdea) => confidence >= LEAST_IDEA_CONFIDENCE;
  return { ...extraction, ideas: extraction.ideas.filter(isServed) };
}

/** An idea of an earlier analysis of the episode. */
export type StoredIdea = {
  readonly id: string;
  /** Whether an analysis since did not find it. */
  readonly superseded: boolean;
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
  /** The same claim about the same instruments: the row keeps its id or becomes current again, its other columns are updated. */
  readonly kept: readonly { readonly id: string; readonly idea: ExtractedIdea }[];
  readonly superseded: readonly StoredIdea[];
  readonly added: readonly ExtractedIdea[];
};

type Agrees = (before: StoredIdea, now: ExtractedIdea) => boolean;
const isSameSide: Agrees = (before, now) => before.stance === now.stance;
/** A side that one analysis withholds and another tells makes no other idea; the contrary side does. */
const isWithheldByOne: Agrees = (before, now) => before.stance === null || now.stance === null;
const isSameQuote: Agrees = ({ quote, timestampSeconds }, now) =>
  quote === now.quote.text && timestampSeconds === now.quote.startSeconds;
/** The same claim may be quoted at greater or shorter length. */
const isSameQuoteCut: Agrees = ({ quote, timestampSeconds }, now) =>
  quote !== null &&
  (quote.includes(now.quote.text) || now.quote.text.includes(quote)) &&
  Math.abs((timestampSeconds ?? 0) - now.quote.startSeconds) <= MOST_BETWEEN_CUTS_SECONDS;
const MOST_BETWEEN_CUTS_SECONDS = 60;

const isToldAlike: Agrees = ({ speakerName, headline, thesis }, now) =>
  speakerName === nameOf(now) && headline === now.headline && thesis === now.thesis;
/** A name that one analysis withholds and another tells makes no other idea; another name does. */
const isNamedByOne: Agrees = ({ speakerName, headline, thesis }, now) => {
  const name = nameOf(now);
  if ((speakerName === null) === (name === null)) return false;
  const [named, unnamed] = name === null ? [{ headline, thesis }, now] : [now, { headline, thesis }];
  const who = speakerName ?? name!;
  return (
    isButForName(named.headline, unnamed.headline, who) && isButForName(named.thesis, unnamed.thesis, who)
  );
};

/** Ways to find an idea among those of earlier analyses; the first that finds one counts. */
const WAYS = [isSameQuote, isSameQuoteCut].flatMap((quotes) =>
  [isToldAlike, isNamedByOne].flatMap((tellings) =>
    [isSameSide, isWithheldByOne].flatMap((sides) =>
      [false, true].map((superseded) => ({
        superseded,
        agrees: (before: StoredIdea, now: ExtractedIdea) =>
          quotes(before, now) && tellings(before, now) && sides(before, now),
      })),
    ),
  ),
);

/**
 * Whether an idea loses its name though the transcript still labels its words with it: the proof of the name was in somebody else's
 * words, which are gone.
 */
export function losesItsName(before: StoredIdea, now: ExtractedIdea, cues: readonly Cue[]): boolean {
  if (before.superseded || before.speakerName === null || nameOf(now) !== null) return false;
  const cue = cues.findLast(({ start }) => Math.floor(start) <= now.quote.startSeconds);
  return cue?.speaker != null && personKey(cue.speaker) === personKey(before.speakerName);
}

function nameOf({ speaker }: ExtractedIdea): string | null {
  return speaker?.name ?? null;
}

/** Whether a text is another with something else in the place of a name. */
function isButForName(named: string, unnamed: string, name: string): boolean {
  const at = named.indexOf(name);
  if (at < 0) return named === unnamed;
  const [before, after] = [named.slice(0, at), named.slice(at + name.length)];
  return (
    unnamed.length >= before.length + after.length && unnamed.startsWith(before) && unnamed.endsWith(after)
  );
}

/**
 * How a new analysis of an episode replaces the ideas of earlier ones (docs/decisions.md). `stored` holds the superseded ones too,
 * the last superseded first: one that is found again becomes current again. The same analysis twice changes nothing. An idea that
 * an operator corrected or hid (`reviewed`) stays as it is, and an idea that says the same is not added.
 */
export function replaceIdeas(
  stored: readonly StoredIdea[],
  extracted: readonly ExtractedIdea[],
  reviewed: readonly Reviewed[] = [],
): Replacement {
  const own = stored.filter((idea) => !reviewed.some(({ id }) => id === idea.id));
  const isHeldBack = (idea: ExtractedIdea) => reviewed.some((one) => saysTheSame(one, placeOf(idea)));
  const free = Map.groupBy(own, keyOfStored);
  const found = new Map<ExtractedIdea, string>();
  for (const { superseded, agrees } of WAYS)
    for (const idea of extracted) {
      if (found.has(idea) || (superseded && isHeldBack(idea))) continue;
      const twins = free.get(keyOfExtracted(idea)) ?? [];
      const at = twins.findIndex((one) => one.superseded === superseded && agrees(one, idea));
      if (at >= 0) found.set(idea, twins.splice(at, 1)[0]!.id);
    }
  const kept = extracted.flatMap((idea) => (found.has(idea) ? [{ id: found.get(idea)!, idea }] : []));
  const ids = new Set(found.values());
  return {
    kept,
    added: extracted.filter((idea) => !found.has(idea) && !isHeldBack(idea)),
    superseded: own.filter(({ id, superseded }) => !superseded && !ids.has(id)),
  };
}

function placeOf({ subject, quote, speaker }: ExtractedIdea): FoundIdea {
  const { kind, key } = subject;
  return { kind, key, speaker: speaker?.name ?? null, start: quote.startSeconds, end: quote.endSeconds };
}

function keyOfStored({ subjectKind, subjectKey, discussionDepth, tickers, themes }: StoredIdea): string {
  return keyOf(subjectKind, subjectKey, discussionDepth, tickers, themes);
}

function keyOfExtracted({ subject, depth, tickers, themes }: ExtractedIdea): string {
  return keyOf(subject.kind, subject.key, depth, [...new Set(tickers)], themes);
}

/** The instruments: what makes an idea the same one in two analyses, beside its quote, its telling and its side. */
function keyOf(
  kind: Subject['kind'],
  key: string,
  depth: number,
  tickers: readonly string[],
  themes: readonly string[],
): string {
  return JSON.stringify([kind, key, depth, tickers.toSorted(), themes.toSorted()]);
}
