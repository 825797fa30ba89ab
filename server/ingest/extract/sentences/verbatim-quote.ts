import type { Cue, VerbatimQuote } from '#server/domain.ts';
import { joinCues, lastAtOrBefore, withPlainApostrophes } from '#server/language/cues/text.ts';
import { isOneVoice } from './broken.ts';

/** Longest quote served, in characters; show rights may cut it shorter (docs/contract.md, IdeaMedia). */
export const QUOTE_CAP = 300;
/** Quotes aim below the cap, so that the usual licence of a show does not cut them. */
export const QUOTE_AIM = 280;

/** How many cues away from the given one a quote is searched. */
const REACH = 60;

/**
 * The only constructor of `VerbatimQuote`. Searches `text`, word for word, in the cues around `aroundCue` that one
 * voice says without interruption (`broken.ts`), joined by one space. The nearest match wins, with the transcript's
 * apostrophes. Null when there is no match, or it starts or ends inside a word, is empty, or is longer than `QUOTE_CAP`.
 * Seconds are whole: start of the first quoted cue (rounded down), end of the last (rounded up).
 */
export function proveQuote(cues: readonly Cue[], text: string, aroundCue: number): VerbatimQuote | null {
  const wanted = withPlainApostrophes(text.trim());
  if (wanted.length === 0 || wanted.length > QUOTE_CAP || cues[aroundCue] === undefined) return null;
  const run = runAround(cues, aroundCue);
  const at = nearestOccurrence(withPlainApostrophes(run.text), wanted, run.startOf(aroundCue));
  if (at === null) return null;
  const firstCue = run.cueAt(at);
  const lastCue = run.cueAt(at + wanted.length - 1);
  const first = cues[firstCue];
  const last = cues[lastCue];
  if (first === undefined || last === undefined) return null;
  return {
    text: run.text.slice(at, at + wanted.length),
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
