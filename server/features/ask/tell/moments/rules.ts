import type { Cue } from '#server/domain.ts';
import type { CitedEvidence, Evidence, PassageEvidence } from '#server/features/ask/choose/evidence.ts';
import type { Sentence } from '#server/features/ask/tell/sentence.ts';
import { quotesIn } from '#server/features/ask/tell/verify.ts';
import { secondWithin } from '#server/language/cues/pace.ts';

/** Finds when the quoted words of a transcript were said. Pure. */

/** Words in a row that are enough to find a quote; a shorter quote needs all of its words. */
const FEWEST_WORDS = 3;

/** Evidence, each with the second at which the words that the answer quotes of it begin. `cues`: by window id. */
export function timed(
  cited: readonly Evidence[],
  sentences: readonly Sentence[],
  cues: ReadonlyMap<number, readonly Cue[]>,
): CitedEvidence[] {
  return cited.map((item) => {
    if (item.kind === 'idea') return item;
    const texts = sentences.flatMap(({ text, on }) => (on.includes(item) ? [text] : []));
    return { ...item, second: secondOf(item, texts, cues.get(item.passage.id) ?? []) };
  });
}

/**
 * The second of the episode at which the earliest words that these texts quote of a window begin (docs/contract.md, IdeaCard
 * 12). The start of the window when they quote none, or when the cues do not hold the quoted words.
 */
export function secondOf(
  {
    passage,
    words,
  }: Pick<PassageEvidence, 'words'> & {
    readonly passage: Pick<PassageEvidence['passage'], 'text' | 'startSeconds'>;
  },
  texts: readonly string[],
  cues: readonly Cue[],
): number {
  const own = wordsOf(passage.text);
  const spoken = cues.flatMap(timedWords);
  const line = spoken.map(({ word }) => word);
  // The first cue may begin before the window does.
  const opening = placeOf(own, line, 0).at;
  const seconds = texts.flatMap((text) =>
    quotedOf(text, words).flatMap((quoted) => {
      const inWindow = placeOf(quoted, own, 0);
      if (quoted.length === 0 || inWindow.run < quoted.length) return [];
      const at = firstPlace(quoted, line, opening + inWindow.at);
      return at === null ? [] : [spoken[at]!.second];
    }),
  );
  return seconds.length > 0 ? Math.min(...seconds) : passage.startSeconds;
}

/** The words of each quote in a text. `chosen` counts as one quote, even with quotation marks inside. */
function quotedOf(text: string, chosen: string): string[][] {
  const isTold = text.includes(chosen);
  const quotes = quotesIn(isTold ? text.replace(chosen, '') : text);
  return [...(isTold ? [chosen] : []), ...quotes].map(wordsOf);
}

/** The place on the line where a quote begins; null when it is not there. Tries later words when another voice interrupts the first. */
function firstPlace(quoted: readonly string[], line: readonly string[], near: number): number | null {
  const least = Math.min(FEWEST_WORDS, quoted.length);
  for (let from = 0; from + least <= quoted.length; from += 1) {
    const { at, run } = placeOf(quoted.slice(from), line, near + from);
    if (run >= least) return at;
  }
  return null;
}

/** The place where the longest run of a text's first words stands, and its length; of equal runs the one nearest to `near`. */
function placeOf(
  words: readonly string[],
  line: readonly string[],
  near: number,
): { readonly at: number; readonly run: number } {
  let best = { at: 0, run: 0 };
  for (let at = 0; at < line.length; at += 1) {
    let run = 0;
    while (run < words.length && line[at + run] === words[run]) run += 1;
    const isNearer = Math.abs(at - near) < Math.abs(best.at - near);
    if (run > best.run || (run === best.run && isNearer)) best = { at, run };
  }
  return best;
}

function timedWords(cue: Cue): { word: string; second: number }[] {
  const text = cue.text.toLowerCase();
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word,
    second: Math.floor(secondWithin(cue, index / text.length)),
  }));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

const WORD = /[\p{L}\p{N}]+/gu;
