import { entriesIn } from '#server/language/word-list.ts';

/** Source of a pattern that matches any entry of `words/<name>.txt`. The first entry that matches wins. */
export function anyWording(name: string): string {
  return anyEntry(entriesIn(new URL(`./words/${name}.txt`, import.meta.url)));
}

/** A bracket that opens a plain group, or an escaped character, which may be a bracket that opens none. */
const PLAIN_GROUP = /(\\.)|\((?!\?)/g;
/** `{SOME_LIST}`, the name of `words/some-list.txt`. */
const OTHER_LIST = /\{([A-Z_]+)\}/g;

/**
 * Source of a pattern that matches any of the entries. An entry is a regular expression in which plain brackets group
 * without capturing and `{SOME_LIST}` stands for any entry of `words/some-list.txt`.
 */
export function anyEntry(entries: readonly string[]): string {
  const sources = entries.map((entry) =>
    entry
      .replace(PLAIN_GROUP, (_, escaped) => escaped ?? '(?:')
      .replace(OTHER_LIST, (_, list: string) => anyWording(list.toLowerCase().replaceAll('_', '-'))),
  );
  return `(?:${sources.join('|')})`;
}
