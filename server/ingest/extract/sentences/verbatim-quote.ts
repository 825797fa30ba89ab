import type { Cue, VerbatimQuote } from '#server/domain.ts';
import { isOneVoice } from './broken.ts';

/** Longest quote served, in characters; show rights may cut it shorter (docs/contract.md, IdeaMedia). */
export const QUOTE_CAP = 300;

/** How many cues away from the given one a quote is searched. */
const REACH = 60;

/** Cue text with single blanks for white space: the form that quotes are proven against. */
export function cueText(cue: Cue): string {
  return cue.text.replace(/\s+/g, ' ').trim();
}

/**
 * The only constructor of `VerbatimQuote`. Searches `text`, word for word, in the cues around `aroundCue` that one
 * voice says without interruption (`broken.ts`), joined by one space. The nearest match wins. Null when there is no
 * match, or it starts or ends inside a word, is empty, or is longer than `cap` characters. Seconds are whole: start of
 * the first quoted cue (rounded down), end of the last (rounded up).
 */
export function proveQuote(
  cues: readonly Cue[],
  text: string,
  aroundCue: number,
  cap: number = QUOTE_CAP,
): VerbatimQuote | null {
  const wanted = text.trim();
  if (wanted.length === 0 || wanted.length > cap || cues[aroundCue] === undefined) return null;
  const run = runAround(cues, aroundCue);
  const at = nearestOccurrence(run.text, wanted, run.startOf(aroundCue));
  if (at === null) return null;
  const firstCue = run.cueAt(at);
  const lastCue = run.cueAt(at + wanted.length - 1);
  const first = cues[firstCue];
  const last = cues[lastCue];
  if (first === undefined || last === undefined) return null;
  return {
    text: wanted,
    startSeconds: Math.floor(first.start),
    endSeconds: Math.ceil(Math.max(last.end, last.start)),
    firstCue,
    lastCue,
  } as VerbatimQuote;
}

/** Whether some of a sentence stands in the cues of a quote. */
export function isQuoted(
  { firstCue, lastCue }: { readonly firstCue: number; readonly lastCue: number },
  quote: VerbatimQuote,
): boolean {
  return lastCue >= quote.firstCue && firstCue <= quote.lastCue;
}

type Run = {
  readonly text: string;
  readonly startOf: (cue: number) => number;
  readonly cueAt: (offset: number) => number;
};

function runAround(cues: readonly Cue[], aroundCue: number): Run {
  let from = aroundCue;
  let to = aroundCue;
  while (from > 0 && aroundCue - from < REACH && isOneVoice(cues, from - 1)) from -= 1;
  while (to - aroundCue < REACH && isOneVoice(cues, to)) to += 1;
  const { text, starts } = joinCues(cues.slice(from, to + 1));
  return {
    text,
    startOf: (cue) => starts[cue - from] ?? 0,
    cueAt: (offset) => from + lastAtOrBefore(starts, offset),
  };
}

/** Cues as one text, with the offset and the length of each in it. */
export function joinCues(cues: readonly Cue[]): { text: string; starts: number[]; lengths: number[] } {
  const starts: number[] = [];
  const lengths: number[] = [];
  let text = '';
  for (const cue of cues) {
    const piece = cueText(cue);
    if (text.length > 0 && piece.length > 0) text += ' ';
    starts.push(text.length);
    lengths.push(piece.length);
    text += piece;
  }
  return { text, starts, lengths };
}

/** Index of the last of the sorted starts at or before the offset; 0 if there is none. */
export function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function nearestOccurrence(text: string, wanted: string, near: number): number | null {
  let best: number | null = null;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!standsAlone(text, at, at + wanted.length)) continue;
    if (best === null || Math.abs(at - near) < Math.abs(best - near)) best = at;
  }
  return best;
}

function standsAlone(text: string, start: number, end: number): boolean {
  const inside = /[\p{L}\p{N}]/u;
  const joined = (a: string | undefined, b: string | undefined) =>
    a !== undefined && b !== undefined && inside.test(a) && inside.test(b);
  return !joined(text[start - 1], text[start]) && !joined(text[end - 1], text[end]);
}
