import type { Cue, Extraction } from '#server/domain.ts';
import type { ParsedFeed } from '#server/feeds/types.ts';

/** People whose words are published no more, as `samePerson` writes their names. */
export type Withdrawn = ReadonlySet<string>;

/** How a name is compared: without regard to case and spaces around it. */
export function samePerson(name: string): string {
  return name.trim().toLowerCase();
}

function isIn(withdrawn: Withdrawn, name: string | null | undefined): boolean {
  return name != null && withdrawn.has(samePerson(name));
}

/** A transcript without what withdrawn people say in it. `names`: who speaks under a label, where that is known. */
export function withoutWords(
  cues: readonly Cue[],
  withdrawn: Withdrawn,
  names: Readonly<Record<string, string>> = {},
): Cue[] {
  return cues.filter(
    ({ speaker }) => !isIn(withdrawn, speaker) && !isIn(withdrawn, speaker === null ? null : names[speaker]),
  );
}

/** An extraction without the ideas of withdrawn people. */
export function withoutIdeas(extraction: Extraction, withdrawn: Withdrawn): Extraction {
  return { ...extraction, ideas: extraction.ideas.filter(({ speaker }) => !isIn(withdrawn, speaker?.name)) };
}

/** A feed that lists no withdrawn people, neither with its episodes nor with its show. Its titles and notes are its own. */
export function withoutPeople(feed: ParsedFeed, withdrawn: Withdrawn): ParsedFeed {
  const others = <Listed extends { readonly name: string }>(people: readonly Listed[]) =>
    people.filter(({ name }) => !isIn(withdrawn, name));
  const { show, episodes } = feed;
  return {
    ...feed,
    show: {
      ...show,
      people: others(show.people),
      author: isIn(withdrawn, show.author) ? null : show.author,
      ownerName: isIn(withdrawn, show.ownerName) ? null : show.ownerName,
    },
    episodes: episodes.map((episode) => ({ ...episode, people: others(episode.people) })),
  };
}
