/** Source of a pattern that matches where one of its parts does. It lets a long list of wordings be split by sense, each part with a name. */
export function anyOf(...parts: readonly RegExp[]): string {
  return `(?:${parts.map((part) => part.source).join('|')})`;
}
