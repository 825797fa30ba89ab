import type { Cue, Extraction } from '#server/domain.ts';
import type { ParsedFeed } from '#server/feeds/types.ts';
import { nameUnder } from '#server/ingest/transcript/speakers.ts';

/** People whose words are no longer published, by name as `samePerson` writes it. */
export type Withdrawn = ReadonlySet<string>;

/** A name in the form in which names are compared: lower case, trimmed, with single spaces. */
export function samePerson(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Those of the names that are the person's by `samePerson`. */
export function spellingsOf(names: readonly string[], person: string): string[] {
  return names.filter((name) => samePerson(name) === samePerson(person));
}

/**
 * A regular expression of PostgreSQL that finds the whole name in a text, whatever its locale. Unless `inAnyCase`, the first and
 * the last word must begin with a capital letter: "of the" is nobody.
 */
export function wholeName(name: string, inAnyCase: boolean): string {
  const words = samePerson(name).split(' ');
  const written = words.map((word, at) => {
    const inCapital = !inAnyCase && (at === 0 || at === words.length - 1);
    return [...word].map((letter, place) => letterOf(letter, inCapital && place === 0)).join('');
  });
  return `(?<!${IN_WORD})${written.join('[\\s\\u00a0]+')}(?!${IN_WORD})`;
}

const IN_WORD = '[[:alnum:]\\u00c0-\\u1fff]';

function letterOf(letter: string, onlyCapital: boolean): string {
  const capital = letter.toUpperCase();
  if (capital === letter) return letter.replace(/[^\p{L}\p{M}\p{N}]/u, '\\$&');
  return onlyCapital ? capital : `[${letter}${capital}]`;
}

/** Whether a name alone says who is meant: a single word, such as "Ann" or "the", does not. */
export function saysWho(name: string): boolean {
  return samePerson(name).includes(' ');
}

function isIn(withdrawn: Withdrawn, name: string | null | undefined): boolean {
  return name != null && withdrawn.has(samePerson(name));
}

/** A transcript without the cues of withdrawn people. `names` tells who speaks under a label, where that is known. */
export function withoutWords(
  cues: readonly Cue[],
  withdrawn: Withdrawn,
  names: Readonly<Record<string, string>> = {},
): Cue[] {
  return cues.filter(
    ({ speaker }) => !isIn(withdrawn, speaker) && !isIn(withdrawn, nameUnder(speaker, names)),
  );
}

/** An extraction without the ideas of withdrawn people. */
export function withoutIdeas(extraction: Extraction, withdrawn: Withdrawn): Extraction {
  return { ...extraction, ideas: extraction.ideas.filter(({ speaker }) => !isIn(withdrawn, speaker?.name)) };
}

/** A feed without withdrawn people in the lists of its episodes and its show. Titles and notes stay as they are. */
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
