import type { Span } from '#server/language/tone.ts';
import { alternatives } from '#server/language/word-list.ts';

/**
 * How plainly a sentence judges the business of the name at a span: 2 where price, results, position or prospects are
 * judged in its predicate or a position on it is taken, 1 where it is praised or faulted in general, else 0.
 */
export type Verdict = 0 | 1 | 2;

const SKIP = `(?:,[^,.]{3,50},)?(?:\\s+(?:${alternatives('between-name-and-verb')}),?)*`;
const VERB = `(?:(?:\\s+|)(?:'s|'re|’s|’re)|\\s+(?:${alternatives('verdict-verbs')}))`;
/** What of a company a sentence may be about before it says what is so of it: "Apple's margins are". */
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

/** Reads how plainly the text judges the name at `span`; `span` may be a pronoun that stands for it. */
export function verdictOn(text: string, span: Span): Verdict {
  if (span.start < 0) return 0;
  const after = text.slice(span.end, span.end + 140);
  const before = text.slice(Math.max(0, span.start - 50), span.start);
  if (STRONG_PREDICATE.test(after) || TOWARDS.test(before) || AT_A_PRICE.test(after)) return 2;
  return GENERAL_PREDICATE.test(after) ? 1 : 0;
}
