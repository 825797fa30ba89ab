import { sentencesOf } from '#server/language/text-sentences.ts';

/** What stands around a quote, from values alone. */

/** A line of a transcript, with its seconds. */
export type SpokenCue = {
  readonly start: number;
  readonly end: number;
  readonly speaker: string | null;
  readonly text: string;
};

export type Surroundings = { readonly before: string; readonly after: string };

/** How far around a quote its context may reach, in seconds. */
export const CONTEXT_SECONDS = 60;

/**
 * The whole sentences that the same speaker said right before and after a quote, as many as the show's licence of
 * `maxChars` leaves room for beside the quote itself. Both are empty when there is no room, and when the quote does not
 * stand in these cues word for word.
 */
export function surroundings(
  cues: readonly SpokenCue[],
  quote: { readonly quote: string; readonly startSeconds: number },
  maxChars: number,
): Surroundings {
  const run = runAround(cues, quote.startSeconds);
  const at = run.indexOf(quote.quote);
  if (at < 0) return { before: '', after: '' };
  let room = maxChars - quote.quote.length;
  const taken = { before: [] as string[], after: [] as string[] };
  const left = sentences(run.slice(0, at)).reverse();
  const right = sentences(run.slice(at + quote.quote.length));
  // A quote that begins or ends within a sentence has no whole sentence beside it.
  const whole = {
    before: /(?:^|[.!?]["'”’)]*)\s*$/.test(run.slice(0, at)),
    after: /[.!?]["'”’)]*$/.test(quote.quote),
  };
  for (let step = 0; step < Math.max(left.length, right.length); step += 1) {
    for (const side of ['before', 'after'] as const) {
      const sentence = (side === 'before' ? left : right)[step];
      if (!whole[side] || sentence === undefined || taken[side].length !== step) continue;
      if (sentence.length + 1 > room) continue;
      taken[side].push(sentence);
      room -= sentence.length + 1;
    }
  }
  return { before: taken.before.reverse().join(' '), after: taken.after.join(' ') };
}

/** What one speaker says without interruption around a second, every run of white space as one blank. */
function runAround(cues: readonly SpokenCue[], second: number): string {
  const here = cues.findIndex((cue) => Math.floor(cue.start) === second);
  if (here < 0) return '';
  const own = (index: number) => cues[index]?.speaker === cues[here]!.speaker;
  let from = here;
  let to = here;
  while (from > 0 && own(from - 1)) from -= 1;
  while (to < cues.length - 1 && own(to + 1)) to += 1;
  return cues
    .slice(from, to + 1)
    .map((cue) => cue.text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A sentence that begins with a capital after another. */
const WRITTEN = /[.!?]["'”’)]* ["'“‘(]*\p{Lu}/u;

/** The sentences of a text that are complete; what is cut at its end stays out. A transcript may have no capitals. */
function sentences(text: string): string[] {
  const all = WRITTEN.test(text) ? sentencesOf(text) : text.trim().split(/(?<=[.!?]["'”’)]*) /);
  return all.filter((sentence) => /[.!?]["'”’)]*$/.test(sentence));
}
