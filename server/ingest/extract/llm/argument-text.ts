import type { ClaimedIdea } from '#server/ingest/extract/llm/answer.ts';
import { LEANING } from '#server/ingest/extract/writing/thesis-text.ts';
import { sharedWords, ungrounded } from '#server/language/grounding.ts';

/** Advice in a sentence that no "argues that" attributes to the speaker. */
const ADVISES =
  /\b(?:investors|listeners|people|one) (?:should|ought to|must|might want to)\b|\b(?:buy|sell|hold) rating\b|\bprice target\b/i;
const FIRST_PERSON =
  /\b(?:I|I['’](?:m|ve|d|ll)|[Mm](?:e|y|ine)|[Ww]e(?:['’](?:re|ve|d|ll))?|us|[Oo]urs?|[Yy]ou(?:['’](?:re|ve|d|ll))?|[Yy]ours?)\b/;
const MARKUP = /https?:|www\.|[<>{}`*_#|\\]|\[\d+\]|\p{Cc}/iu;
/** An account shares at least this part of its words with what was said: every thesis of the gold labels does. */
const LEAST_SHARED = 0.4;
/** A note of a few words has fewer to share. */
const LEAST_SHARED_BY_NOTE = 0.25;

/** What a text of a language model may rest on, and how long it may be. */
type Bounds = { readonly field: string; readonly source: string; readonly most: number };

/** What is wrong with the words that a language model wrote itself; each fault is a sentence that tells it what to put right. */
export function argumentFaults(idea: ClaimedIdea, source: string): string[] {
  const argument = { field: 'argument', source, most: 320 };
  return [
    ...textFaults(idea.argument, argument),
    ...accountFaults(idea.argument, argument),
    ...(/(?<!\b\p{Lu})[.!?]\s+\p{Lu}/u.test(idea.argument)
      ? ['argument: it must be one clause, not several sentences.']
      : []),
    ...(idea.grounds.length < 1 || idea.grounds.length > 4 ? ['grounds: give one to three phrases.'] : []),
    ...idea.grounds.flatMap((text) => groundFaults(text, source)),
    ...(idea.context === null ? [] : contextFaults(idea.context, source)),
    ...listFaults('risks', idea.risks, source),
    ...listFaults('signals', idea.signals, source),
  ];
}

function groundFaults(text: string, source: string): string[] {
  const leaning = LEANING.exec(text)?.[0];
  return [
    ...textFaults(text, { field: 'grounds', source, most: 60 }),
    ...(leaning ? [`grounds: "${leaning}" leans; name the matter without a stance.`] : []),
    ...(/[.!?;:]/.test(text) ? ['grounds: give noun phrases, no sentences.'] : []),
  ];
}

function contextFaults(text: string, source: string): string[] {
  const bounds = { field: 'context', source, most: 900 };
  return [
    ...textFaults(text, bounds),
    ...accountFaults(text, bounds),
    ...(ADVISES.test(text) ? ['context: tell what was said, give no advice.'] : []),
  ];
}

function listFaults(field: string, texts: readonly string[], source: string): string[] {
  return [
    ...(texts.length > 6 ? [`${field}: at most six.`] : []),
    ...texts.flatMap((text) => textFaults(text, { field, source, most: 160 })),
    ...texts.flatMap((text) => accountFaults(text, { field, source }, LEAST_SHARED_BY_NOTE)),
  ];
}

function textFaults(text: string, { field, source, most }: Bounds): string[] {
  const trimmed = text.trim();
  if (trimmed.length < 3) return [`${field}: it is empty.`];
  const strange = unsaid(trimmed, source);
  return [
    ...(trimmed.length > most ? [`${field}: it is longer than ${most} characters.`] : []),
    ...(MARKUP.test(trimmed) ? [`${field}: write plain words, no markup and no addresses.`] : []),
    ...(FIRST_PERSON.test(trimmed) ? [`${field}: write in the third person.`] : []),
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

function accountFaults(
  text: string,
  { field, source }: Omit<Bounds, 'most'>,
  least: number = LEAST_SHARED,
): string[] {
  return sharedWords(text, source) < least
    ? [`${field}: keep to the words of the transcript; most of these are not in it.`]
    : [];
}

/** The names and numbers of a text that were not said. A plural, or a name said in two words, is the same name. */
function unsaid(text: string, source: string): string[] {
  const compact = compacted(source);
  return text
    .split(/(?<=[.!?])\s+/)
    .flatMap((part) => ungrounded(lowerFirst(part), source))
    .filter((word) => {
      // A figure with its unit ("80-100B") is judged by its numbers.
      if (/^\d/.test(word)) return /^[\d.]+$/.test(word);
      const name = compacted(word).replace(/s$/, '');
      return name.length < 2 || !compact.includes(name);
    });
}

function compacted(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** A capital that only opens a sentence names nothing; one before another capital does. */
function lowerFirst(text: string): string {
  return /^\p{Lu}[\p{Ll}’']+(?!\s\p{Lu})/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** Phrases as a list inside a sentence: "a, b and c". */
export function listed(items: readonly string[]): string {
  return items.length <= 1 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/**
 * A clause as it stands after "argues that": without its full stop and a "that" of its own, and begun with a small
 * letter where the transcript writes its first word so.
 */
export function asClause(text: string, said: string): string {
  const clause = text
    .trim()
    .replace(/[.!;,\s]+$/, '')
    .replace(/^that\s+/i, '');
  const first = /^\p{Lu}\p{Ll}*(?![\p{L}\p{N}])/u.exec(clause)?.[0];
  if (first === undefined || !words(said).has(first.toLowerCase())) return clause;
  return clause.charAt(0).toLowerCase() + clause.slice(1);
}

function words(text: string): Set<string> {
  return new Set(text.match(/[\p{L}\p{N}]+/gu));
}
