import type { Role } from '#server/features/ask/read/reading.ts';
import { blankedOut } from '#server/platform/pattern.ts';

/** "The guests", "a recurring host", but not "guest" as part of a name. */
const SPEAKERS_BY_ROLE =
  /\b(?:the|an?|any|which|what|some|all|did|do|does|have|has|are|were|by|from|other|to|of|['’]s) (?:\w+ )?(host|guest)s?\b/giu;
/** Words of speech and opinion; without one, hosts and guests are spoken of, not asked. */
const SPEAKS =
  /\b(?:say|said|saying|think|thinks|thought|argue[ds]?|claim(?:s|ed)?|believe[ds]?|discuss(?:es|ed)?|mention(?:s|ed)?|talk(?:s|ed)?|spoke|speak|predict(?:s|ed)?|expects?|warn(?:s|ed)?|recommend(?:s|ed)?|sees?|saw|likes?|love|agree[ds]?|disagree[ds]?|views?|opinions?|takes?|arguments?|statements?|case|(?:bull|bear)\w*|optimistic|pessimistic|positive|negative)\b/i;

/** "And the hosts?", "Only from guests". */
const ROLE_ALONE =
  /^\W*(?:(?:and|but|so|then|ok(?:ay)?|only|just),? )*(?:(?:what|how) about )?(?:(?:by|from) )?(?:(?:the|its|their|any) )?(?:host|guest)s?\W*$/i;

/** Whether a question names hosts or guests and nothing else. */
export function isRoleAlone(question: string): boolean {
  return ROLE_ALONE.test(question);
}

/** "Guests, not hosts", "anybody but the hosts": whose part is left out. */
const LEFT_OUT =
  /(?:\b(?:but )?not|\brather than|\binstead of|\bas opposed to|\bother than|\bexcept(?:ing)?(?: for)?|\bexcluding|\bwithout|\bleaving (?:out|aside)|\bignoring|(?<=\b(?:(?:any|no|every) ?(?:one|body)|all) )but)(?: by| from)?(?: the| its| their| any)? (host|guest)s?\b/i;

/** A question with the words that leave out a part blanked out, so that they are no topic. Keeps its length. */
export function withoutLeftOutRole(question: string): string {
  return blankedOut(question, LEFT_OUT);
}

/** The part in a show of those whose words a question asks for: "what did the hosts say". Null for both or neither. */
export function roleIn(question: string): Role | null {
  if (isRoleAlone(question)) return /host/i.test(question) ? 'host' : 'guest';
  if (!SPEAKS.test(question)) return null;
  const leftOut = LEFT_OUT.exec(question)?.[1]?.toLowerCase();
  if (leftOut !== undefined) return leftOut === 'host' ? 'guest' : 'host';
  const roles = new Set([...question.matchAll(SPEAKERS_BY_ROLE)].map((match) => match[1]!.toLowerCase()));
  const isBoth = /\bhosts?\b/i.test(question) && /\bguests?\b/i.test(question);
  if (roles.size !== 1 || isBoth) return null;
  return roles.has('host') ? 'host' : 'guest';
}
