import type { Cue, ExtractedIdea, Extraction, Person } from '#server/domain.ts';
import {
  isWithdrawn,
  JOINED,
  personKey,
  type Withdrawn,
  whoIn,
} from '#server/features/visibility/withdrawn/rules.ts';
import type { ParsedEpisode, ParsedFeed } from '#server/feeds/types.ts';
import { nameUnder } from '#server/ingest/transcript/speakers.ts';
import { cueText, joinCues, lastAtOrBefore } from '#server/language/cues/text.ts';
import { personName, sameName } from '#server/language/people/names.ts';

/** What is known of an episode's labels: who speaks under them (`names`), and the short names of withdrawn people (`shortNames`). */
export type KnownLabels = {
  readonly names?: Readonly<Record<string, string>>;
  readonly shortNames?: readonly string[];
};

/** A transcript without the cues of withdrawn people. */
export function withoutWords(cues: readonly Cue[], withdrawn: Withdrawn, labels: KnownLabels = {}): Cue[] {
  const theirs = theirLabels(cues, withdrawn, labels);
  return cues.filter(({ speaker }) => speaker === null || !theirs.has(speaker));
}

/** The labels of a transcript under which withdrawn people speak. */
export function theirLabels(
  cues: readonly Cue[],
  withdrawn: Withdrawn,
  { names = {}, shortNames = [] }: KnownLabels,
): ReadonlySet<string> {
  const isOwn = (label: string) =>
    isWithdrawn(withdrawn, label) ||
    isWithdrawn(withdrawn, nameUnder(label, names)) ||
    shortNames.some((short) => isCalledShort(label, short));
  return new Set(cues.flatMap(({ speaker }) => speaker ?? []).filter(isOwn));
}

/** Of these labels those that give no name ("SPEAKER_01"), each with who speaks under it; without those of whom nobody knows. */
export function namelessOf(
  labels: readonly string[],
  whoSpeaks: (label: string) => string | null,
): Record<string, string> {
  return Object.fromEntries(
    labels.flatMap((label) => {
      const who = personName(label) === null ? whoSpeaks(label) : null;
      return who === null ? [] : [[label, personKey(who)]];
    }),
  );
}

/** People by labels that give no name ("SPEAKER_01"). */
export type PeopleByLabel = Readonly<Record<string, string>>;

/**
 * Under which labels of a transcript that is fetched anew the withdrawn people speak who are `noted` with the former one, which is without
 * their words. Under those noted, where the other voices kept theirs. Where voices were told apart anew: under each label that gives no
 * name and says mostly what the former lacks, which may be any of those people. Where no voice is left to go by: under both, but for a
 * noted label of which the former has every word. Others than those noted are not looked for where most of the former is not here either.
 */
export function withdrawnHere(
  cues: readonly Cue[],
  former: readonly Cue[],
  noted: PeopleByLabel,
  withdrawn: Withdrawn,
): PeopleByLabel {
  const people = new Set(Object.values(noted).flatMap((one) => whoIn(one, withdrawn)));
  if (people.size === 0) return {};
  const voices = former.filter((cue) => cue.speaker !== null && isTelling(cue));
  const isThere = cues.some(({ speaker }) => speaker !== null && Object.hasOwn(noted, speaker));
  if (isThere && voices.length > 0 && hasSameVoices(cues, voices, Object.keys(noted))) return noted;
  const saidBefore = (label: string) =>
    shareIn(
      former,
      cues.filter(({ speaker }) => speaker === label),
    ) ?? 0;
  const kept = voices.length > 0 ? [] : Object.entries(noted).filter(([label]) => saidBefore(label) < 1);
  const isSameTalk = (shareIn(cues, former) ?? 1) >= MOSTLY;
  const labels = isSameTalk ? new Set(cues.flatMap(({ speaker }) => speaker ?? [])) : [];
  const found = namelessOf(
    [...labels].filter((label) => saidBefore(label) < MOSTLY),
    () => [...people].join(JOINED),
  );
  return { ...Object.fromEntries(kept), ...found };
}

/** The share, 0..1, of what these `words` say that stands in a transcript, however both are cut into cues; null for a few words. */
function shareIn(cues: readonly Cue[], words: readonly Cue[]): number | null {
  const runs = textsByLabel(words).flatMap(runsOf);
  if (runs.length === 0) return null;
  // Also in the order of the talk, where two labels became one.
  const all = [lettersOf(cues), ...textsByLabel(cues)].join('\n');
  return runs.filter((run) => all.includes(run)).length / runs.length;
}

function textsByLabel(cues: readonly Cue[]): string[] {
  return [...Map.groupBy(cues, ({ speaker }) => speaker).values()].map(lettersOf);
}

/** Letters that stand together in one talk alone: about five words. */
const RUN = 20;

/** The runs of a text, one after another, the last of which ends it. None of a text that is shorter than a run. */
function runsOf(letters: string): string[] {
  const whole = letters.match(WHOLE_RUN) ?? [];
  return whole.length === 0 ? [] : [...whole, letters.slice(-RUN)];
}

const WHOLE_RUN = new RegExp(`.{${RUN}}`, 'gu');

/**
 * Whether the same people speak under the labels of a transcript as in these cues of a former one, which is without the words of the
 * `withdrawn` labels: most of what stands under each label stands under it here, however it is cut into cues, and nothing of it
 * under a withdrawn label. Voices that were told apart anew may have changed theirs.
 */
function hasSameVoices(cues: readonly Cue[], voices: readonly Cue[], withdrawn: readonly string[]): boolean {
  const saidBy = new Map(
    [...Map.groupBy(cues, ({ speaker }) => speaker)].map(([label, own]) => [label, lettersOf(own)]),
  );
  const isUnder = (label: string | null) => (cue: Cue) =>
    saidBy.get(label)?.includes(lettersOf([cue])) ?? false;
  if (voices.some((cue) => withdrawn.some((label) => isUnder(label)(cue)))) return false;
  return [...Map.groupBy(voices, ({ speaker }) => speaker)].every(
    ([label, own]) => lettersIn(own.filter(isUnder(label))) >= MOSTLY * lettersIn(own),
  );
}

/** Words of a cue that tell whose it is: "Right." is everybody's. */
const TELLING = 5;

function isTelling({ text }: Cue): boolean {
  return text.split(/\s+/).length >= TELLING;
}

/** What cues say, in letters and digits alone, so that it is the same however it is cut and set. */
function lettersOf(cues: readonly Cue[]): string {
  return cues
    .map(({ text }) => text)
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function lettersIn(cues: readonly Cue[]): number {
  return cues.reduce((sum, { text }) => sum + text.length, 0);
}

/**
 * The label under which a transcript has most of a passage that one person speaks; null where it has not. A few words of others may lie
 * within the passage's time ("Yeah, exactly.").
 */
export function labelOfPassage(
  cues: readonly Cue[],
  { startSeconds, endSeconds, text }: SpokenPassage,
): string | null {
  const letters = new Map<string, number>();
  for (const cue of cues) {
    if (cue.speaker === null || cue.start > endSeconds || cue.end < startSeconds) continue;
    const words = cueText(cue);
    const shared = text.includes(words) ? words.length : words.includes(text) ? text.length : 0;
    if (shared > 0) letters.set(cue.speaker, (letters.get(cue.speaker) ?? 0) + shared);
  }
  const [most] = [...letters].sort(([, a], [, b]) => b - a);
  return most !== undefined && most[1] >= MOSTLY * text.length ? most[0] : null;
}

/** A label has words if it has this share of their letters. A transcript that was heard anew may have none of its words but "Right.". */
const MOSTLY = 0.5;

type SpokenPassage = { readonly startSeconds: number; readonly endSeconds: number; readonly text: string };

/** The name without its last word, by which a transcript may label the person: "ann" for Ann Lee. Null for a single word. */
export function shortName(name: string): string | null {
  const words = personKey(name).split(' ');
  return words.length > 1 ? words.slice(0, -1).join(' ') : null;
}

/** Whether a label is a short name or a part of it: "Mary" and "Mary Ann" for "mary ann", but not "Mary Ann Cho". */
export function isCalledShort(label: string, short: string): boolean {
  return sameName(label, short) && countWords(label) <= countWords(short);
}

function countWords(name: string): number {
  return personKey(name).split(' ').length;
}

/** An extraction from these cues without the ideas of withdrawn people, those of their words in which nobody is named, too. */
export function withoutIdeas(
  extraction: Extraction,
  cues: readonly Cue[],
  withdrawn: Withdrawn,
  shortNames: readonly string[],
): Extraction {
  const labels = theirLabels(cues, withdrawn, { names: extraction.names, shortNames });
  const told = extraction.ideas.map((idea) => ({ ...toldIn(idea), idea }));
  const theirs = new Set(ideasUnder(labels, cues, told).map(({ idea }) => idea));
  return {
    ...extraction,
    ideas: extraction.ideas.filter(
      (idea) => !isWithdrawn(withdrawn, idea.speaker?.name) && !theirs.has(idea),
    ),
  };
}

function toldIn({ speaker, quote }: ExtractedIdea): ToldWords {
  return { speakerName: speaker?.name ?? null, quote: quote.text, startSeconds: quote.startSeconds };
}

/** Who is named for an idea, its quote, and its moment in the episode. */
export type ToldWords = {
  readonly speakerName: string | null;
  readonly quote: string | null;
  readonly startSeconds: number | null;
};

/** The ideas whose words stand under these labels, if only in part. */
export function ideasUnder<Idea extends ToldWords>(
  labels: ReadonlySet<string>,
  cues: readonly Cue[],
  ideas: readonly Idea[],
): Idea[] {
  if (labels.size === 0) return [];
  const joined = joinCues(cues);
  return ideas.filter((idea) =>
    cuesQuoted(cues, joined, idea).some(({ speaker }) => speaker !== null && labels.has(speaker)),
  );
}

/**
 * The cues that hold an idea's quote, nearest to its moment. Where none do (words that were put right, another transcript since), what
 * is said at its moment, unless somebody is named for it.
 */
function cuesQuoted(
  cues: readonly Cue[],
  { text, starts }: ReturnType<typeof joinCues>,
  { quote, speakerName, startSeconds }: ToldWords,
): Cue[] {
  const at = (offset: number) => lastAtOrBefore(starts, offset);
  const away = (offset: number) => Math.abs((cues[at(offset)]?.start ?? 0) - (startSeconds ?? 0));
  const [nearest] = placesOf(quote ?? '', text).sort((a, b) => away(a) - away(b));
  if (nearest !== undefined) return cues.slice(at(nearest), at(nearest + quote!.length - 1) + 1);
  if (speakerName !== null || startSeconds === null) return [];
  const spoken = cues.findLast(({ start }) => Math.floor(start) <= startSeconds);
  return spoken ? [spoken] : [];
}

/** The offsets at which a text holds these words. */
function placesOf(words: string, text: string): number[] {
  const places: number[] = [];
  if (words === '') return places;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) places.push(at);
  return places;
}

/** An episode of a feed without withdrawn people, and the short names of those whom the feed lists. */
export type AdmittedEpisode = ParsedEpisode & { readonly shortNames: readonly string[] };
type AdmittedFeed = Omit<ParsedFeed, 'episodes'> & { readonly episodes: readonly AdmittedEpisode[] };

/** A feed without withdrawn people in the lists of its episodes and its show. Titles and notes stay as they are. */
export function withoutPeople(feed: ParsedFeed, withdrawn: Withdrawn): AdmittedFeed {
  const { show, episodes } = feed;
  const admitted = (name: string | null) => (isWithdrawn(withdrawn, name) ? null : name);
  return {
    ...feed,
    show: {
      ...show,
      people: othersOf(show.people, withdrawn),
      author: admitted(show.author),
      ownerName: admitted(show.ownerName),
    },
    episodes: episodes.map((episode) => ({
      ...episode,
      people: othersOf(episode.people, withdrawn),
      shortNames: shortNamesIn(episode, withdrawn),
    })),
  };
}

/** What joins the names of several people. A comma joins a name and its letters, too, so what follows one is not kept. */
const JOINT = /\s*[;&/+]\s*|\s(?:and|with)\s/u;

/** People without the withdrawn; of a joint name, "Ann Lee and Bob Cho", those who stay. */
function othersOf(people: readonly Person[], withdrawn: Withdrawn): Person[] {
  return people.flatMap((person) =>
    isWithdrawn(withdrawn, person.name)
      ? person.name
          .split(JOINT)
          .filter((name) => personName(name) && !isWithdrawn(withdrawn, name))
          .map((name) => ({ ...person, name }))
      : [person],
  );
}

function shortNamesIn({ people }: ParsedEpisode, withdrawn: Withdrawn): string[] {
  const listed = people.flatMap(({ name }) => whoIn(name, withdrawn));
  return [...new Set(listed.flatMap((person) => shortName(person) ?? []))];
}
