import { madeOnce, plainWords } from '#server/features/ask/read/names/plain-names.ts';
import type { NamedShow } from '#server/features/ask/read/reading.ts';
import { literal } from '#server/platform/pattern.ts';

/** Shows whose name a question writes out. When one name contains another, the longer one. */
export function namedShows(question: string, shows: readonly NamedShow[]): NamedShow[] {
  const plain = ` ${plainWords(question)} `;
  const found = showNames(shows).flatMap(({ show, sought }) =>
    sought.some((name) => plain.includes(name)) ? [show] : [],
  );
  return found.filter(
    (show) =>
      !found.some(
        (other) =>
          other !== show &&
          plainWords(other.name).includes(plainWords(show.name)) &&
          other.name.length > show.name.length,
      ),
  );
}

const showNames = madeOnce((shows: readonly NamedShow[]) =>
  shows.map((show) => {
    const short = show.name.replace(/^the\s+|\s+(?:podcast|show)$|\s*[:|(].*$|\s[–-]\s.*$/gi, '');
    const names = [...new Set([plainWords(show.name), plainWords(short)])].filter(isDistinct);
    return { show, sought: names.map((name) => ` ${name} `) };
  }),
);

/** Whether a show's name is too long and too rare to stand in a question by chance. */
function isDistinct(name: string): boolean {
  return name.length >= 3 && !/^(?:the|odd|money|show|invest|markets?)$/.test(name);
}

/** A text without a show's name. */
export function withoutShow(text: string, name: string): string {
  const written = writtenShow(name);
  return written === null ? text : text.replace(written, ' ');
}

/** A text of the same length in which a show's name is one word: no comma and no "on" in it ends what is said of it. */
export function withShowAsWord(text: string, name: string): string {
  const written = writtenShow(name);
  if (written === null) return text;
  return text.replace(written, (words) => words.replace(/[^\p{L}\p{N}]/gu, '_'));
}

/** Matches a show's name with anything between its words; null when it has none. */
function writtenShow(name: string): RegExp | null {
  const words = plainWords(name.replace(/^the\s+|\s+(?:podcast|show)$/gi, ''))
    .split(' ')
    .filter(Boolean);
  return words.length === 0 ? null : new RegExp(words.map(literal).join('[^\\p{L}\\p{N}]+'), 'giu');
}
