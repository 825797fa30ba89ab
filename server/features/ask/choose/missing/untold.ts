import { indexText } from '#server/features/ask/choose/matching/scoring.ts';
import { holds } from '#server/features/ask/choose/matching/topic.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { nounPhraseIn } from '#server/language/speech/grammar.ts';
import { termsOf } from '#server/language/terms.ts';

/** The tagger takes these for nouns. */
const FILLER = /^(?:right|wrong|true|sure|well|better|best)$/i;
/** At most so many things are named as not found. */
const MOST_NAMED = 3;

/** What of a topic is not told: all of it, these things, or so much else that it is not listed. */
type UntoldTopic =
  | { readonly kind: 'nothing' | 'all' | 'part' }
  | { readonly kind: 'named'; readonly things: readonly string[] };

/**
 * The things that a question asks about and none of these texts says, as the question writes them. Asked words with only small
 * words between them are one thing, which one text must say whole; verbs and fillers are none.
 */
export function untoldTopic({ text, query }: QuestionReading, told: readonly string[]): UntoldTopic {
  // A comma parts things.
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’&/-]*|[,;:]/gu) ?? [];
  const askedIn = (part: string) => termsOf(part).filter((term) => query.asked.includes(term));
  const asked = words.flatMap((word, i) => (askedIn(word).length > 0 ? [i] : []));
  if (asked.length === 0) return { kind: 'all' };
  const texts = told.map(indexText);
  const isTold = (part: string) =>
    texts.some((one) => askedIn(part).every((term) => holds(term, one))) || isMisheard(part, told);
  const parts = partsOf(words, asked);
  const untold = parts.filter((part) => !isTold(part));
  if (untold.length === 0) return { kind: 'nothing' };
  const things = untold
    .flatMap((part) => nounPhraseIn(text, part) ?? [])
    .filter((thing) => askedIn(thing).length > 0 && !isTold(thing) && !FILLER.test(thing));
  const once = [
    ...new Map(things.toReversed().map((thing) => [askedIn(thing).join(' '), thing])).values(),
  ].toReversed();
  if (once.length > MOST_NAMED) return { kind: 'part' };
  if (once.length > 0) return { kind: 'named', things: once };
  // Beside a thing that is told, verbs and fillers are no thing that is missing.
  return { kind: untold.length < parts.length ? 'nothing' : 'all' };
}

/** An acronym that ends in a doubled letter, which is heard once: "AR" for "ARR". */
const ENDS_DOUBLED = /^(\p{Lu}*(\p{Lu}))\2$/u;

/** Whether texts write an acronym as a transcript mishears it. Other misheard names are left out: they may be another's. */
function isMisheard(part: string, told: readonly string[]): boolean {
  const heard = ENDS_DOUBLED.exec(part)?.[1];
  return (
    heard !== undefined && heard.length > 1 && told.some((text) => new RegExp(`\\b${heard}\\b`).test(text))
  );
}

/** The words at these places, joined when only small words stand between them; "and" and "or" separate parts. */
function partsOf(words: readonly string[], places: readonly number[]): string[] {
  const runs: string[][] = [];
  let before = places[0] ?? 0;
  for (const i of places) {
    const among = words.slice(before + 1, i);
    if (runs.length === 0 || !among.every((word) => JOINS.test(word))) runs.push([]);
    else runs.at(-1)?.push(...among);
    runs.at(-1)?.push(words[i] ?? '');
    before = i;
  }
  return runs.flatMap((run) =>
    run
      .join(' ')
      .replace(/['’]s$/, '')
      .split(/ (?:and|or) /i),
  );
}

const JOINS = /^(?:a|an|and|at|by|for|from|in|its|of|on|or|our|the|their|to|with)$/i;
