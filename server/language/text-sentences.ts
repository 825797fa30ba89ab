/** The first sentence of a text without its full stop; empty for an empty text. */
export function firstSentence(text: string): string {
  return (sentencesOf(text)[0] ?? '').replace(/[.!?]+$/, '');
}

/** Sentences of a text. The full stop of an initial or an abbreviation ends none. */
export function sentencesOf(text: string): string[] {
  const out: string[] = [];
  let open = '';
  for (const part of text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]["'”’)]*) (?=["'“‘(\p{Lu}\p{N}])/u)) {
    open = open ? `${open} ${part}` : part;
    if (
      /(?:^|[\s(])(?:\p{L}|\p{Lu}\.\p{Lu}|Mr|Mrs|Ms|Dr|St|Inc|Corp|Co|Ltd|Bros|Gov|Sen|Rep|Gen|Prof|vs|No|Jr|Sr|approx|U\.S|U\.K)\.$/u.test(
        open,
      )
    )
      continue;
    out.push(open);
    open = '';
  }
  if (open) out.push(open);
  return out.filter(Boolean);
}
