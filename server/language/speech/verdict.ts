import type { Span } from '#server/language/tone.ts';
import { alternatives } from '#server/language/word-list.ts';

/**
 * How plainly a sentence judges the business of a name. 2: its predicate judges price, results, position or prospects,
 * or takes a position. 1: it praises or faults it in general. 0: neither.
 */
export type Verdict = 0 | 1 | 2;

const SKIP = `(?:,[^,.]{3,50},)?(?:\\s+(?:${alternatives('between-name-and-verb')}),?)*`;
const VERB = `(?:(?:\\s+|)(?:'s|'re|’s|’re)|\\s+(?:${alternatives('verdict-verbs')}))`;
/** Words between a company's name and the predicate: "Apple's margins are". */
const PART = `(?:(?:'s|’s)?\\s+(?:own |core |gross |whole |entire |new |real |cloud |enterprise |consumer |ad |free )?(?:${alternatives('parts-of-a-company')}))`;

const STRONG = alternatives('plain-verdict');
const GENERAL = alternatives('general-verdict');

const TAIL = '[^.;:?!]{0,70}?';
const STRONG_PREDICATE = new RegExp(`^${PART}?${SKIP}${VERB}${TAIL}\\b(?:${STRONG})\\b`, 'i');
const GENERAL_PREDICATE = new RegExp(`^${PART}?${SKIP}${VERB}${TAIL}\\b(?:${GENERAL})\\b`, 'i');
const AT_A_PRICE = /^(?:'s|’s)?\s+(?:stock |shares |equity )?at (?:\$|\d|a |this|these|that|current|today)/i;

const TOWARDS = new RegExp(
  `\\b(?:${alternatives('verdict-before-name')})\\s+(?:the\\s+|a\\s+|an\\s+|in\\s+|some\\s+|more\\s+|these\\s+)?$`,
  'i',
);

/** Reads the verdict on the name at `span`, which may be a pronoun for it. */
export function verdictOn(text: string, span: Span): Verdict {
  if (span.start < 0) return 0;
  const after = text.slice(span.end, span.end + 140);
  const before = text.slice(Math.max(0, span.start - 50), span.start);
  if (STRONG_PREDICATE.test(after) || TOWARDS.test(before) || AT_A_PRICE.test(after)) return 2;
  return GENERAL_PREDICATE.test(after) ? 1 : 0;
}
