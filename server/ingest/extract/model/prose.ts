import { sharedWords, ungrounded } from '#server/features/ask/verify.ts';
import type { ClaimedIdea } from '#server/ingest/extract/model/answer.ts';

/** Words that say which way an idea leans: widgets show headlines and nothing that leans (SPEC.md Widgets). */
export const LEANING = /bullish|bearish|positive|negative|prefers|mixed on|balanced on|\bbuy\b|\bsell\b/i;
/** Wishes, ratings and advice that no account of what was said may hold as its own. */
const ADVISES =
  /\b(?:you|investors|listeners|people|one) (?:should|ought to|must|might want to)\b|\b(?:strong )?(?:buy|sell|hold) rating\b|\bprice target\b/i;
const FIRST_PERSON =
  /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|we're|we've|us|our|ours|you|you're|your|yours)\b/i;
const MARKUP = /https?:|www\.|[<>{}`*_#|\\]|\[\d+\]|\p{Cc}/iu;
/** An account shares at least this part of its words with what was said. */
const LEAST_SHARED = 0.4;

/** What a text of a model may rest on, and how long it may be. */
type Bounds = { readonly field: string; readonly grounds: string; readonly most: number };

/** The faults of all that a model wrote itself, each a sentence that tells it what to put right. */
export function proseFaults(idea: ClaimedIdea, grounds: string): string[] {
  const argument = { field: 'argument', grounds, most: 320 };
  return [
    ...textFaults(idea.argument, argument),
    ...accountFaults(idea.argument, argument),
    ...(/[.!?;] \S/.test(idea.argument) ? ['argument: it must be one clause, not several sentences.'] : []),
    ...(idea.grounds.length < 1 || idea.grounds.length > 4 ? ['grounds: give one to three phrases.'] : []),
    ...idea.grounds.flatMap((text) => groundFaults(text, grounds)),
    ...(idea.context === null ? [] : contextFaults(idea.context, grounds)),
    ...listFaults('risks', idea.risks, grounds),
    ...listFaults('signals', idea.signals, grounds),
  ];
}

function groundFaults(text: string, grounds: string): string[] {
  const leaning = LEANING.exec(text)?.[0];
  return [
    ...textFaults(text, { field: 'grounds', grounds, most: 60 }),
    ...(leaning ? [`grounds: "${leaning}" leans; name the matter without a stance.`] : []),
    ...(/[.!?;:]/.test(text) ? ['grounds: give noun phrases, no sentences.'] : []),
  ];
}

function contextFaults(text: string, grounds: string): string[] {
  const bounds = { field: 'context', grounds, most: 900 };
  return [...textFaults(text, bounds), ...accountFaults(text, bounds)];
}

function listFaults(field: string, texts: readonly string[], grounds: string): string[] {
  return [
    ...(texts.length > 6 ? [`${field}: at most six.`] : []),
    ...texts.flatMap((text) => textFaults(text, { field, grounds, most: 160 })),
    ...texts.flatMap((text) => accountFaults(text, { field, grounds, most: 160 })),
  ];
}

function textFaults(text: string, { field, grounds, most }: Bounds): string[] {
  const trimmed = text.trim();
  if (trimmed.length < 3) return [`${field}: it is empty.`];
  const strange = trimmed.split(/(?<=[.!?])\s+/).flatMap((part) => ungrounded(lowerFirst(part), grounds));
  return [
    ...(trimmed.length > most ? [`${field}: it is longer than ${most} characters.`] : []),
    ...(MARKUP.test(trimmed) ? [`${field}: write plain words, no markup and no addresses.`] : []),
    ...(FIRST_PERSON.test(trimmed) ? [`${field}: write in the third person.`] : []),
    ...(ADVISES.test(trimmed) ? [`${field}: tell what was said, give no advice.`] : []),
    ...(strange.length > 0
      ? [
          `${field}: ${strange
            .slice(0, 5)
            .map((word) => `"${word}"`)
            .join(', ')} does not occur in these lines.`,
        ]
      : []),
  ];
}

function accountFaults(text: string, { field, grounds }: Bounds): string[] {
  return sharedWords(text, grounds) < LEAST_SHARED
    ? [`${field}: keep to the words of the transcript; most of these are not in it.`]
    : [];
}

/** A capital that only opens a sentence names nothing; one before another capital does. */
function lowerFirst(text: string): string {
  return /^\p{Lu}[\p{Ll}’']+(?!\s\p{Lu})/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** Phrases as a list inside a sentence: "a, b and c". */
export function listed(items: readonly string[]): string {
  return items.length <= 1 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** A clause without its full stop and without the "that" that stands before it. */
export function asClause(text: string): string {
  return text
    .trim()
    .replace(/[.!;,\s]+$/, '')
    .replace(/^that\s+/i, '');
}
