import { capitalised, uncapitalised } from '#server/language/phrasing.ts';
import { ABBREVIATIONS } from '#server/language/text-sentences.ts';

/** Ends in an abbreviation or an initial, whose full stop ends no sentence. */
const ABBREVIATED = new RegExp(`\\b(?:${ABBREVIATIONS}|\\p{Lu})$`, 'u');

/**
 * A model's words as a clause after "argues that": one sentence without full stop, "that" or marks, its first letter
 * small unless it opens a name.
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
  return BEGINS.test(clause) && !NAME.test(clause) ? uncapitalised(clause) : clause;
}

/** A doubled "that" before an opener of a clause, not as in "that market". */
const DOUBLED_THAT =
  /^that\s+(?=(?:the|an?|it|they|he|she|there|these|those|its|their|his|her|all|no|most|if|when|since|because)\b|\p{Lu})/u;

/** Opening words that are no names; others keep their capital, since any word may name a company ("Atoms", "Boom"). */
const BEGINS =
  /^(?:the|an?|this|that|these|those|it|its|he|she|they|their|his|her|there|here|in|on|at|by|of|to|from|for|with|within|without|over|under|after|before|during|since|until|unless|if|when|where|while|because|although|though|as|even|not|no|nobody|nothing|only|both|either|neither|most|many|more|much|some|any|all|each|every|few|several|other|others|such|one|two|three|what|whoever|who|whether|how|companies|investors|people|founders)\b/i;
/** A name that begins like a sentence: "Founders Fund". */
const NAME = /^(?:Companies|Investors|People|Founders) \p{Lu}/u;

/** Verbs of attribution for a thinking verb. */
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
 * A verb of attribution and its clause with each hedge once: not "argues that he thinks that rates fall" but "believes
 * that they do". Only for a clause read alone, where "he" is the speaker.
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

/** A short note for a list: a capital, no full stop. */
export function asNote(text: string): string {
  return capitalised(plain(text).replace(/[.;,\s]+$/, ''));
}
