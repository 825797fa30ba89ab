/** Alternatives for a pattern: abbreviations whose full stop ends no sentence, without it. */
export const ABBREVIATIONS = 'Mr|Mrs|Ms|Dr|St|Inc|Corp|Co|Ltd|Bros|Gov|Sen|Rep|Gen|Prof|vs|No|Jr|Sr|approx';
/** Source of a pattern for what a full stop abbreviates: an initial or two, or one of these. */
export const ABBREVIATED = `(?:\\p{L}|\\p{L}\\.\\p{L}|${ABBREVIATIONS})`;

/** A sentence may end after a mark, before what may begin another. */
const MAY_END = /(?<=[.!?]["'”’)]*) (?=["'“‘(\p{Lu}\p{N}])/u;
const ENDS_ABBREVIATED = new RegExp(`(?:^|[\\s(])${ABBREVIATED}\\.$`, 'u');

/** The first sentence of a text without its full stop; empty for an empty text. */
export function firstSentence(text: string): string {
  return (sentencesOf(text)[0] ?? '').replace(/[.!?]+$/, '');
}

/** Sentences of a text. The full stop of an initial or an abbreviation ends none. */
export function sentencesOf(text: string): string[] {
  const out: string[] = [];
  let open = '';
  for (const part of text.replace(/\s+/g, ' ').trim().split(MAY_END)) {
    open = open ? `${open} ${part}` : part;
    if (ENDS_ABBREVIATED.test(open)) continue;
    out.push(open);
    open = '';
  }
  if (open) out.push(open);
  return out.filter(Boolean);
}
