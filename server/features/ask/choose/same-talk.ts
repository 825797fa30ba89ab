import { termsOf } from '#server/language/terms.ts';

/** Two texts are one talk when they share this part (0..1) of the shorter one's runs of so many words. */
const RUN = 3;
const SAME = 0.5;

/** Whether two texts are two transcripts of the same words. */
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
