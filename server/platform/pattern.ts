/** Escapes `text` for a regular expression that matches exactly it. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
