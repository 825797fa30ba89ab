import { asksForIdeasInTime } from '#server/features/ask/read/period/first-or-last.ts';
import type { Period } from '#server/features/ask/read/period/period.ts';
import { type Query, readQuery } from '#server/features/ask/read/topic/query.ts';
import { termsOf } from '#server/language/terms.ts';
import type { Linker } from '#server/linking/linker.ts';

export type Side = 'bullish' | 'bearish';

/** What the statements of an answer must tell. */
export type Wanted = 'figures' | 'reasons';

/** The part of a speaker in a show. */
export type Role = 'host' | 'guest';

/** A company or listed instrument that a question names. */
export type NamedSubject = {
  readonly name: string;
  readonly slug: string;
  readonly symbols: readonly string[];
  /** As the question writes it. */
  readonly written: string;
};
/** A theme that a question names. `written`: as the question writes it; empty when an earlier question named it. */
export type NamedTheme = { readonly slug: string; readonly name: string; readonly written: string };
export type NamedShow = { readonly id: string; readonly name: string };
/** A show of the record, which a question may name by its name or its slug. */
export type KnownShow = NamedShow & { readonly slug: string };

/** People and shows whose words are asked for, or left out. */
export type WhoseWords = { readonly people: readonly string[]; readonly shows: readonly NamedShow[] };

/** What a research question asks of the record. */
export type QuestionReading = {
  readonly text: string;
  readonly subjects: readonly NamedSubject[];
  readonly themes: readonly NamedTheme[];
  readonly shows: readonly NamedShow[];
  /** People whose words are asked for, by the name on record if they are known. */
  readonly people: readonly string[];
  /** Episodes that name `people`, where words under nobody's name stand in for theirs; absent where they do not. */
  readonly unnamedIn?: readonly string[];
  /** People of whom it asks what others say, as it writes them. They are part of its topic. */
  readonly spokenOf: readonly string[];
  /** Whose words are asked for by their part in a show ("what did the hosts say"); null when anybody's are. */
  readonly role: Role | null;
  /** Whom "he" or "she" means in the next question: the people last asked, otherwise last named. */
  readonly heOrShe: readonly string[];
  readonly period: Period | null;
  readonly side: Side | null;
  /** Asks who disagreed with these shows or people, or with everybody when both are empty; null otherwise. */
  readonly against: WhoseWords | null;
  /** Asks for others than these shows or people; null otherwise. */
  readonly besides: WhoseWords | null;
  /** The speaker and show of the idea that this question or an earlier one is bound to; null otherwise. */
  readonly argued: WhoseWords | null;
  /** Asks for risks or what could go wrong. */
  readonly risks: boolean;
  /** Asks how the named subjects relate to each other ("how dependent is Apple on TSMC"), not about each. */
  readonly relates: boolean;
  /** What its statements must tell: figures ("what numbers did they give"), or reasons ("why?"); null for anything. */
  readonly wants: Wanted | null;
  /** Asks where and when that was said which was told before: "which episode was that?". */
  readonly whereabouts: boolean;
  /** A time that the record cannot tell, as the question writes it ("before earnings"); null for none. */
  readonly untimed: string | null;
  /** The topic: the words of the question without names of subjects and shows, dates and words of asking. */
  readonly query: Query;
  /** The words of the topic that are names, which no synonym replaces. */
  readonly names: readonly string[];
};

/** The subject, speaker and show of the idea that a question is bound to. */
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
  readonly shows: readonly KnownShow[];
  /** Everyone to whom the record attributes ideas. */
  readonly speakers: readonly string[];
  /** The UTC year in which the record's first episode aired; null while it holds none. */
  readonly firstYear: number | null;
  /** When the newest episode of a show aired of those that are read, by the show's id; empty where no question may mean one. */
  readonly newestAired: ReadonlyMap<string, Date>;
};

/** The opposite side; null for none. */
export function otherSide(side: Side | null): Side | null {
  if (side === null) return null;
  return side === 'bullish' ? 'bearish' : 'bullish';
}

/** A question for anything that was said of whom and what it names. */
export function withoutTopic(reading: QuestionReading): QuestionReading {
  return { ...reading, query: readQuery(''), names: [] };
}

/** Whether a question asks anything beyond what it names. */
export function hasTopic({ query, relates }: QuestionReading): boolean {
  return query.asked.length > 0 || relates;
}

/**
 * Whether a question names only speakers, shows or a time, so that all that was argued by them or then answers it. The first
 * and the newest ideas are of a time, too.
 */
export function asksForAllTheySaid(reading: QuestionReading): boolean {
  const { text, subjects, themes, people, shows, period } = reading;
  if (subjects.length > 0 || themes.length > 0 || hasTopic(reading)) return false;
  return people.length > 0 || shows.length > 0 || period !== null || asksForIdeasInTime(text);
}

/** Whether a question asks who disagrees with somebody, whatever on. */
export function opposesOnAnything(reading: QuestionReading): boolean {
  const { against, subjects, themes } = reading;
  if (against === null || against.people.length + against.shows.length === 0) return false;
  return subjects.length + themes.length === 0 && !hasTopic(reading);
}

/** Whether a question names a company by a product alone ("ChatGPT"), which stays its topic. */
export function isByProduct({ names }: QuestionReading, { written }: NamedSubject): boolean {
  return termsOf(written).some((term) => names.includes(term));
}

/** Lists of stems, one for each way to write a named subject: a text that names it holds all stems of one list. */
export function nameTerms({ subjects }: Pick<QuestionReading, 'subjects'>): string[][] {
  return subjects
    .flatMap(({ name, written }) => [name, written])
    .map((name) => termsOf(name).slice(0, 2))
    .filter((terms) => terms.length > 0);
}

/** The question without its names and dates, which is all that is asked of one idea. */
export function topicOnly(reading: QuestionReading): QuestionReading {
  return { ...reading, subjects: [], themes: [], shows: [], people: [], period: null, relates: false };
}

/** From so many words on an episode is called by its title. */
export const FEWEST_OF_TITLE = 2;

/** The stems that the title holds of an episode which is about all that a question asks: its companies and its topic. */
export function wordsOfTitle({ subjects, query }: QuestionReading): string[] {
  return [...new Set([...subjects.flatMap(({ written }) => termsOf(written)), ...query.asked])];
}

/** What parts the matters of a title: "Cursor Deal, Debt Bomb, New Apple CEO". */
const BETWEEN_MATTERS = /[,;:|&_]|[.!?] | [-–—] /;

/**
 * Whether one matter in the title of an episode holds all that a question asks about, so that its sentences need to say but a
 * part of it.
 */
export function isTitled(reading: QuestionReading, title: string): boolean {
  const words = wordsOfTitle(reading);
  if (reading.query.asked.length === 0 || words.length < FEWEST_OF_TITLE) return false;
  return title.split(BETWEEN_MATTERS).some((matter) => {
    const held = new Set(termsOf(matter));
    return words.every((word) => held.has(word));
  });
}
