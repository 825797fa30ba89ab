import type { EpisodeInput, OtherEpisode } from '#server/domain.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { type PersonName, personName, sameName } from '#server/language/people/names.ts';
import { literal } from '#server/platform/pattern.ts';

/**
 * Where a label's name is announced. `title`, `notes` and `spoken` present somebody who is here; `topic` is a name in
 * title or notes that the talk may only be about ("Ada Marsh's plan").
 */
export type Announcement = 'title' | 'topic' | 'notes' | 'feed' | 'show' | 'usual' | 'spoken';

/** A usual voice speaks in at least this many other episodes and this share of them (0..1), unannounced by titles. */
const LEAST_EPISODES = 2;
const USUAL_SHARE = 0.5;
/** Family names shorter than this are words of titles too often. */
const LEAST_FAMILY = 4;
/** Two initials fit anybody. */
const LEAST_INITIALS = 3;
/** Guests are presented within this many seconds of the start. */
const OPENING_SECONDS = 300;

const PARTS_OF_TITLE = /[:|_—–()]+/;
const WITH = /(?:\bwith|\bw\/|\bft\.?|\bfeat\.?|\bfeaturing|\bby|\bguests?|\bwelcomes?)[\s,]*$/i;
const ABOUT = /\b(?:on|of|about|against|vs\.?|versus|why|how|what|to|for|if|than)\b/i;
const OWNS = /^['’]s?\b/;
const PRESENTS =
  /\b(?:guests?|joined by|with|talks? to|speaks? to|hosts?|interviews?|conversation|welcomes?)\b[^.]{0,120}$/i;
/** After a presented name comes a stop or what the person is, never what they did. */
const PRESENTED =
  /^(?:[,.!?]|$| (?:is|was) (?:the|a|an|our|one|here|back|with|my)\b| (?:joins|speaks with|talks to|talks with|from|here)\b)/;

/** Every place that announces a name: what is written of the episode, the show's other episodes, and the others' opening. */
export function announcementsOf(
  name: PersonName,
  label: string,
  input: EpisodeInput,
  sentences: readonly Sentence[],
): Set<Announcement> {
  const found = new Set<Announcement>();
  const titled = titledAs(name, input.episodeTitle);
  const noted = notedAs(name, input.episodeDescription ?? '');
  if (titled !== null) found.add(titled);
  if (noted !== null) found.add(noted);
  if (input.people.some((person) => sameName(person.name, name.full))) found.add('feed');
  if (isShows(name, input.showName)) found.add('show');
  if (usualVoices(input.otherEpisodes ?? []).some((usual) => sameName(usual, name.full))) found.add('usual');
  if (isPresented(name, label, sentences)) found.add('spoken');
  return found;
}

/** Names that speak in many episodes of a show without being announced in titles: its hosts. */
export function usualVoices(episodes: readonly OtherEpisode[]): string[] {
  const counts = new Map<string, number>();
  for (const { title, speakers } of episodes) {
    for (const label of speakers) {
      const name = personName(label);
      if (name !== null && name.family !== null && titledAs(name, title) === null)
        counts.set(name.full, (counts.get(name.full) ?? 0) + 1);
    }
  }
  const least = Math.max(LEAST_EPISODES, USUAL_SHARE * episodes.length);
  return [...counts].filter(([, count]) => count >= least).map(([name]) => name);
}

/** True where a text names another person of that given name: "Ada Lund" for Ada Marsh. */
export function namesAnother({ given, family }: PersonName, text: string): boolean {
  const others = new RegExp(
    `(?<![\\p{L}\\p{N}])${literal(given)} (?!${literal(family ?? '')}\\b)\\p{Lu}\\p{Ll}`,
    'u',
  );
  return others.test(text);
}

/** Whether a title names somebody as a speaker ("Ada Marsh on grids", "w/ Ada Marsh") or as a possible topic. */
function titledAs({ full, family }: PersonName, title: string): 'title' | 'topic' | null {
  if (family === null) return null;
  const initials = full.replace(/[^\p{Lu}]/gu, '');
  const forms = [
    full,
    ...(family.length >= LEAST_FAMILY ? [family] : []),
    ...(initials.length >= LEAST_INITIALS ? [initials] : []),
  ];
  const parts = title.split(PARTS_OF_TITLE).flatMap((part) => around(part, forms));
  if (parts.length === 0) return null;
  return parts.some(({ before, after }) => WITH.test(before) || (!ABOUT.test(before) && !OWNS.test(after)))
    ? 'title'
    : 'topic';
}

function notedAs({ full, family }: PersonName, notes: string): 'notes' | 'topic' | null {
  if (family === null) return null;
  const places = notes.split(/\n+/).flatMap((line) => around(line, [full]));
  if (places.length === 0) return null;
  return places.some(({ before }) => PRESENTS.test(before)) ? 'notes' : 'topic';
}

function isShows({ full, given, family }: PersonName, showName: string): boolean {
  const words = [full, given, family].filter((word) => word !== null && word.length > LEAST_FAMILY);
  return around(showName, words as string[]).length > 0;
}

/** The whole name stands in the show's name ("The Market Table"), and the feed knows no person of it. */
export function isInShowName({ full }: PersonName, { showName, people }: EpisodeInput): boolean {
  return around(showName, [full]).length > 0 && !people.some((person) => sameName(person.name, full));
}

function isPresented({ given, family }: PersonName, label: string, sentences: readonly Sentence[]): boolean {
  if (family === null) return false;
  return sentences.some(
    ({ speaker, text, start }) =>
      start <= OPENING_SECONDS &&
      speaker !== label &&
      around(text, [`${given} ${family}`]).some(({ after }) => PRESENTED.test(after)),
  );
}

/** The text before and after each whole-word match of a form. */
function around(
  text: string,
  forms: readonly string[],
): { readonly before: string; readonly after: string }[] {
  const held = forms.find((form) => text.includes(form));
  if (held === undefined) return [];
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${literal(held)}(?![\\p{L}\\p{N}])`, 'gu');
  return [...text.matchAll(whole)].map(({ index }) => ({
    before: text.slice(0, index),
    after: text.slice(index + held.length),
  }));
}
