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
  return BEGINS.test(clause) && !NAME.test(clause)
    ? clause.charAt(0).toLowerCase() + clause.slice(1)
    : clause;
}

/** A "that" of the clause's own, before what can only begin a clause: "that market" is no such. */
const DOUBLED_THAT =
  /^that\s+(?=(?:the|an?|it|they|he|she|there|these|those|its|their|his|her|all|no|most|if|when|since|because)\b|\p{Lu})/u;

/** Words that begin a sentence and are no name: others keep their capital, since a company may be called by any word ("Atoms", "Boom"). */
const BEGINS =
  /^(?:the|an?|this|that|these|those|it|its|he|she|they|their|his|her|there|here|in|on|at|by|of|to|from|for|with|within|without|over|under|after|before|during|since|until|unless|if|when|where|while|because|although|though|as|even|not|no|nobody|nothing|only|both|either|neither|most|many|more|much|some|any|all|each|every|few|several|other|others|such|one|two|three|what|whoever|who|whether|how|companies|investors|people|founders)\b/i;
/** A name that begins like a sentence: "Founders Fund". */
const NAME = /^(?:Companies|Investors|People|Founders) \p{Lu}/u;

/** What somebody is said to think, as a verb of attribution. */
const HELD_AS: Record<string, 'believes' | 'suspects' | 'expects'> = {
  thinks: 'believes',
  believes: 'believes',
  feels: 'believes',
  suspects: 'suspects',
  guesses: 'suspects',
  'is guessing': 'suspects',
  expects: 'expects',
};
const HELD = Object.keys(HELD_AS).join('|');
const FIRST_HELD = new RegExp(
  `^(?:he|she|the speaker) (?:(?:himself|herself|personally) )?(${HELD})(?: that)?,? (?=\\S)`,
  'iu',
);
const LAST_HELD = new RegExp(`, (?:he|she|the speaker) (${HELD})$`, 'iu');

/**
 * A verb of attribution and the clause after its "that", each hedge once: nobody "argues that he thinks that rates fall", he believes
 * that they do. Only for a clause that is read alone, in which "he" is whoever speaks.
 */
export function hedgedOnce<Verb extends string>(
  verb: Verb,
  clause: string,
): { readonly verb: Verb | 'believes' | 'suspects' | 'expects'; readonly clause: string } {
  const found = FIRST_HELD.exec(clause) ?? LAST_HELD.exec(clause);
  if (found === null) return { verb, clause };
  const held = HELD_AS[found[1]!.toLowerCase()] ?? 'believes';
  const isHedge = verb === 'suspects' || verb === 'expects';
  return { verb: isHedge && held === 'believes' ? verb : held, clause: clause.replace(found[0], '') };
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
