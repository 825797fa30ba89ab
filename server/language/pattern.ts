/** Source of a pattern that matches where one of its parts does. It lets a long list of wordings be split by sense, each part with a name. */
export function anyOf(...parts: readonly RegExp[]): string {
  return `(?:${parts.map((part) => part.source).join('|')})`;
}

/** How often a pattern, which must be global, stands in a text. */
export function occurrences(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/** Alternatives of a pattern: what speakers open a sentence with before its first word of substance. */
export const SPOKEN_OPENERS = 'and|but|so|because|i think|i mean|well|yeah|now|then|look|also';
