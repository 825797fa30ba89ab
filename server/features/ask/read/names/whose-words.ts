import { leftOutIn } from '#server/features/ask/read/names/left-aside.ts';
import {
  namedPeople,
  opposedTo,
  peopleSpokenOf,
  spokenOfIn,
  withoutPerson,
} from '#server/features/ask/read/names/people.ts';
import { namedShows, withoutShow, withShowAsWord } from '#server/features/ask/read/names/shows.ts';
import { linksOf } from '#server/features/ask/read/names/subjects.ts';
import type {
  KnownNames,
  KnownShow,
  QuestionReading,
  WhoseWords,
} from '#server/features/ask/read/reading.ts';
import type { Link, Linker } from '#server/linking/linker.ts';
import { blanked } from '#server/platform/pattern.ts';

/** What the names of shows and people in a question mean. `rest`: the question without them, but with those spoken of. */
export type NamedInQuestion = Pick<
  QuestionReading,
  'shows' | 'people' | 'against' | 'besides' | 'spokenOf' | 'heOrShe'
> & { readonly rest: string };

/** Whose words a question asks for by name, with whom others disagree, who is left aside, and who is spoken of. */
export function whoseWordsIn(question: string, { linker, shows, speakers }: KnownNames): NamedInQuestion {
  const showsIn = (text: string, among: readonly KnownShow[]) =>
    namedShows(text, among, (name) => linksOf(name, linker).length > 0);
  const named = showsIn(question, shows);
  const showless = (text: string) => named.reduce(withoutShow, text);
  const isCompany = companyTest(showless(question), linker);
  const spokenOf = spokenOfIn(showless(question), speakers, isCompany);
  const withoutSpokenOf = (text: string) => spokenOf.written.reduce(withoutPerson, text);
  const asking = withoutSpokenOf(showless(question));
  const joined = named.reduce(withShowAsWord, question);
  const asides = leftOutIn(joined);
  // Beside a full name a part of a name is nobody, but not of somebody left out: "Dana Reyes, but not Zoltan".
  const people = [asking, ...asides.map(({ whom }) => withoutSpokenOf(whom))]
    .flatMap((text) => namedPeople(text, speakers, isCompany))
    .filter((name, i, all) => all.indexOf(name) === i);
  const among = (part: string): WhoseWords => ({
    people: people.filter((name) => withoutPerson(part, name) !== part),
    shows: showsIn(part, named),
  });
  const against = among(opposedTo(joined) ?? '');
  const leftOut = asides.filter(({ whom }) => isSomebody(among(whom)));
  const besides = [
    ...leftOut.map(({ whom }) => among(whom)),
    against,
    { people: spokenOf.known, shows: [] },
  ].reduce(together);
  const asked = people.filter((name) => !besides.people.includes(name));
  return {
    shows: named.filter((show) => !besides.shows.includes(show)),
    people: asked,
    against: isSomebody(against) ? against : null,
    besides: isSomebody(besides) ? besides : null,
    spokenOf: spokenOf.written,
    heOrShe:
      [asked, spokenOf.known, peopleSpokenOf(asking), spokenOf.written].find((who) => who.length > 0) ?? [],
    rest: people.reduce((text, name) => withoutPerson(text, name), showless(blanked(question, leftOut))),
  };
}

/** Tells whether a name is part of a company's in a text. Linking the text is slow, so it waits for the first name. */
function companyTest(text: string, linker: Linker): (name: string) => boolean {
  let links: readonly Link[] | null = null;
  return (name) => {
    links ??= linksOf(text, linker);
    return links.some(({ surface }) => surface.includes(name));
  };
}

function isSomebody({ people, shows }: WhoseWords): boolean {
  return people.length + shows.length > 0;
}

function together(one: WhoseWords, other: WhoseWords): WhoseWords {
  return {
    people: [...new Set([...one.people, ...other.people])],
    shows: [...new Set([...one.shows, ...other.shows])],
  };
}
