/** The first sentence of a text without its full stop; empty for an empty text. */
export function firstSentence(text: string): string {
  return (sentencesOf(text)[0] ?? '').replace(/[.!?]+$/, '');
}

/** Source of a pattern for what a full stop abbreviates: an initial or two, a title, a company's form. */
export const ABBREVIATED =
  '(?:\\p{L}|\\p{L}\\.\\p{L}|Mr|Mrs|Ms|Dr|St|Inc|Corp|Co|Ltd|Bros|Gov|Sen|Rep|Gen|Prof|vs|No|Jr|Sr|approx)';
const ENDS_ABBREVIATED = new RegExp(`(?:^|[\\s(])${ABBREVIATED}\\.$`, 'u');

/** Sentences of a text. The full stop of an initial or an abbreviation ends none. */
export function sentencesOf(text: string): string[] {
  const out: string[] = [];
  let open = '';
  for (const part of text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]["'”’)]*) (?=["'“‘(\p{Lu}\p{N}])/u)) {
    open = open ? `${open} ${part}` : part;
    if (ENDS_ABBREVIATED.test(open)) continue;
    out.push(open);
    open = '';
  }
  if (open) out.push(open);
  return out.filter(Boolean);
}
