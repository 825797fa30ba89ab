import { datePattern, UNIT_ALONE } from '#server/features/ask/read/period/span.ts';

const WHEN = `(?:(?:on|in|during|since|before|after|from|between|until|to|and|or|the) )*${UNIT_ALONE}`;

/** "Which ideas aired on 3 March": asks for what is on record of a time, and for nothing else. */
const ASKS_WHAT_AIRED = datePattern(
  `^(?:and )?(?:which|what|list|show me)(?: \\w+){0,4}? (?:aired|(?:was|were) (?:aired|published))(?: ${WHEN}){1,4}$`,
);

/** Whether a question asks for nothing but what aired in a time. */
export function asksWhatAired(text: string): boolean {
  return text.search(ASKS_WHAT_AIRED) >= 0;
}
