import type { Cue, Extraction } from '#server/domain.ts';
import { isWithdrawn, type Withdrawn } from '#server/features/visibility/withdrawn/rules.ts';
import type { ParsedFeed } from '#server/feeds/types.ts';
import { nameUnder } from '#server/ingest/transcript/speakers.ts';

/** A transcript without the cues of withdrawn people. `names` tells who speaks under a label, where that is known. */
export function withoutWords(
  cues: readonly Cue[],
  withdrawn: Withdrawn,
  names: Readonly<Record<string, string>> = {},
): Cue[] {
  return cues.filter(
    ({ speaker }) => !isWithdrawn(withdrawn, speaker) && !isWithdrawn(withdrawn, nameUnder(speaker, names)),
  );
}

/** An extraction without the ideas of withdrawn people. */
export function withoutIdeas(extraction: Extraction, withdrawn: Withdrawn): Extraction {
  return {
    ...extraction,
    ideas: extraction.ideas.filter(({ speaker }) => !isWithdrawn(withdrawn, speaker?.name)),
  };
}

/** A feed without withdrawn people in the lists of its episodes and its show. Titles and notes stay as they are. */
export function withoutPeople(feed: ParsedFeed, withdrawn: Withdrawn): ParsedFeed {
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
    episodes: episodes.map((episode) => ({ ...episode, people: others(episode.people) })),
  };
}
