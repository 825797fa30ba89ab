/** Alternatives for a pattern: abbreviations whose full stop ends no sentence, without it. */
export const ABBREVIATIONS = 'Mr|Mrs|Ms|Dr|St|Inc|Corp|Co|Ltd|Bros|Gov|Sen|Rep|Gen|Prof|vs|No|Jr|Sr|approx';

/** A sentence may end after a mark, before what may begin another. */
const MAY_END = /(?<=[.!?]["'”’)]*) (?=["'“‘(\p{Lu}\p{N}])/u;
/** "J.", "U.S.", "Inc.": the full stop of an initial or an abbreviation. */
const ENDS_NONE = new RegExp(`(?:^|[\\s(])(?:\\p{L}|\\p{Lu}\\.\\p{Lu}|${ABBREVIATIONS})\\.$`, 'u');

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
    if (ENDS_NONE.test(open)) continue;
    out.push(open);
    open = '';
  }
  if (open) out.push(open);
  return out.filter(Boolean);
}
