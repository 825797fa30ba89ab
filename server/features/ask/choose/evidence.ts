import type { IdeaCandidate, PassageCandidate } from '#server/features/ask/find/store.ts';
import type { Turn } from '#server/features/ask/find/turns.ts';
import type { Role, Side } from '#server/features/ask/read/reading.ts';

/** What an answer tells of an idea: a sentence of its argument, and the speaker's own words when the sentence says too little. */
export type IdeaLine = { readonly claim: string; readonly words: string | null };

/** An idea as evidence, with the one of its lines that answers. */
export type IdeaEvidence = {
  readonly kind: 'idea';
  readonly idea: IdeaCandidate;
  /** Null: told under no side, since its line leans against the stance on record or speaks of another company. */
  readonly side: Side | 'neutral' | null;
  readonly line: IdeaLine;
  readonly score: number;
};

/** A transcript window as evidence, with the sentence in it that answers, within the show's licence. */
export type PassageEvidence = {
  readonly kind: 'passage';
  readonly passage: PassageCandidate;
  readonly words: string;
  readonly score: number;
};

/** One statement on the record, and where it was made. */
export type Evidence = IdeaEvidence | PassageEvidence;

/** Evidence as an answer cites it. `second`: where in the episode the quoted words begin. */
export type CitedEvidence = IdeaEvidence | (PassageEvidence & { readonly second: number });

/** The whole text of a line: its claim, and its quote if it has one. */
export function saidIn({ claim, words }: IdeaLine): string {
  return words === null ? claim : `${claim} ${words}`;
}

/** What an answer tells of a piece of evidence. */
export function toldOf(item: Evidence): string {
  return item.kind === 'idea' ? saidIn(item.line) : item.words;
}

/** When the episode of a piece of evidence aired. */
export function airedAt(item: Evidence): Date {
  return item.kind === 'idea' ? item.idea.episodePublishedAt : item.passage.publishedAt;
}

/** Where in its episode a piece of evidence was said, as far as is known before its words are timed. */
export function secondIn(item: Evidence): number | null {
  return item.kind === 'idea' ? item.idea.timestampSeconds : item.passage.startSeconds;
}

/** Whether a piece of evidence is of a fictional sample: nobody said it. */
export function isOfSample(item: Evidence): boolean {
  return item.kind === 'idea' ? item.idea.sample : item.passage.sample;
}

/** The id of the show on which a piece of evidence was said. */
export function showIdOf(item: Evidence): string {
  return item.kind === 'idea' ? item.idea.showId : item.passage.showId;
}

/** The id of the episode of a piece of evidence. */
export function episodeIdOf(item: Evidence): string {
  return item.kind === 'idea' ? item.idea.episodeId : item.passage.episodeId;
}

/** The title of the episode of a piece of evidence. */
export function episodeTitleOf(item: Evidence): string {
  return item.kind === 'idea' ? item.idea.episodeTitle : item.passage.episodeTitle;
}

/** Who said a piece of evidence; null when that is not on record. */
export function speakerIn(item: Evidence): string | null {
  return item.kind === 'idea' ? item.idea.speakerName : item.passage.speaker;
}

/** Whether an answer can rest on enough: `low` is told with the answer, `none` is no answer. */
export type Coverage = 'ok' | 'low' | 'none';

/** What an answer rests on. */
export type ChosenEvidence = {
  readonly evidence: readonly Evidence[];
  readonly coverage: Coverage;
  /** What was asked for and not found. The evidence is then what else was said of the subject, or the bound idea. */
  readonly missing:
    | 'topic'
    | 'figure'
    | 'side'
    | BeyondRecord
    | 'locked turn'
    | Unheld
    | Untold
    | UntoldRole
    | Unpreferred
    | OnlyPart
    | LeftAside
    | Counted
    | OneSided
    | OnlyBeside
    | Unnamed
    | null;
  /** The changes of stance that the evidence tells, when they are asked for. */
  readonly turns?: readonly Turn[];
};

/** Two names of which no statement prefers the one to the other. */
export type Unpreferred = { readonly better: string; readonly worse: string };

/** What the evidence tells where nothing answers all that is asked, as it goes on after "what was said". */
export type OnlyPart = { readonly part: string };

/** People under whose name nothing answers, beside evidence of speakers who are not named. */
export type Unnamed = {
  readonly unnamed: readonly string[];
  /** Those whose names the episodes of that evidence give; each gives one of them at least. */
  readonly given: readonly string[];
  /** The title of the only such episode; null for several. */
  readonly title: string | null;
  /** Whether that evidence answers what was asked. */
  readonly answers: boolean;
};

/** Words of a question that were left aside, since nothing answers it with them. */
export type LeftAside = { readonly aside: readonly string[] };

/** How many ideas the record holds on the subjects that most was argued on, or on the one asked about. */
export type Counted =
  | { readonly most: readonly (Count & { readonly name: string })[] }
  | { readonly held: Count };
/** Listed ideas, and from how many shows. */
type Count = { readonly ideas: number; readonly shows: number };

/** The side on a company that the record holds, too, and an answer does not tell. */
export type OneSided = { readonly leftOut: Side };

/** Companies of which only something else than what was asked is told. */
export type OnlyBeside = { readonly beside: readonly string[] };

/** Companies on which, and people by whom, nothing was found beside what was found of others. */
export type Untold = { readonly subjects: readonly string[]; readonly people: readonly string[] };

/** By whom nothing was found; with `isTold`, what is left out beside it is of speakers whose part is not on record. */
export type UntoldRole = { readonly role: Role; readonly isTold: boolean };

/**
 * What no statement tells: how many spoke, who speaks most, who hosts, who somebody is, that a mind was changed, which of two
 * sides is taken in all, who was first or last, that somebody disagreed.
 */
export type BeyondRecord =
  | 'count'
  | 'most'
  | 'hosts'
  | 'person'
  | 'turn'
  | 'sides'
  | 'both sides'
  | 'neutral'
  | 'first'
  | 'last'
  | 'disagreement';

/** What a question bound to an idea asks for and the idea does not hold. */
export type Unheld = {
  /** Companies, people and shows that it has nothing to do with. */
  readonly names: readonly string[];
  readonly asks: 'topic' | 'side' | UnheldRisk | 'hosts' | 'more' | 'others' | 'when' | null;
};

/** A risk; one beside its bear case; one that the show lets be quoted; anything that would prove the idea wrong. */
export type UnheldRisk = 'risk' | 'further risk' | 'quotable risk' | 'disproof';
