import { readFileSync } from 'node:fs';

const LISTS = new URL('./lists/', import.meta.url);

/** The entries of `lists/<name>.txt`, in order: sources of patterns, mostly plain words. Throws if there is no such list. */
export function entriesOf(name: string): string[] {
  return entriesIn(new URL(`${name}.txt`, LISTS));
}

/** The lines of a file in order, without empty lines and comments (`#`). Throws if there is no such file. */
export function entriesIn(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** The entries of a list as alternatives, for a group of a pattern. The first that matches wins. */
export function alternatives(name: string): string {
  return entriesOf(name).join('|');
}

/** Finds every entry of a list as whole words, in any case. */
export function wholeWords(name: string): RegExp {
  return new RegExp(`\\b(?:${alternatives(name)})\\b`, 'gi');
}

/**
 * Finds every entry of a list as whole words, in any case. `~` ends a stem ("outperform~" finds outperforms, outperforming), and
 * a space also matches a hyphen.
 */
export function wholeWordsAndStems(name: string): RegExp {
  const parts = entriesOf(name).map((entry) => entry.replace(/~/g, "[\\w'-]*").replace(/ /g, '[ -]+'));
  return new RegExp(`(?<![\\w$])(?:${parts.join('|')})(?![\\w])`, 'gi');
}
