import type { VerbatimQuote } from '#server/domain.ts';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';

/** A pause about the subject that is longer than this, in seconds, ends the argument. */
const GAP_SECONDS = 90;
/** No argument is carried further than this before or after the middle of the quote: it lasts five minutes at most, in whole seconds. */
const REACH_SECONDS = 149;

/**
 * The lines of a passage in which its speaker goes on about the subject around the quote, in order; all lines where none
 * of them is quoted.
 */
export function stretchAround(lines: readonly PassageLine[], quote: VerbatimQuote): readonly PassageLine[] {
  const isQuoted = ({ sentence }: PassageLine) =>
    sentence.lastCue >= quote.firstCue && sentence.firstCue <= quote.lastCue;
  const at = lines.findIndex(isQuoted);
  if (at < 0) return lines;
  const middle = (quote.startSeconds + quote.endSeconds) / 2;
  const within = ({ sentence }: PassageLine) =>
    sentence.start >= middle - REACH_SECONDS && sentence.end <= middle + REACH_SECONDS;
  const follows = (before: PassageLine, after: PassageLine) =>
    after.sentence.start - before.sentence.end <= GAP_SECONDS;
  let from = at;
  let to = lines.findLastIndex(isQuoted);
  while (from > 0 && within(lines[from - 1]!) && follows(lines[from - 1]!, lines[from]!)) from -= 1;
  while (to + 1 < lines.length && within(lines[to + 1]!) && follows(lines[to]!, lines[to + 1]!)) to += 1;
  return lines.slice(from, to + 1);
}
