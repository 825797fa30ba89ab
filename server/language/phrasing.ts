/** Phrases as a list inside a sentence: "a, b and c". */
export function listed(items: readonly string[]): string {
  return items.length <= 1 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** A text with a capital at its beginning. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text with a small letter at its beginning. */
export function uncapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** A text in quotation marks. Those of its own become single ones, so that it ends where it ends. */
export function inQuotationMarks(text: string): string {
  const inner = text
    .replace(/"([^"]*)"/g, '‘$1’')
    .replace(/“/g, '‘')
    .replace(/”/g, '’');
  return `“${inner}”`;
}

/** The beginning of a text, at most `most` characters as JavaScript counts them, that ends with a whole one. */
export function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{Surrogate}$/u, '');
}

/** Letters and digits alone, in small letters, words apart by one blank, with a blank around all. */
export function wordsAlone(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `.replace(/^ +$/, ' ');
}
