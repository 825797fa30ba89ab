/** Phrases as a list inside a sentence: "a, b and c". */
export function listed(items: readonly string[]): string {
  return items.length <= 1 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Abbreviations whose full stop ends no sentence. */
const ABBREVIATED = /\b(?:Bros|Inc|Corp|Co|Ltd|Mr|Mrs|Ms|Dr|St|No|vs|U\.S|U\.K|\p{Lu})$/u;

/**
 * A model's words as a clause after "argues that": one sentence, without its full stop and a "that" of its own, without marks,
 * and begun with a small letter where the transcript writes its first word so.
 */
export function asClause(text: string, said: string): string {
  const clause = plain(text)
    .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
    .reduce((joined, part) => {
      const before = joined.replace(/\.$/, '');
      return ABBREVIATED.test(before) ? `${joined} ${part}` : `${joined.replace(/[.!?]$/, '')}; ${part}`;
    })
    .replace(/[.!;,\s]+$/, '')
    .replace(/^that\s+/i, '');
  const first = /^\p{Lu}\p{Ll}*(?![\p{L}\p{N}])/u.exec(clause)?.[0];
  if (first === undefined || first === 'I' || !words(said).has(first.toLowerCase())) return clause;
  return clause.charAt(0).toLowerCase() + clause.slice(1);
}

/** Words without list marks and emphasis, in single blanks. */
export function plain(text: string): string {
  return text
    .replace(/[*_|]|^\s*[-#•]\s*/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A short note as it stands in a list: a capital, no full stop. */
export function asNote(text: string): string {
  const trimmed = plain(text).replace(/[.;,\s]+$/, '');
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}

function words(text: string): Set<string> {
  return new Set(text.match(/[\p{L}\p{N}]+/gu));
}
