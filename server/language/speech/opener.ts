import { alternatives } from '#server/language/word-list.ts';

const SMALL = new RegExp(`^(?:${alternatives('small-openers')})\\b`, 'i');
const SMALL_MATTER = new RegExp(`^(?:${alternatives('small-matters')})\\b`, 'i');
/** "Energy Transfer", "Gold Fields": a name begins with the word. */
const BEGINS_NAME = /^\p{Lu}[\p{L}'’-]* \p{Lu}/u;

/** "AT&T", "IT": capitals beyond the first letter. */
const HAS_CAPITALS = /^\p{Lu}[\w&.]*\p{Lu}/u;

/** Whether the first word of a clause is written small inside a sentence: "memory prices go up", but "Energy Transfer pays". */
export function opensSmall(clause: string): boolean {
  if (HAS_CAPITALS.test(clause)) return false;
  return SMALL.test(clause) || (SMALL_MATTER.test(clause) && !BEGINS_NAME.test(clause));
}
