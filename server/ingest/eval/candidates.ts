import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { labelsBeside } from '#server/ingest/eval/labels/cases.ts';
import { type LabelledEpisode, type ListedIdea, wasRead } from '#server/ingest/eval/labels/labelled.ts';
import { foldName, oneToOne, sharedSeconds } from '#server/ingest/eval/labels/matching.ts';
import { readSegment } from '#server/ingest/eval/labels/segment.ts';
import type { Passage } from '#server/ingest/extract/passages/passages.ts';
import type { EpisodeLinker, Mention } from '#server/ingest/extract/subjects/mentions.ts';
import { type Survey, survey } from '#server/ingest/extract/survey.ts';
import { lettersApart, soundOf } from '#server/linking/link/sounds.ts';
import { EVERYDAY } from '#server/linking/link/words.ts';
import type { Alias, Entry, Universe } from '#server/linking/universe.ts';
import { literal } from '#server/platform/pattern.ts';

/**
 * Why a listed idea has no candidate of its own. `shared`: the passage on its subject belongs to another listed idea.
 * `elsewhere`: the subject is linked there, but in no passage (an advert). `otherwise`: the passage is filed under another name.
 * Else nothing links the subject. A known company: written in `lowerCase` or with a `capital` and not linked, `garbled` (it
 * sounds like it), or not named (`pronoun`). An unknown company: named (`unlisted`) or not (`unnamed`). A theme: its words are
 * said and no theme has them (`theme`), or other words are (`implied`).
 */
export type Cause = (typeof CAUSES)[number];
const CAUSES = [
  'shared',
  'elsewhere',
  'otherwise',
  'lowerCase',
  'capital',
  'garbled',
  'pronoun',
  'unlisted',
  'unnamed',
  'theme',
  'implied',
] as const;

/** A listed idea, and why the engine has no candidate for it; null if it has one. */
export type Reached = {
  readonly group: string;
  readonly idea: Pick<ListedIdea, 'subject' | 'tickers' | 'start' | 'end' | 'speaker'>;
  readonly cause: Cause | null;
};

/** The parts of an episode that the report reads. */
type Listed = Pick<LabelledEpisode, 'group' | 'input' | 'read'> & {
  readonly ideas: readonly Reached['idea'][];
};

/** The labelled segments of a folder as episodes, read whole. */
export function segmentsOf(folder: string): Listed[] {
  const files = readdirSync(folder).filter((file) => /^seg\d+\.txt$/.test(file));
  return files.sort().flatMap((file) => {
    const group = basename(file, '.txt');
    const labels = labelsBeside(folder, group);
    const input = readSegment(readFileSync(join(folder, file), 'utf8'));
    return labels === null
      ? []
      : [{ group, input, read: [[0, Number.POSITIVE_INFINITY]], ideas: labels.ideas }];
  });
}

/** Every listed idea, with the cause that it has no candidate. A candidate counts for one idea only, as in fitting. */
export function reachOf(episodes: readonly Listed[], linker: EpisodeLinker, universe: Universe): Reached[] {
  const names = namesOf(universe);
  return episodes.flatMap((episode) => {
    const read = survey(episode.input, linker);
    const passages = read.candidates.flatMap((one) =>
      (one.parts.length > 0 ? one.parts : [one]).map(({ reading }) => reading.passage),
    );
    const near = passages.filter((passage) => wasRead(episode as LabelledEpisode, passage));
    const pairs = episode.ideas.flatMap((label) =>
      near.flatMap((found) => {
        const shared = sharedSeconds(label, { ...stretchOf(found), ...subjectOf(found) });
        return shared === null ? [] : [{ label, found, shared }];
      }),
    );
    const own = new Set(oneToOne(pairs).map(({ label }) => label));
    const any = new Set(pairs.map(({ label }) => label));
    return episode.ideas.map((idea) => ({
      group: episode.group,
      idea,
      cause: own.has(idea) ? null : any.has(idea) ? 'shared' : causeOf(read, near, idea, names),
    }));
  });
}

/** Two lines: the shares with a candidate, also under another name; then the causes. */
export function reachReport(title: string, reached: readonly Reached[]): string[] {
  const all = Math.max(1, reached.length);
  const percent = (count: number) => (count / all).toFixed(3);
  const counts = CAUSES.map((cause) => [cause, reached.filter((one) => one.cause === cause).length] as const);
  const found = reached.filter(({ cause }) => cause === null).length;
  const filed = found + reached.filter(({ cause }) => cause === 'otherwise').length;
  return [
    `${title}: ${reached.length} ideas listed, ${percent(found)} with a candidate of their own, ${percent(filed)} with one filed under another name`,
    `  not: ${counts.map(([cause, count]) => `${cause} ${percent(count)}`).join(', ')}`,
  ];
}

function stretchOf({ start, end }: Passage): { readonly start: number; readonly end: number } {
  return { start, end };
}

function subjectOf({ mentions }: Passage): { readonly subject: string; readonly tickers: readonly string[] } {
  const { subject, tickers } = mentions[0] as Mention;
  return { subject: subject.name, tickers };
}

type Names = ReadonlyMap<string, Entry>;

/** Companies by folded name. */
function namesOf(universe: Universe): Names {
  const names = new Map<string, Entry>();
  const add = (text: string, entry: Entry) => {
    if (!names.has(foldName(text))) names.set(foldName(text), entry);
  };
  for (const entry of universe.entries) add(entry.name, entry);
  for (const entry of universe.entries)
    for (const { text, misheard } of entry.aliases) if (!misheard) add(text, entry);
  for (const entry of universe.entries) if (entry.symbol !== null) add(` ${entry.symbol} `, entry);
  names.delete('');
  return names;
}

/** The cause, by the talk around the idea. */
function causeOf(read: Survey, passages: readonly Passage[], idea: Reached['idea'], names: Names): Cause {
  const sentences = read.discourse.sentences.filter(
    ({ start, end }) => end >= idea.start - REACH && start <= idea.end + REACH,
  );
  const mentions = sentences.flatMap(({ index }) => read.discourse.mentions.get(index) ?? []);
  const named = (mention: Mention) =>
    sharedSeconds(idea, {
      start: idea.start,
      end: idea.end,
      subject: mention.subject.name,
      tickers: mention.tickers,
    }) !== null;
  if (mentions.some(named)) return 'elsewhere';
  const around = passages.filter(({ start, end }) => end >= idea.start - REACH && start <= idea.end + REACH);
  if (around.some((passage) => passage.mentions.some(({ surface }) => isSaidIn(surface, idea.subject))))
    return 'otherwise';
  const text = sentences.map((sentence) => sentence.text).join(' ');
  const head = headOf(idea.subject);
  const entry = names.get(foldName(head)) ?? entryOf(idea.tickers, names);
  if (entry !== undefined) return causeOfCompany(text, entry);
  if (/^\p{Lu}/u.test(head) && isProper(head)) return text.includes(head) ? 'unlisted' : 'unnamed';
  return foldedWords(head).some((word) => stemsOf(text).has(word)) ? 'theme' : 'implied';
}

/** Seconds within which an idea is matched. */
const REACH = 20;

function entryOf(tickers: readonly string[], names: Names): Entry | undefined {
  return tickers.length === 0 ? undefined : names.get(foldName(tickers[0] as string));
}

/** The subject without a reader's additions in brackets or after a preposition. */
function headOf(subject: string): string {
  return (subject.split(/ \(| vs\.? | versus | at \$/)[0] as string).trim();
}

function causeOfCompany(text: string, entry: Entry): Cause {
  const spoken = [
    entry.name,
    ...entry.aliases.filter(({ misheard }) => !misheard).map((alias: Alias) => alias.text),
  ];
  const said = spoken.flatMap((name) => [
    ...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${literal(name)}(?![\\p{L}\\p{N}])`, 'giu')),
  ]);
  if (said.some(([name]) => /^\p{Lu}/u.test(name))) return 'capital';
  if (said.length > 0) return 'lowerCase';
  return spoken.some((name) => soundsIn(text, name)) ? 'garbled' : 'pronoun';
}

/** Whether one to three words of the text sound like the name, or nearly. */
function soundsIn(text: string, name: string): boolean {
  const letters = (words: string) => words.toLowerCase().replace(/[^a-z]/g, '');
  const wanted = soundOf(letters(name));
  if (wanted.length < 3) return false;
  const words = text.split(/\s+/);
  return words.some((_, i) =>
    [1, 2, 3].some((count) => {
      const heard = soundOf(letters(words.slice(i, i + count).join('')));
      return lettersApart(heard, wanted) <= (wanted.length > 5 ? 1 : 0);
    }),
  );
}

function isProper(head: string): boolean {
  return (
    head.split(' ').every((word) => /^[\p{Lu}\p{N}]/u.test(word) || /^(?:of|the|and|for)$/.test(word)) &&
    !head.split(' ').every((word) => EVERYDAY.has(word.toLowerCase()) && head.includes(' '))
  );
}

/** Whether the label holds all words of a passage's name for its subject, in singular or plural. */
function isSaidIn(surface: string, label: string): boolean {
  const wanted = foldedWords(surface);
  const words = foldedWords(label);
  return wanted.length > 0 && wanted.every((word) => words.includes(word));
}

function foldedWords(text: string): string[] {
  return foldName(text)
    .split(' ')
    .filter((word) => word.length > 1)
    .map(stem);
}

function stemsOf(text: string): Set<string> {
  return new Set(foldedWords(text));
}

function stem(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<=...)s$/, '');
}
