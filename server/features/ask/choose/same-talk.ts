import { termsOf } from '#server/language/terms.ts';

/** So many words in a row are said twice by copying alone; so many of the shorter text's runs (0..1) make it the same talk. */
const RUN = 3;
const SAME = 0.5;

/** Whether two texts are the same words, as two transcripts of one talk give them. */
export function isSameTalk(a: string, b: string): boolean {
  const [shorter, longer] = [runsOf(a), runsOf(b)].sort((one, other) => one.size - other.size) as [
    Set<string>,
    Set<string>,
  ];
  if (shorter.size === 0) return a === b;
  return [...shorter].filter((run) => longer.has(run)).length >= SAME * shorter.size;
}

function runsOf(text: string): Set<string> {
  const terms = termsOf(text);
  return new Set(
    terms.slice(0, Math.max(0, terms.length - RUN + 1)).map((_, i) => terms.slice(i, i + RUN).join(' ')),
  );
}
