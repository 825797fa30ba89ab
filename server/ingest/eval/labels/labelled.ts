import type { EpisodeInput } from '#server/domain.ts';
import type { Passage } from '#server/ingest/extract/passages/passages.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import type { EpisodeLinker } from '#server/ingest/extract/subjects/mentions.ts';
import { type Candidate, survey } from '#server/ingest/extract/survey.ts';
import type { LabelIdea } from './cases.ts';
import type { Mark } from './marks.ts';
import { type Named, oneToOne, type Stretch, sharedSeconds } from './matching.ts';

/** An idea as a reader listed it by docs/labelling.md. Seconds from the start of the episode. */
export type ListedIdea = Omit<LabelIdea, 'quote' | 'confidence'> & {
  /** True for the sentence that carries the claim best. */
  readonly isQuote: (sentence: Sentence) => boolean;
};

/** Talk that was read whole, with every idea found in it. */
export type LabelledEpisode = {
  /** What to hold out as a whole: the episode. */
  readonly group: string;
  readonly input: EpisodeInput;
  /** The parts that were read, as [from, to] in seconds. */
  readonly read: readonly (readonly [number, number])[];
  readonly ideas: readonly ListedIdea[];
  /** The readers' mark of a sentence. */
  readonly markOf: (sentence: Sentence) => Mark | null;
};

/** A passage that was read, with its listed idea (null if none), group and marks. */
export type MarkedPassage = Candidate &
  Pick<LabelledEpisode, 'group' | 'markOf'> & { readonly idea: ListedIdea | null };

/** A passage may overrun the part that was read by this much. */
const OVERRUN_SECONDS = 30;
/** Seconds of overlap that the same speaker, and the quoted sentence, count for. */
const SPEAKER_SECONDS = 30;
const QUOTE_SECONDS = 60;

/** The passages that were read. A listed idea marks at most one of them, that of the greatest overlap. */
export function markPassages(episode: LabelledEpisode, linker: EpisodeLinker): MarkedPassage[] {
  return markCandidates(episode, survey(episode.input, linker).candidates);
}

/** `markPassages` for candidates that are known. */
export function markCandidates(episode: LabelledEpisode, all: readonly Candidate[]): MarkedPassage[] {
  const candidates = all.filter(({ reading }) => wasRead(episode, reading.passage));
  const pairs = episode.ideas.flatMap((idea) =>
    candidates.flatMap((candidate) => {
      const shared = sharedSeconds(idea, talkOf(candidate.reading.passage));
      return shared === null
        ? []
        : [{ label: idea, found: candidate, shared: shared + kinship(idea, candidate) }];
    }),
  );
  const listed = new Map(oneToOne(pairs).map(({ label, found }) => [found, label]));
  return candidates.map((candidate) => ({
    ...candidate,
    idea: listed.get(candidate) ?? null,
    group: episode.group,
    markOf: episode.markOf,
  }));
}

/** Whether a stretch lies within the parts that were read. */
export function wasRead({ read }: LabelledEpisode, { start, end }: Stretch): boolean {
  return read.some(([from, to]) => start >= from - 1 && end <= to + OVERRUN_SECONDS);
}

/** Whether passage and idea have the same label. */
export function sameSpeaker(idea: ListedIdea, { speaker }: Passage): boolean {
  return idea.speaker === (speaker ?? '');
}

function kinship(idea: ListedIdea, { reading }: Candidate): number {
  if (!sameSpeaker(idea, reading.passage)) return 0;
  return SPEAKER_SECONDS + (reading.lines.some(({ sentence }) => idea.isQuote(sentence)) ? QUOTE_SECONDS : 0);
}

function talkOf(passage: Passage): Stretch & Named {
  const first = passage.mentions[0];
  return { ...passage, subject: first?.subject.name ?? '', tickers: first?.tickers ?? [] };
}
