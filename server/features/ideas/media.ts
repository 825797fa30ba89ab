import { publicUrl } from '#server/api/links.ts';
import { isLicensed, type Spoken, wordsIn } from '#server/features/ideas/licence.ts';
import { sentencesOf } from '#server/language/text-sentences.ts';

/** What of an episode's sound may be quoted and linked, from values alone. */

/** The longest window of a quote (docs/contract.md, Limits 14). */
export const MAX_WINDOW_SECONDS = 90;
/** Nobody says more words a second than this; a window that would need it was timed by its first moment alone. */
const FASTEST_WORDS = 6;
/** Talk on podcasts, words a second. */
const USUAL_WORDS = 2.5;

type Links = { readonly enclosureUrl: string | null; readonly youtubeUrl: string | null };
type Quoted = {
  readonly quote: string | null;
  readonly quoteStartSeconds: number | null;
  readonly quoteEndSeconds: number | null;
  readonly mediaEnabled: boolean;
  readonly quoteChars: number;
};
export type Moment = { readonly quote: string; readonly startSeconds: number; readonly endSeconds: number };

/** The quote within the show's rights and its seconds, at most 90; null when nothing is timed or the rights allow no whole clause. */
export function quotable(row: Quoted): Moment | null {
  const { quote, quoteStartSeconds: start, quoteEndSeconds: end } = row;
  if (!row.mediaEnabled || row.quoteChars < 1 || quote === null || quote.trim() === '' || start === null)
    return null;
  const served = quoteWithin(quote, row.quoteChars);
  if (served === null) return null;
  return {
    quote: served,
    startSeconds: start,
    endSeconds: start + Math.min(MAX_WINDOW_SECONDS, secondsOf(served, (end ?? start) - start)),
  };
}

/** How long words that were timed at so many seconds take: what was timed, or the usual where no one could say them in that. */
function secondsOf(quote: string, timed: number): number {
  const words = wordsIn(quote).length;
  return words > timed * FASTEST_WORDS ? Math.max(timed, Math.ceil(words / USUAL_WORDS)) : timed;
}

/** Fewer words of a quote say nothing by themselves. */
const FEWEST_WORDS = 4;
/** Where a clause ends: at a mark, or before a word that begins another. */
export const CLAUSE_END =
  /[,;:–—](?=\s)|\s(?=(?:because|since|so|but|and|which|while|whereas|although|unless|if|when|where)\s)/gi;

/** The quote within the show's licence: whole, or cut where a sentence or a clause ends; null where not even a clause fits. */
function quoteWithin(quote: string, maxChars: number): string | null {
  const whole = quote.trim();
  const capped = capQuote(quote, maxChars);
  if (capped === whole || !capped.endsWith('…')) return capped;
  const clauses = [...whole.matchAll(CLAUSE_END)]
    .map((end) => `${unstopped(whole.slice(0, end.index))}…`)
    .filter((clause) => clause.length <= maxChars && wordsIn(clause).length >= FEWEST_WORDS);
  return clauses.at(-1) ?? sentencesWithin(quote, maxChars);
}

/** A sentence that takes back what was said before it. */
const TAKES_BACK = /^(?:but|however|yet|still|though|although|except)\b/i;

/** The first sentences of a quote within `maxChars`, whole; null where none fits, or where the next takes them back. */
export function sentencesWithin(quote: string, maxChars: number): string | null {
  const sentences = sentencesOf(quote);
  const fits = (count: number) => sentences.slice(0, count).join(' ').length <= maxChars;
  const count = sentences.findLastIndex((_, last) => fits(last + 1)) + 1;
  const words = sentences.slice(0, count).join(' ');
  const isTakenBack = TAKES_BACK.test(sentences[count] ?? '');
  return wordsIn(words).length < FEWEST_WORDS || isTakenBack ? null : words;
}

/**
 * The quote within `maxChars`: whole sentences when one fits, else whole words and an ellipsis.
 * Unchanged when it fits.
 */
export function capQuote(quote: string, maxChars: number): string {
  const whole = quote.trim();
  if (whole.length <= maxChars) return whole;
  const sentences = sentenceEnds(whole).filter((end) => end <= maxChars);
  // A sentence that is a small part of what the licence allows says too little: words carry more of the argument.
  const lastEnd = sentences.at(-1);
  if (lastEnd !== undefined && lastEnd >= maxChars / 2) return whole.slice(0, lastEnd);
  const room = whole.slice(0, Math.max(0, maxChars - 1));
  const gap = /\s/.test(whole[room.length] ?? '') ? room.length : room.search(/\s\S*$/);
  const words = gap > 0 ? room.slice(0, gap) : room.replace(/[\ud800-\udbff]$/, '');
  return `${unstopped(words)}…`;
}

/** Of sentences as spoken those within the show's licence, whole: half of one can mean its opposite. */
export function licensed(sentences: readonly string[], maxChars: number): string[] {
  return sentences.filter((sentence) => sentence.length <= maxChars);
}

/** What a step of an argument ends with: the moment at which it was made. */
const MOMENT = / \((?:(\d+):)?(\d{1,2}):(\d{2})\)(?=\.$)/;

/** A step of an argument without its moment, and the moment in seconds; null for a sentence that tells none. */
export function momentOf(step: string): { readonly text: string; readonly second: number | null } {
  const told = MOMENT.exec(step);
  if (told === null) return { text: step, second: null };
  const [hours, minutes, seconds] = told.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ];
  return { text: step.replace(MOMENT, ''), second: 3600 * hours + 60 * minutes + seconds };
}

/**
 * Of an argument the sentences that the show's licence lets be served, whole, its paragraphs kept; null where none is left.
 * A step with its moment is in our words, and is measured by what it repeats of the quote; any other sentence by its length.
 */
export function licensedText(text: string, spoken: Spoken): string | null {
  const isServed = (sentence: string) =>
    isLicensed(sentence, MOMENT.test(sentence) ? spoken : { ...spoken, quote: null });
  const paragraphs = text.split('\n').map((paragraph) => statementsIn(paragraph).filter(isServed).join(' '));
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n') || null;
}

/** The sentences of an argument; where its steps tell their moments, a step ends with its own alone. */
export function statementsIn(paragraph: string): string[] {
  const sentences = sentencesOf(paragraph);
  if (!sentences.some((sentence) => MOMENT.test(sentence))) return sentences;
  const statements: string[] = [];
  let open: string[] = [];
  for (const sentence of sentences) {
    open.push(sentence);
    if (!MOMENT.test(sentence)) continue;
    statements.push(open.join(' '));
    open = [];
  }
  return [...statements, ...open];
}

/** Words without the marks and spaces that a cut leaves at their end. */
function unstopped(words: string): string {
  return words.replace(/[\s,;:–—-]+$/, '');
}

function sentenceEnds(text: string): number[] {
  return [...text.matchAll(/[.!?]["”’)]?(?=\s)/g)].map((end) => end.index + end[0].length);
}

/** A public link to hear the second; null when the second is unknown or the episode has no public file or video. */
export function listenUrl(links: Links, seconds: number | null): string | null {
  if (seconds === null) return null;
  return audioAt(links, seconds) ?? youtubeAt(links.youtubeUrl, seconds);
}

/** The show's own public enclosure. */
export function audioUrl({ enclosureUrl }: Pick<Links, 'enclosureUrl'>): string | null {
  return publicUrl(enclosureUrl)?.href ?? null;
}

/** The enclosure with a media fragment (`#t=SECONDS`), which players start at. */
function audioAt({ enclosureUrl }: Links, seconds: number): string | null {
  const url = publicUrl(enclosureUrl);
  if (!url) return null;
  url.hash = `t=${seconds}`;
  return url.href;
}

/** The video at the second. */
export function youtubeAt(youtubeUrl: string | null, seconds: number): string | null {
  const url = publicUrl(youtubeUrl);
  if (!url) return null;
  url.searchParams.set('t', String(seconds));
  return url.href;
}
