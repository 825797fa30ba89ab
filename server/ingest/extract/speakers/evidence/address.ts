import { literal } from '#server/platform/pattern.ts';
import type { Turn } from './voices.ts';

/** How others address a name, and who spoke just before or answers just after each call. */
export type Address = {
  /** Calls beside which the label of that name speaks. */
  readonly met: number;
  /** Calls next to only other labels. */
  readonly missed: number;
  /** Turns in which the label calls its own name. */
  readonly toItself: readonly Turn[];
};

/** Words in any case, spelled out by letter: V8 reads the modifier `(?i:...)` inconsistently. */
function inAnyCase(...words: readonly string[]): string {
  const either = (letter: string) => `[${letter}${letter.toUpperCase()}]`;
  return `(?:${words.map((word) => word.replace(/[a-z]/g, either)).join('|')})`;
}

/** Words that may precede a call at the start of a sentence. */
const LEADING = inAnyCase(
  ...['so', 'and', 'but', 'well', 'okay', 'ok', 'yeah', 'yes', 'no', 'hey', 'now', 'all right', 'alright'],
  ...['right', 'listen', 'look', 'thanks', 'thank you', 'hi', 'hello'],
);
const GREETING = inAnyCase('thank you', 'thanks', 'welcome', 'hey', 'hi', 'hello');
const TOLD =
  /\b(?:sa(?:y|ys|id)|like|goes|went|asked|told|thought|tells?|me|him|her|them|us|mean|know),?:? ["“'‘]?$/i;
/** A call in a turn's first or last sentences addresses who spoke before or speaks next. */
const FIRST_SENTENCES = 2;
const LAST_SENTENCES = 3;
/** A question is for whoever answers it. */
const ASKS = /\?["”’)]*$/;
/** Shorter turns ("Yeah.") are no answers. */
const LEAST_WORDS = 3;

/** Where a name is called in an episode; `words` are calls for this person alone. */
export function addressOf(label: string, words: readonly string[], turns: readonly Turn[]): Address {
  const toItself: Turn[] = [];
  let met = 0;
  let missed = 0;
  if (words.length === 0) return { met, missed, toItself };
  const call = callOf(words);
  for (const [i, turn] of turns.entries()) {
    const called = turn.sentences.flatMap(({ text }, at) => (calls(call, text) ? [at] : []));
    if (called.length === 0) continue;
    if (turn.speaker === label) {
      if (called.some((at) => at > 0 && at < turn.sentences.length - 1)) toItself.push(turn);
      continue;
    }
    const beside = [
      ...(called.some((at) => at < FIRST_SENTENCES && !ASKS.test(turn.sentences[at]?.text ?? ''))
        ? [neighbour(turns, i, -1)]
        : []),
      ...(called.some((at) => at >= turn.sentences.length - LAST_SENTENCES) ? [neighbour(turns, i, 1)] : []),
    ];
    if (beside.length === 0) continue;
    if (beside.includes(label)) met += 1;
    else missed += 1;
  }
  return { met, missed, toItself };
}

/** "Ada, what ...", "..., Ada?", "Thank you, Ada": not "Ada said". */
function callOf(words: readonly string[]): RegExp {
  const name = `(?:${words.map(literal).join('|')})`;
  return new RegExp(
    `(?:^|[.?!] )(?:${LEADING},? )?${name}, |, ${name}(?:[.?!]|, |$)|\\b${GREETING},? ${name}\\b`,
    'u',
  );
}

/** True where a name is called, but not in reported words: "he said, Ada, come in". */
function calls(call: RegExp, text: string): boolean {
  const match = call.exec(text);
  if (match === null) return false;
  const goesOn = match[0].endsWith(', ');
  return !goesOn || !TOLD.test(text.slice(0, match.index + (match[0].startsWith(',') ? 2 : 0)));
}

function neighbour(turns: readonly Turn[], from: number, step: 1 | -1): string | null {
  for (let i = from + step; i >= 0 && i < turns.length && Math.abs(i - from) <= 3; i += step)
    if ((turns[i]?.words ?? 0) >= LEAST_WORDS) return turns[i]?.speaker ?? null;
  return null;
}
