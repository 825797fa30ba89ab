import { readFileSync } from 'node:fs';

/**
 * Source of a pattern that matches any entry of a list. A list is a file `words/<name>.txt` with one entry a line, in the
 * order in which entries are tried; a line that begins with `#` is a comment.
 */
export function anyOf(name: string): string {
  const lines = readFileSync(new URL(`./words/${name}.txt`, import.meta.url), 'utf8').split('\n');
  return anyEntry(lines.filter((line) => line !== '' && !line.startsWith('#')));
}

/**
 * Source of a pattern that matches any of the entries. An entry is a regular expression in which plain brackets group
 * without capturing and `{SOME_LIST}` stands for any entry of `words/some-list.txt`.
 */
export function anyEntry(entries: readonly string[]): string {
  const sources = entries.map((entry) =>
    entry
      .replace(/(\\.)|\((?!\?)/g, (whole, escaped) => (escaped ? whole : '(?:'))
      .replace(/\{([A-Z_]+)\}/g, (_, list: string) => anyOf(list.toLowerCase().replaceAll('_', '-'))),
  );
  return `(?:${sources.join('|')})`;
}
