import { datesInARow, spansOf } from '#server/features/ask/read/period/listed.ts';
import { datePattern, type Span } from '#server/features/ask/read/period/span.ts';

/** "Not in 2026", "except in April or May". */
const EXCEPT = datePattern(
  `(?:^|,? (?:but )?(?:all )?)(?:not|except(?:ing)?(?: for)?|excluding|other than|apart from|aside from|outside(?: of)?)(?: in| on| during| from| for)? ${datesInARow('(?:in|on|during|from|for)')}`,
);

/** Days that a question leaves out, and where it says so. */
type Exception = { readonly spans: readonly Span[]; readonly start: number; readonly length: number };

/** All days that a question leaves out. */
export function exceptions(question: string, now: Date): Exception[] {
  return [...question.matchAll(EXCEPT)].flatMap((match) => {
    const spans = spansOf(match[1] ?? '', now);
    return spans === null ? [] : [{ spans, start: match.index, length: match[0].length }];
  });
}
