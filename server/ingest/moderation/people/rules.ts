import type { Cue, Extraction, Person } from '#server/domain.ts';
import {
  isWithdrawn,
  personKey,
  type Withdrawn,
  whoIn,
} from '#server/features/visibility/withdrawn/rules.ts';
import type { ParsedEpisode, ParsedFeed } from '#server/feeds/types.ts';
import { nameUnder } from '#server/ingest/transcript/speakers.ts';
import { personName, sameName } from '#server/language/people/names.ts';

/** What is known of an episode's labels: who speaks under them (`names`), and the short names of withdrawn people (`shortNames`). */
export type Labels = {
  readonly names?: Readonly<Record<string, string>>;
  readonly shortNames?: readonly string[];
};

/** A transcript without the cues of withdrawn people. */
export function withoutWords(
  cues: readonly Cue[],
  withdrawn: Withdrawn,
  { names = {}, shortNames = [] }: Labels = {},
): Cue[] {
  const theirs = new Set(
    [...new Set(cues.flatMap(({ speaker }) => speaker ?? []))].filter(
      (label) =>
        isWithdrawn(withdrawn, label) ||
        isWithdrawn(withdrawn, nameUnder(label, names)) ||
        shortNames.some((short) => isCalledShort(label, short)),
    ),
  );
  return cues.filter(({ speaker }) => speaker === null || !theirs.has(speaker));
}

/** The name without its last word, by which a transcript may label the person: "ann" for Ann Lee. Null for a single word. */
export function shortName(name: string): string | null {
  const words = personKey(name).split(' ');
  return words.length > 1 ? words.slice(0, -1).join(' ') : null;
}

/** Whether a label is a short name or a part of it: "Mary" and "Mary Ann" for "mary ann", but not "Mary Ann Cho". */
export function isCalledShort(label: string, short: string): boolean {
  return sameName(label, short) && wordsOf(label) <= wordsOf(short);
}

function wordsOf(name: string): number {
  return personKey(name).split(' ').length;
}

/** An extraction without the ideas of withdrawn people. */
export function withoutIdeas(extraction: Extraction, withdrawn: Withdrawn): Extraction {
  return {
    ...extraction,
    ideas: extraction.ideas.filter(({ speaker }) => !isWithdrawn(withdrawn, speaker?.name)),
  };
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
