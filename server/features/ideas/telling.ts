import { CLAUSE_END, capQuote } from '#server/features/ideas/media.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { inQuotationMarks, wordsAlone } from '#server/language/phrasing.ts';
import { dayInWords, timestampText } from '#server/platform/clock.ts';

/** What a card says in words, the same on pages, in mails, feeds, files and images. From values alone. */

/** Of an idea, what its card tells. */
export type Tellable = Pick<
  IdeaCard,
  'headline' | 'thesis' | 'stance' | 'discussionDepth' | 'show' | 'episode' | 'timestampSeconds'
>;

/** A card in words, each part on one line: a line break in a show's text cannot start a new one. */
export type Told = {
  /** The claim: as the idea's headline has it, else the words of the thesis line where they are few. */
  readonly headline: string;
  /** What the thesis line says beyond that: who on what, and the rest of their words; null where it says nothing more. */
  readonly line: string | null;
  readonly show: string;
  /** The episode's title in quotation marks. */
  readonly episode: string;
  /** `with Ana Ruiz`; null without a guest. */
  readonly guest: string | null;
  /** `15 September 2026`, the UTC day. */
  readonly aired: string;
  /** `at 10:05`; null when the second is unknown. */
  readonly at: string | null;
  /** Show, episode, guest and day, as one clause without a stop. */
  readonly place: string;
  /** The place with the second. */
  readonly source: string;
  /** `argued as bullish`, or that the stance is not told. */
  readonly stance: string;
  /** `argued with evidence, depth 3 of 5`: of the argument, never of a security. */
  readonly depth: string;
  /** Both in one clause: `argued with evidence, as bullish (depth 3 of 5)`, or `argued with evidence, stance not told (depth 3 of 5)`. */
  readonly manner: string;
};

/** What is told of an idea wherever its card stands. */
export function told(card: Tellable): Told {
  const show = oneLine(card.show.name);
  const episode = inQuotationMarks(oneLine(card.episode.title));
  const guest = card.episode.guest ? `with ${oneLine(card.episode.guest)}` : null;
  const aired = dayInWords(new Date(card.episode.publishedAt));
  const at = card.timestampSeconds === null ? null : `at ${timestampText(card.timestampSeconds)}`;
  const place = [show, episode, ...(guest === null ? [] : [guest]), `aired ${aired}`].join(', ');
  return {
    ...claimOf(oneLine(card.headline), oneLine(card.thesis)),
    show,
    episode,
    guest,
    aired,
    at,
    place,
    source: at === null ? place : `${place}, ${at}`,
    stance: stanceInWords(card.stance),
    depth: depthInWords(card.discussionDepth),
    manner: mannerOf(card),
  };
}

/** A thesis line that quotes: who on what, then the words. */
const QUOTING = /^([^"“”]+): ["“](.+)["”]$/;
/** A headline that names an argument and does not say it. */
const UNSAID = /^What .+ argued about .+$|^An argument about .+$/;
/** Whether a headline says the claim itself, and not only whose argument it is. */
export function saysClaim(headline: string): boolean {
  return !UNSAID.test(headline);
}

/** Words that a headline may hold, in characters. */
const HEADLINE_CHARS = 180;
/** So many words beyond the headline make a line of their own. */
const FEWEST_BEYOND = 3;

/** Headline and line of a card: what both hold is said once. */
function claimOf(headline: string, thesis: string): Pick<Told, 'headline' | 'line'> {
  const quoting = QUOTING.exec(thesis);
  if (!quoting)
    return { headline: curly(headline), line: tellsMore(thesis, headline) ? curly(thesis) : null };
  const [, who = '', words = ''] = quoting;
  const begun = saysClaim(headline) ? headline : `"${unstopped(claimIn(words))}"`;
  const beyond = beyondOf(words, begun);
  // The last word or two of a claim make no line of their own, and are not left out either.
  const said = beyond === null ? begun.replace(/[“"][^“”"]*…[”"]$/, () => `"${unstopped(words)}"`) : begun;
  const by = withoutSubject(who, begun);
  return { headline: curly(said), line: beyond === null ? by : `${by}: “${beyond}”` };
}

/** `Ana Ruiz` of `Ana Ruiz on ASML` below a headline that begins with `On ASML:`. */
function withoutSubject(who: string, headline: string): string {
  const on = /^On (.+?): /.exec(headline)?.[1];
  return on !== undefined && who.endsWith(` on ${on}`) ? who.slice(0, -` on ${on}`.length) : who;
}

/** A claim that is cut holds at least this part of what a headline may hold. */
const LEAST_OF_CLAIM = 0.6;

/** As much of the words as a headline holds, cut where a clause ends: a figure that is cut in two would be another. */
function claimIn(words: string): string {
  const capped = capQuote(words, HEADLINE_CHARS);
  if (!capped.endsWith('…') || words.endsWith('…')) return capped;
  const ends = [...capped.matchAll(CLAUSE_END)].map((end) => end.index);
  const last = ends.filter((end) => end >= HEADLINE_CHARS * LEAST_OF_CLAIM).at(-1);
  return last === undefined ? capped : `${capped.slice(0, last).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** What words say beyond a headline that holds their beginning or their end; all of them where it takes others. */
function beyondOf(words: string, headline: string): string | null {
  const quoted = /["“](.+)["”]$/.exec(headline)?.[1] ?? headline;
  const core = unstopped(quoted.replace(/…$/, '')).toLowerCase();
  const all = unstopped(words);
  const more = (rest: string, told: string) => (wordsOf(rest).length < FEWEST_BEYOND ? null : told);
  if (all.toLowerCase().startsWith(core)) {
    const rest = words.slice(core.length).replace(/^[\s,;:.–—-]+/, '');
    return more(rest, `…\u00a0${rest}`);
  }
  if (!all.toLowerCase().endsWith(core)) return tellsMore(words, headline) ? words : null;
  const lead = all.slice(0, all.length - core.length).trimEnd();
  return more(lead, `${lead}\u00a0…`);
}

function unstopped(text: string): string {
  return text.replace(/[.\s]+$/, '');
}

/** A text with quotation marks as print has them. */
export function curly(text: string): string {
  return text.replace(/"([^"]*)"/g, '“$1”');
}

function mannerOf({ stance, discussionDepth }: Tellable): string {
  const side = stance === null ? stanceInWords(stance) : `as ${stance.toLowerCase()}`;
  return `${depthWords[discussionDepth]}, ${side} (depth ${discussionDepth} of 5)`;
}

/** A card's text where it stands below its headline: where it was said, the thesis line, how it was argued. */
export function toldParagraphs(card: Tellable): string[] {
  const { source, line, manner } = told(card);
  return [`${source}.`, ...(line === null ? [] : [line]), `${capital(manner)}.`];
}

/** The side on which something was argued; says so where none is told. */
export function stanceInWords(stance: string | null): string {
  return stance === null || stance === 'not told' ? 'stance not told' : `argued as ${sideInWords(stance)}`;
}

/** A stance, or a stance word of the open tools, as cards name it: what is `neutral` there is balanced or mixed here. */
export function sideInWords(stance: string): string {
  return stance === 'neutral' ? 'balanced or mixed' : stance.toLowerCase();
}

/** What an argument's depth says, never a grade of a security. */
export const depthWords: Readonly<Record<number, string>> = {
  1: 'asserted',
  2: 'argued briefly',
  3: 'argued with evidence',
  4: 'argued at length',
  5: 'argued in full',
};

/** `argued with evidence, depth 3 of 5`. */
export function depthInWords(depth: number): string {
  return `${depthWords[depth]}, depth ${depth} of 5`;
}

/** Whether a line has a word that the line above it lacks, whatever the order and the marks. */
function tellsMore(line: string, above: string): boolean {
  const said = new Set(wordsOf(above));
  return wordsOf(line).some((word) => !said.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Who said it, where the card's own words name them; null elsewhere, since a full read tells it. */
export function speakerOnCard(
  { headline, thesis }: Pick<IdeaCard, 'headline' | 'thesis'>,
  speaker: string | null,
): string | null {
  if (speaker === null) return null;
  return wordsAlone(`${headline} ${thesis}`).includes(wordsAlone(speaker)) ? speaker : null;
}
