import type { Cue, Extraction } from '#server/domain.ts';
import { isWithdrawn, samePerson, type Withdrawn } from '#server/features/visibility/withdrawn/rules.ts';
import type { ParsedEpisode, ParsedFeed } from '#server/feeds/types.ts';
import { sameName } from '#server/ingest/extract/speakers/evidence/names.ts';
import { nameUnder } from '#server/ingest/transcript/speakers.ts';

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
  return cues.filter(
    ({ speaker }) =>
      !isWithdrawn(withdrawn, speaker) &&
      !isWithdrawn(withdrawn, nameUnder(speaker, names)) &&
      !(speaker !== null && shortNames.some((short) => isCalledShort(speaker, short))),
  );
}

/** The name without its last word, by which a transcript may label the person: "ann" for Ann Lee. Null for a single word. */
export function shortName(name: string): string | null {
  const words = samePerson(name).split(' ');
  return words.length > 1 ? words.slice(0, -1).join(' ') : null;
}

/** Whether a label is a short name or a part of it: "Mary" and "Mary Ann" for "mary ann", but not "Mary Ann Cho". */
export function isCalledShort(label: string, short: string): boolean {
  return sameName(label, short) && wordsOf(label) <= wordsOf(short);
}

function wordsOf(name: string): number {
  return samePerson(name).split(' ').length;
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
  const others = <Listed extends { readonly name: string }>(people: readonly Listed[]) =>
    people.filter(({ name }) => !isWithdrawn(withdrawn, name));
  const { show, episodes } = feed;
  return {
    ...feed,
    show: {
      ...show,
      people: others(show.people),
      author: isWithdrawn(withdrawn, show.author) ? null : show.author,
      ownerName: isWithdrawn(withdrawn, show.ownerName) ? null : show.ownerName,
    },
    episodes: episodes.map((episode) => ({
      ...episode,
      people: others(episode.people),
      shortNames: shortNamesIn(episode, withdrawn),
    })),
  };
}

function shortNamesIn({ people }: ParsedEpisode, withdrawn: Withdrawn): string[] {
  const names = people.flatMap(({ name }) => (isWithdrawn(withdrawn, name) ? (shortName(name) ?? []) : []));
  return [...new Set(names)];
}
