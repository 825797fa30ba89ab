import type { Period } from '#server/features/ask/read/period.ts';
import type { Query } from '#server/features/ask/read/query.ts';
import { termsOf } from '#server/language/terms.ts';
import type { Linker } from '#server/linking/linker.ts';

export type Side = 'bullish' | 'bearish';

/** A company or listed instrument that a question names. */
export type NamedSubject = {
  readonly name: string;
  readonly slug: string;
  readonly symbols: readonly string[];
  /** As the question writes it. */
  readonly written: string;
};
/** A theme that a question names; `written` as the question writes it, an empty text where an earlier question named it. */
export type NamedTheme = { readonly slug: string; readonly name: string; readonly written: string };
export type NamedShow = { readonly id: string; readonly name: string };

/** What a research question asks of the record. */
export type QuestionReading = {
  readonly text: string;
  readonly subjects: readonly NamedSubject[];
  readonly themes: readonly NamedTheme[];
  readonly shows: readonly NamedShow[];
  /** People whose words are asked for, under the name that the record gives them where it knows them. */
  readonly people: readonly string[];
  /** Whom "he" or "she" means after this question: the people last asked of, otherwise last named. */
  readonly heOrShe: readonly string[];
  readonly period: Period | null;
  readonly side: Side | null;
  /** Asks who disagreed with what these shows or people argued, or with everybody where neither is named; null otherwise. */
  readonly against: Pick<QuestionReading, 'shows' | 'people'> | null;
  /** Asks for others than these shows or people; null otherwise. */
  readonly besides: Pick<QuestionReading, 'shows' | 'people'> | null;
  /** Who argued the idea that the question or one before it is bound to, on which show. */
  readonly argued: Pick<QuestionReading, 'shows' | 'people'> | null;
  /** Asks for risks or what could go wrong. */
  readonly risks: boolean;
  /** Asks how the named subjects stand to each other ("how dependent is Apple on TSMC"), not about each of them. */
  readonly relates: boolean;
  /** The topic, which is what is asked about them: the words of the question without the names of subjects and shows and without the words of asking. */
  readonly query: Query;
  /** Those words of the topic that are names: no other word stands for them. */
  readonly names: readonly string[];
};

/** What the idea that a question is bound to is about, and who argued it where. */
export type BoundIdea = {
  readonly subjectName: string;
  readonly subjectKey: string;
  readonly tickers: readonly string[];
  readonly showId: string;
  readonly showName: string;
  readonly speakerName: string | null;
};

/** An earlier question of a conversation, and the idea it was bound to. */
export type EarlierQuestion = { readonly question: string; readonly idea: BoundIdea | null };

/** The names that a question is read against. */
export type KnownNames = {
  readonly linker: Linker;
  readonly shows: readonly NamedShow[];
  /** Everyone to whom the record attributes ideas. */
  readonly speakers: readonly string[];
};

/** The opposite side; null where there is none. */
export function otherSide(side: Side | null): Side | null {
  if (side === null) return null;
  return side === 'bullish' ? 'bearish' : 'bullish';
}

/** Whether a question has a topic: whether it asks anything beyond who or what it names. */
export function hasTopic({ query, relates }: QuestionReading): boolean {
  return query.asked.length > 0 || relates;
}

/** Whether a question names only speakers or shows and asks nothing further: all that they argued answers it. */
export function asksForAllTheySaid(reading: QuestionReading): boolean {
  const { subjects, themes, people, shows } = reading;
  if (subjects.length > 0 || themes.length > 0 || hasTopic(reading)) return false;
  return people.length > 0 || shows.length > 0;
}

/** Stems of each named subject, by its name and as the question writes it: a text that names it holds all of one list. */
export function nameTerms({ subjects }: Pick<QuestionReading, 'subjects'>): string[][] {
  return subjects
    .flatMap(({ name, written }) => [name, written])
    .map((name) => termsOf(name).slice(0, 2))
    .filter((terms) => terms.length > 0);
}

/** The question without its names and dates: of one idea, all that is left to ask is the topic. */
export function topicOnly(reading: QuestionReading): QuestionReading {
  return { ...reading, subjects: [], themes: [], shows: [], people: [], period: null, relates: false };
}
