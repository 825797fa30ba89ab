/** Source of a pattern that matches if one of its parts does: a long list of wordings can be split by sense, each part named. */
export function anyOf(...parts: readonly RegExp[]): string {
  return `(?:${parts.map((part) => part.source).join('|')})`;
}

/** How often a global pattern matches in a text. */
export function occurrences(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/** Alternatives for a pattern: words that speakers put before the first word of substance. */
export const SPOKEN_OPENERS = 'and|but|so|because|i think|i mean|well|yeah|now|then|look|also';
