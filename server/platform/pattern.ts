/** Escapes `text` for a regular expression that matches exactly it. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A text with as many blanks in place of its parts, so that what else is found in it stays where it is. */
export function blanked(
  text: string,
  parts: readonly { readonly start: number; readonly length: number }[],
): string {
  return parts.reduce(
    (rest, { start, length }) => rest.slice(0, start) + ' '.repeat(length) + rest.slice(start + length),
    text,
  );
}
