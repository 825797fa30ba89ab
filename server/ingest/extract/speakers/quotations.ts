import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';

const READS_ALOUD =
  /\b(?:here(?:'s| is| are) (?:the|a|what|how|his|her|their) (?:\w+ ){0,3}(?:quote|tweet|post|statement|headline|says?|said|wrote|review)|(?:and )?i quote|quote,|end quote|unquote|it (?:says|reads)\b|(?:let me|i'll|i will|i'm going to|going to) (?:read|quote)|(?:he|she|they|who) (?:writes?|wrote|tweeted|posted|goes on to say))/i;
/** Takes back what was just said. */
const REFUTES =
  /^(?:(?:and|but|so|well|now|look),? )*(?:as [^,]{3,60},? )?(?:(?:that|this|it)(?:'s|’s| is| was)(?: just| simply| clearly| obviously| really| actually)? (?:no longer (?:the case|true)|not (?:the case|true|right|correct|how (?:it|that|this|things))|wrong|false|a myth|nonsense|bullshit)|i (?:just |really |actually )?(?:don't|don’t|do not) think (?:that|this|it)(?:'s|’s| is) (?:how|true|right|the case|correct|going to)|none of (?:that|this|it) (?:is|was) true)\b/i;
const QUOTE_OPEN = /(?:^|[\s(,:—–-])(?:["“‘](?=[\p{L}\d$])|'(?=\p{Lu}))/gu;
const QUOTE_CLOSE = /(?:(?<=[\p{L}\d.,!?…])["”]|(?<=[.,!?…])['’])(?=$|[\s).,:;!?—–-])/gu;
/** A quotation still open after this many sentences was never opened. */
const LONGEST_QUOTE = 8;

/** Sentences that are not the speaker's own view: inside quotation marks, announced as read aloud, or taken back at once. */
export function quotedSentences(sentences: readonly Sentence[]): Set<number> {
  const quoted = new Set<number>();
  let openSince: number | null = null;
  let turn = -1;
  for (const { index, text, turn: now } of sentences) {
    if (now === turn && REFUTES.test(text)) quoted.add(index - 1);
    if (now !== turn) openSince = null;
    turn = now;
    const starts = [...text.matchAll(QUOTE_OPEN)].map((match) => match.index);
    const ends = [...text.matchAll(QUOTE_CLOSE)].map((match) => match.index);
    const closes = ends.length > 0 && (starts.length === 0 || (ends[0] as number) < (starts[0] as number));
    if (openSince !== null && (closes || ends.length === 0)) quoted.add(index);
    if (shareInside(text, starts, ends) >= 0.35 || READS_ALOUD.test(text)) quoted.add(index);
    if (starts.length > ends.length) openSince = index;
    else if (ends.length > 0) openSince = null;
    if (openSince !== null && index - openSince > LONGEST_QUOTE) openSince = null;
  }
  return quoted;
}

/** Share of the text inside its quotation marks; an open mark reaches to the end. */
function shareInside(text: string, starts: readonly number[], ends: readonly number[]): number {
  let inside = 0;
  for (const start of starts) {
    const end = ends.find((at) => at > start + 1) ?? text.length;
    if (text.slice(start, end).split(' ').length > 4) inside += end - start;
  }
  return Math.min(1, inside / text.length);
}
