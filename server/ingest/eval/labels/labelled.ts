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
  /** What must be held out together. */
  readonly group: string;
  readonly input: EpisodeInput;
  /** [from, to] in seconds: what was read of it. */
  readonly read: readonly (readonly [number, number])[];
  readonly ideas: readonly ListedIdea[];
  /** What readers took a sentence for. */
  readonly markOf: (sentence: Sentence) => Mark | null;
};

/** A passage of what was read, with the idea listed for it (null where it holds none), the group of its episode and its marks. */
export type MarkedPassage = Candidate &
  Pick<LabelledEpisode, 'group' | 'markOf'> & { readonly idea: ListedIdea | null };

/** A passage that runs on may leave what was read by so much. */
const OVERRUN_SECONDS = 30;
/** The same speaker, and the quoted sentence, count for so many seconds of overlap. */
const SPEAKER_SECONDS = 30;
const QUOTE_SECONDS = 60;

/** The passages of what was read. Every listed idea marks one passage at most, the one it shares most with. */
export function markPassages(episode: LabelledEpisode, linker: EpisodeLinker): MarkedPassage[] {
  return markCandidates(episode, survey(episode.input, linker).candidates);
}

/** The same for an episode whose candidates are there already. */
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

/** True where a stretch lies within what was read of the episode. */
export function wasRead({ read }: LabelledEpisode, { start, end }: Stretch): boolean {
  return read.some(([from, to]) => start >= from - 1 && end <= to + OVERRUN_SECONDS);
}

/** True where the transcript gives passage and idea to the same speaker. */
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
