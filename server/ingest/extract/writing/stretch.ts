import type { VerbatimQuote } from '#server/domain.ts';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { isQuoted } from '#server/ingest/extract/sentences/verbatim-quote.ts';

/** A longer pause about the subject, in seconds, ends the argument. */
const GAP_SECONDS = 90;
/** An argument reaches at most this many seconds before and after its quote. */
const REACH_SECONDS = 150;
/** Longest argument, in seconds. */
const LONGEST_SECONDS = 300;

/** The lines around the quote in which its speaker continues on the subject, in order; all lines where none is quoted. */
export function stretchAround(lines: readonly PassageLine[], quote: VerbatimQuote): readonly PassageLine[] {
  const holdsQuote = ({ sentence }: PassageLine) => isQuoted(sentence, quote);
  const at = lines.findIndex(holdsQuote);
  if (at < 0) return lines;
  const within = ({ sentence }: PassageLine) =>
    sentence.end >= quote.startSeconds - REACH_SECONDS && sentence.start <= quote.endSeconds + REACH_SECONDS;
  const follows = (before: PassageLine, after: PassageLine) =>
    after.sentence.start - before.sentence.end <= GAP_SECONDS;
  let from = at;
  let to = lines.findLastIndex(holdsQuote);
  while (from > 0 && within(lines[from - 1]!) && follows(lines[from - 1]!, lines[from]!)) from -= 1;
  while (to + 1 < lines.length && within(lines[to + 1]!) && follows(lines[to]!, lines[to + 1]!)) to += 1;
  return shortened(lines.slice(from, to + 1), quote);
}

/** Drops the lines farthest from the quote until the rest lasts no longer than an argument may. */
function shortened(lines: readonly PassageLine[], quote: VerbatimQuote): readonly PassageLine[] {
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const lasts = Math.ceil(last.sentence.end) - Math.floor(first.sentence.start);
  if (lasts <= LONGEST_SECONDS || lines.length === 1) return lines;
  const before = quote.startSeconds - first.sentence.start;
  const after = last.sentence.end - quote.endSeconds;
  return shortened(before > after ? lines.slice(1) : lines.slice(0, -1), quote);
}
