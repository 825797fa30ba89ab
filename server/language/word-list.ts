import { readFileSync } from 'node:fs';

const LISTS = new URL('./lists/', import.meta.url);

/**
 * The entries of `lists/<name>.txt`, one a line and in order; a line that begins with `#` says what the list is. An
 * entry is the source of a pattern, mostly plain words. Throws where there is no such list.
 */
export function entriesOf(name: string): string[] {
  return entriesIn(new URL(`${name}.txt`, LISTS));
}

/** The lines of a file that are neither empty nor comments (`#`), in order. Throws where there is no such file. */
export function entriesIn(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Source of a pattern that matches any entry of a list; to stand in a group. The first entry that matches wins. */
export function alternatives(name: string): string {
  return entriesOf(name).join('|');
}

/** Every place where an entry of a list stands as whole words, in any capitals. */
export function wholeWords(name: string): RegExp {
  return new RegExp(`\\b(?:${alternatives(name)})\\b`, 'gi');
}

/**
 * Every place where an entry of a list of praise or fault stands as whole words, in any capitals: `~` ends a stem
 * ("outperform~" is outperforms, outperforming), and a space stands for a hyphen, too.
 */
export function wholeWordsAndStems(name: string): RegExp {
  const parts = entriesOf(name).map((entry) => entry.replace(/~/g, "[\\w'-]*").replace(/ /g, '[ -]+'));
  return new RegExp(`(?<![\\w$])(?:${parts.join('|')})(?![\\w])`, 'gi');
}
