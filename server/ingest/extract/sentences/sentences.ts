import type { Cue } from '#server/domain.ts';
import { secondWithin } from '#server/language/cues/pace.ts';
import { joinCues, lastAtOrBefore, withPlainApostrophes } from '#server/language/cues/text.ts';
import { readStyle, type Style } from './style.ts';

/** One sentence of one speaker, word for word and with plain apostrophes (`proveQuote` gives the transcript's), with the cues it stands in. Seconds from the start of the episode. */
export type Sentence = {
  readonly index: number;
  readonly text: string;
  readonly speaker: string | null;
  /** Number of the uninterrupted run of cues of one speaker that this sentence belongs to. */
  readonly turn: number;
  readonly firstCue: number;
  readonly lastCue: number;
  readonly start: number;
  readonly end: number;
  readonly words: number;
  /** Where each quoted cue's text begins relative to this sentence (may be negative), for mapping links. */
  readonly cueOffsets: ReadonlyMap<number, number>;
};

const ABBREVIATIONS = new Set(
  'mr mrs ms dr st vs etc inc ltd co corp jr sr prof gen sen rep gov dept est approx no fig al e.g i.e u.s u.k a.i u.n d.c a.m p.m b.t'.split(
    ' ',
  ),
);
/** Where a long clause of an unpunctuated transcript may break. */
const BREAK_BEFORE =
  /^(so|but|and|because|now|well|then|which|also|whereas|however|i|if|when|like|they|it|it's|they're|there's|we|you)$/i;
const STRONG_BREAK = /^(so|but|now|well|because|whereas|however)$/i;
const LONG_SENTENCE = 55;

/** Splits cues into sentences. Sentences never cross a change of speaker. Transcripts without punctuation are broken
 * at discourse words and pauses into clauses of about twenty words. */
export function splitSentences(cues: readonly Cue[]): Sentence[] {
  const style = readStyle(cues);
  const out: Sentence[] = [];
  let turn = -1;
  for (let from = 0; from < cues.length; ) {
    let to = from;
    while (to + 1 < cues.length && cues[to + 1]?.speaker === cues[from]?.speaker) to += 1;
    turn += 1;
    pushRun(out, cues, from, to, turn, style);
    from = to + 1;
  }
  return out;
}

function pushRun(
  out: Sentence[],
  cues: readonly Cue[],
  from: number,
  to: number,
  turn: number,
  style: Style,
) {
  const { text: said, starts, lengths } = joinCues(cues.slice(from, to + 1));
  const text = withPlainApostrophes(said);
  const secondAt = (cue: number, offset: number) => {
    const at = offset - (starts[cue - from] as number);
    return secondWithin(cues[cue] as Cue, at / Math.max(1, lengths[cue - from] as number));
  };
  for (const [start, end] of breaks(text, starts, style)) {
    const raw = text.slice(start, end);
    const sentence = raw.trim();
    if (sentence.length === 0) continue;
    const begin = start + (raw.length - raw.trimStart().length);
    const firstCue = from + lastAtOrBefore(starts, begin);
    const lastCue = from + lastAtOrBefore(starts, begin + sentence.length - 1);
    const cueOffsets = new Map<number, number>();
    for (let cue = firstCue; cue <= lastCue; cue += 1)
      cueOffsets.set(cue, (starts[cue - from] as number) - begin);
    out.push({
      index: out.length,
      text: sentence,
      speaker: cues[firstCue]?.speaker ?? null,
      turn,
      firstCue,
      lastCue,
      start: secondAt(firstCue, begin),
      end: secondAt(lastCue, begin + sentence.length),
      words: sentence.split(' ').length,
      cueOffsets,
    });
  }
}

function breaks(text: string, starts: readonly number[], style: Style): [number, number][] {
  const ends = style.punctuated ? punctuationEnds(text, style.lowerCase) : [];
  const out: [number, number][] = [];
  let start = 0;
  for (const end of [...ends, text.length]) {
    const piece = text.slice(start, end);
    const count = piece.split(' ').length;
    if (count <= LONG_SENTENCE && style.punctuated) out.push([start, end]);
    else out.push(...clauseBreaks(text, start, end, starts, style.punctuated));
    start = end;
  }
  return out;
}

/** Marks that end a sentence, with the blank after them. Looked for at the first of a row alone: a long row takes no longer than its length. */
const STOP = /(?<![.!?…])[.!?…]+["'”’)\]]*\s+/g;
const STOP_BEFORE_CAPITAL = new RegExp(`${STOP.source}(?=["'“‘([—-]*[\\p{Lu}\\d$£€])`, 'gu');

function punctuationEnds(text: string, lowerCase: boolean): number[] {
  const ends: number[] = [];
  const stop = lowerCase ? STOP : STOP_BEFORE_CAPITAL;
  for (const match of text.matchAll(stop)) {
    if (match[0].startsWith('.') && !match[0].startsWith('..') && isAbbreviation(text, match.index)) continue;
    ends.push(match.index + match[0].length);
  }
  return ends;
}

function isAbbreviation(text: string, dot: number): boolean {
  const word =
    /(?<![\p{L}\p{N}])[\p{L}.]+$/u.exec(text.slice(Math.max(0, dot - 12), dot))?.[0]?.toLowerCase() ?? '';
  return ABBREVIATIONS.has(word) || (/^\p{L}$/u.test(word) && word !== 'i');
}

/**
 * Breaks an over-long stretch before a discourse word: a strong one after 12 words, any (or the start of a cue) after 22, and after 36
 * words anywhere. With punctuation each is 12 words later, and the starts of cues do not count.
 */
function clauseBreaks(
  text: string,
  start: number,
  end: number,
  starts: readonly number[],
  punctuated: boolean,
): [number, number][] {
  const least = punctuated ? 24 : 12;
  const cueStarts = new Set(starts);
  const out: [number, number][] = [];
  let from = start;
  let count = 0;
  for (const match of text.slice(start, end).matchAll(/\S+/g)) {
    const at = start + match.index;
    const word = match[0].replace(/[^\p{L}']/gu, '');
    const strong = STRONG_BREAK.test(word);
    const weak = BREAK_BEFORE.test(word) || (!punctuated && cueStarts.has(at));
    if ((strong && count >= least) || (weak && count >= least + 10) || count >= least + 24) {
      out.push([from, at]);
      from = at;
      count = 0;
    }
    count += 1;
  }
  out.push([from, end]);
  return out;
}

/** How many sentences, from the first, hold this many words together. */
export function reach(sentences: readonly Sentence[], words: number): number {
  let count = 0;
  for (let seen = 0; count < sentences.length && seen < words; count += 1)
    seen += (sentences[count] as Sentence).words;
  return count;
}
