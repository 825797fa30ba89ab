import type { SearchBounds } from '#server/features/ask/find/bounds/store.ts';
import { passagesBySpeakers } from '#server/features/ask/find/speakers/store.ts';
import {
  episodesTitled,
  type IdeaCandidate,
  ideasBySpeakers,
  ideasByWords,
  ideasOfEpisodes,
  ideasOfSubjects,
  type PassageCandidate,
  passagesByWords,
  type SubjectFilter,
} from '#server/features/ask/find/store.ts';
import { countWords, type WordCount, type WordCounts } from '#server/features/ask/find/words/store.ts';
import {
  asksForAllTheySaid,
  nameTerms,
  opposesOnAnything,
  type QuestionReading,
  topicOnly,
  type WhoseWords,
  wordsOfTitle,
} from '#server/features/ask/read/reading.ts';
import { synonymsOf } from '#server/language/synonyms.ts';
import { LEAST_LINK_CONFIDENCE, type Linker } from '#server/linking/linker.ts';
import { themeBySlug } from '#server/linking/themes/rules.ts';
import type { Db } from '#server/platform/db.ts';

/** A company that a text names: its slug, and how the text writes it. */
export type NamedCompany = { readonly slug: string; readonly written: string };

/** What the database found for a question, before evidence is chosen from it. */
export type Candidates = {
  readonly ideas: readonly IdeaCandidate[];
  readonly passages: readonly PassageCandidate[];
  readonly ideaCounts: Counts;
  readonly passageCounts: Counts;
  /** The companies that a text names with enough confidence to be served. Slow, so called for few texts. */
  readonly companiesIn: (text: string) => readonly NamedCompany[];
  /** Similarity of meaning to the question, -1..1, by id. Empty without an encoder; texts without a vector are left out. */
  readonly alikeIdeas: ReadonlyMap<string, number>;
  readonly alikePassages: ReadonlyMap<number, number>;
};

type Counts = { readonly total: number; readonly words: readonly WordCount[] };

/** Whether the record has any of these words or a finance synonym. */
export async function isSaid(db: Db, words: readonly string[]): Promise<boolean> {
  const forms = [...new Set(words.flatMap((word) => [...synonymsOf(word)]))].slice(0, MOST_WORDS);
  const { ideas, passages } = await countWords(db, forms);
  return [...ideas, ...passages].some(({ count }) => count > 0);
}

/** More words than these cost more time than they find. */
const MOST_WORDS = 24;

/**
 * Ideas and transcript windows that may answer a question, by its names and words. For a question bound to an idea, only
 * the windows of its episode. `inTime`: the first or the last are asked for.
 */
export async function findCandidates(
  db: Db,
  reading: QuestionReading,
  idea: IdeaCandidate | null,
  linker: Linker,
  inTime: 'first' | 'last' | null = null,
): Promise<Candidates> {
  const asked = idea ? topicOnly(reading) : reading;
  const first = inTime === 'first' ? 'oldest' : 'newest';
  const bounds = { ...boundsOf(reading, idea), first } as const;
  const words = wordsToFind(asked);
  const counts = await countWords(db, [...new Set([...words.names, ...words.topic, ...words.related])]);
  const topic = countsOf(counts.passages, toFind(asked, words));
  const titled = idea ? [] : await episodesTitled(db, wordsOfTitle(asked), bounds);
  const order = inTime === null ? 'depth' : 'time';
  const ideas = idea ? [] : await findIdeas(db, asked, counts, titled, bounds, order);
  // All that a show said is quoted from its transcripts where no idea tells any of it.
  const isOfShow = asked.shows.length > 0 && ideas.length === 0;
  const said =
    asksForAllTheySaid(asked) && (asked.people.length > 0 || isOfShow)
      ? await passagesBySpeakers(db, asked.unnamedIn ? null : asked.people, bounds)
      : await passagesByWords(db, topic, countsOf(counts.passages, words.names), bounds);
  const ofTitled =
    titled.length === 0 ? [] : await passagesByWords(db, topic, [], { ...bounds, episodeIds: titled });
  const passages = [...new Map([...ofTitled, ...said].map((passage) => [passage.id, passage])).values()];
  return {
    ideas,
    passages,
    ideaCounts: { total: counts.ideaTotal, words: counts.ideas },
    passageCounts: { total: counts.passageTotal, words: counts.passages },
    companiesIn: (text) => companiesIn(text, linker),
    alikeIdeas: new Map(),
    alikePassages: new Map(),
  };
}

/** What a window must hold a word of: of how two companies stand to each other, any window that names them may tell. */
function toFind({ relates }: QuestionReading, { topic, names }: ReturnType<typeof wordsToFind>): string[] {
  if (relates) return [...topic, ...names];
  return topic.length > 0 ? topic : names;
}

/** Where to look: in the shows and the period that a question names, or in the episode of the idea it is bound to. */
export function boundsOf(reading: QuestionReading, idea: IdeaCandidate | null): SearchBounds {
  const { shows, period } = idea ? topicOnly(reading) : reading;
  return {
    showIds: shows.map((show) => show.id),
    period,
    episodeIds: idea === null ? (reading.unnamedIn ?? []) : [idea.episodeId],
    first: 'newest',
  };
}

/** Stems to look for: of the names, of the topic with its finance synonyms, and of related words. */
function wordsToFind(reading: QuestionReading) {
  const { asked, weights } = reading.query;
  return {
    names: [...new Set([...nameTerms(reading).flat(), ...partedNames(reading)])],
    topic: [...new Set([...themesSaid(reading), ...asked.flatMap((term) => [...synonymsOf(term)])])].slice(
      0,
      MOST_WORDS,
    ),
    related: [...weights.keys()].slice(0, MOST_WORDS),
  };
}

/** A search for each name of two joined words as a transcript parts them: "open ai", "core weave". */
export function partedNames({ subjects }: QuestionReading): string[] {
  const parted = subjects
    .map(({ name }) => name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .filter((form, i) => form !== subjects[i]!.name);
  return parted.map((form) => `"${form.toLowerCase()}"`);
}

/** A search for each theme of a question without a company, by any of the theme's names. */
function themesSaid({ themes, subjects }: QuestionReading): string[] {
  if (subjects.length > 0) return [];
  return themes.flatMap(({ slug }) => {
    const spoken = themeBySlug(slug)?.spoken.slice(0, MOST_WORDS) ?? [];
    return spoken.length === 0 ? [] : [spoken.map((form) => `"${form}"`).join(' OR ')];
  });
}

async function findIdeas(
  db: Db,
  reading: QuestionReading,
  counts: WordCounts,
  titled: readonly string[],
  bounds: SearchBounds,
  order: 'depth' | 'time',
): Promise<IdeaCandidate[]> {
  if (reading.against !== null && opposesOnAnything(reading))
    return ideasOfDispute(db, reading.people, reading.against, bounds);
  if (asksForAllTheySaid(reading))
    return ideasBySpeakers(db, reading.unnamedIn ? [] : reading.people, bounds, order);
  const bySubject = await ideasOfSubjects(db, subjectFilter(reading), bounds);
  if (reading.subjects.length > 0) return bySubject;
  const byWords = await ideasByWords(db, countsOf(counts.ideas, reading.query.asked), bounds);
  const byTitle = await ideasOfEpisodes(db, titled, bounds);
  return [...new Map([...bySubject, ...byWords, ...byTitle].map((idea) => [idea.id, idea])).values()];
}

/** What those argued with whom somebody disagrees, and what was argued on the same subjects by these people, or by anybody. */
async function ideasOfDispute(
  db: Db,
  people: readonly string[],
  against: WhoseWords,
  bounds: SearchBounds,
): Promise<IdeaCandidate[]> {
  const showIds = against.people.length > 0 ? bounds.showIds : against.shows.map(({ id }) => id);
  const own = await ideasBySpeakers(db, against.people, { ...bounds, showIds }, 'depth');
  const keys = [...new Set(own.map(({ subjectKey }) => subjectKey))];
  const others =
    people.length > 0
      ? await ideasBySpeakers(db, people, bounds, 'depth')
      : await ideasOfSubjects(db, { symbols: keys, slugs: keys, themes: keys }, bounds);
  return [...new Map([...own, ...others].map((idea) => [idea.id, idea])).values()];
}

/** The subjects that a question names; its themes only when it names no company. */
export function subjectFilter({ subjects, themes }: QuestionReading): SubjectFilter {
  return {
    symbols: subjects.flatMap((subject) => subject.symbols),
    slugs: subjects.map((subject) => subject.slug),
    themes: subjects.length > 0 ? [] : themes.map((theme) => theme.slug),
  };
}

function countsOf(counts: readonly WordCount[], words: readonly string[]): WordCount[] {
  return counts.filter(({ word }) => words.includes(word));
}

function companiesIn(text: string, linker: Linker): NamedCompany[] {
  return linker
    .link(text)
    .filter((link) => link.confidence >= LEAST_LINK_CONFIDENCE)
    .map(({ slug, surface }) => ({ slug, written: surface }));
}
