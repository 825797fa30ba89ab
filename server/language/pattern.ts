/** Source of a pattern that matches where one of its parts does; for wordings so many that their senses want names. */
export function anyOf(...parts: readonly RegExp[]): string {
  return `(?:${parts.map((part) => part.source).join('|')})`;
}
