/** A text with a capital at its beginning. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text with a small letter at its beginning. */
export function uncapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
