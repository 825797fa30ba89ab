/** Phrases as a list inside a sentence: "a, b and c". */
export function listed(items: readonly string[]): string {
  return items.length <= 1 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Abbreviations whose full stop ends no sentence. */
const ABBREVIATED = /\b(?:Bros|Inc|Corp|Co|Ltd|Mr|Mrs|Ms|Dr|St|No|vs|U\.S|U\.K|\p{Lu})$/u;

/**
 * A model's words as a clause after "argues that": one sentence, without its full stop and a "that" of its own, without marks,
 * and begun with a small letter where its first word is no name.
 */
export function asClause(text: string): string {
  const clause = plain(text)
    .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
    .reduce((joined, part) => {
      const before = joined.replace(/\.$/, '');
      return ABBREVIATED.test(before) ? `${joined} ${part}` : `${joined.replace(/[.!?]$/, '')}; ${part}`;
    })
    .replace(/[.!;,\s]+$/, '')
    .replace(DOUBLED_THAT, '');
  return BEGINS.test(clause) ? clause.charAt(0).toLowerCase() + clause.slice(1) : clause;
}

/** A "that" of the clause's own, before what can only begin a clause: "that market" is no such. */
const DOUBLED_THAT =
  /^that\s+(?=(?:the|an?|it|they|he|she|there|these|those|its|their|his|her|all|no|most|if|when|since|because)\b|\p{Lu})/u;

/** Words that begin a sentence and are no name: others keep their capital, since a company may be called by any word ("Atoms", "Boom"). */
const BEGINS =
  /^(?:the|an?|this|that|these|those|it|its|he|she|they|their|his|her|there|here|in|on|at|by|of|to|from|for|with|within|without|over|under|after|before|during|since|until|unless|if|when|where|while|because|although|though|as|even|not|no|nobody|nothing|only|both|either|neither|most|many|more|much|some|any|all|each|every|few|several|other|others|such|one|two|three|what|whoever|who|whether|how|companies|investors|people|founders)\b/i;

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
