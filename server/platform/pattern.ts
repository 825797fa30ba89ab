/** Escapes `text` for a regular expression that matches exactly it. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Replaces these parts by blanks of the same length, so that other positions stay valid. */
export function blanked(
  text: string,
  parts: readonly { readonly start: number; readonly length: number }[],
): string {
  return parts.reduce(
    (rest, { start, length }) => rest.slice(0, start) + ' '.repeat(length) + rest.slice(start + length),
    text,
  );
}

/** Replaces all that a pattern finds by blanks of the same length; without the flag `g` the first alone. */
export function blankedOut(text: string, pattern: RegExp): string {
  return text.replace(pattern, (words) => ' '.repeat(words.length));
}

/** Marks that turn the direction of the text beside them, as part of a character class. */
export const DIRECTION_MARKS = '\\u202a-\\u202e\\u2066-\\u2069';

const UNPRINTABLE = new RegExp(`[\\p{Cc}${DIRECTION_MARKS}]+`, 'gu');

/** Text of others for a terminal or a subject, which it may not colour, break or turn: a space for each run of control characters and direction marks. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}
