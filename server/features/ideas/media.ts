import { publicUrl } from '#server/api/links.ts';
import { wordsIn } from '#server/features/ideas/licence.ts';

/** What of an episode's sound may be quoted and linked, from values alone. */

/** The longest window of a quote (docs/contract.md, Limits 14). */
const MAX_WINDOW_SECONDS = 90;
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

/** The quote within the show's rights and its seconds, at most 90; null when nothing is timed or the rights allow none. */
export function quotable(row: Quoted): Moment | null {
  const { quote, quoteStartSeconds: start, quoteEndSeconds: end } = row;
  if (!row.mediaEnabled || row.quoteChars < 1 || quote === null || quote.trim() === '' || start === null)
    return null;
  const served = capQuote(quote, row.quoteChars);
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

/**
 * The quote within the show's licence of `maxChars`: whole sentences when one fits, else whole words and an ellipsis.
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
  return `${words.replace(/[\s,;:–—-]+$/, '')}…`;
}

/** Sentences as spoken, each within the show's licence; none where it permits no quote. */
export function licensed(sentences: readonly string[], maxChars: number): string[] {
  return maxChars < 1 ? [] : sentences.map((sentence) => capQuote(sentence, maxChars));
}

/** A text of sentences as spoken, each within the show's licence, its paragraphs kept; null where it permits no quote. */
export function licensedText(text: string, maxChars: number): string | null {
  if (maxChars < 1) return null;
  const paragraphs = text.split('\n').map((paragraph) => licensed(sentencesIn(paragraph), maxChars));
  return paragraphs.map((sentences) => sentences.join(' ')).join('\n');
}

function sentencesIn(text: string): string[] {
  const ends = [...sentenceEnds(text), text.length];
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end).trim());
}

function sentenceEnds(text: string): number[] {
  return [...text.matchAll(/[.!?]["”’)]?(?=\s)/g)].map((end) => end.index + end[0].length);
}

/** Seconds as `mm:ss`, or `h:mm:ss` from one hour on. */
export function timestampText(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours > 0 ? `${hours}:` : ''}${pad(minutes)}:${pad(seconds % 60)}`;
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
