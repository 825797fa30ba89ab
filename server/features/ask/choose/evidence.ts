import type { IdeaCandidate, PassageCandidate } from '#server/features/ask/find/store.ts';
import type { Side } from '#server/features/ask/read/reading.ts';

/** What an answer tells of an idea: one sentence of its argument, and the speaker's own words where that says too little. */
export type IdeaLine = { readonly claim: string; readonly words: string | null };

/** An idea as evidence: of its lines, the one that answers. */
export type IdeaEvidence = {
  readonly kind: 'idea';
  readonly idea: IdeaCandidate;
  /** Null where the words that the answer tells plainly lean against the stance on record: it is told under no side. */
  readonly side: Side | 'neutral' | null;
  readonly line: IdeaLine;
  readonly score: number;
};

/** A transcript window as evidence: of its sentences, the one that answers, within the show's licence. */
export type PassageEvidence = {
  readonly kind: 'passage';
  readonly passage: PassageCandidate;
  readonly words: string;
  readonly score: number;
};

/** One thing that was said on the record, and where. */
export type Evidence = IdeaEvidence | PassageEvidence;

/** Evidence as an answer cites it: of a transcript window, with the second at which the words it tells begin. */
export type CitedEvidence = IdeaEvidence | (PassageEvidence & { readonly second: number });

export type Coverage = 'ok' | 'low' | 'none';

/** What an answer rests on. */
export type ChosenEvidence = {
  readonly evidence: readonly Evidence[];
  readonly coverage: Coverage;
  /** What is asked for and not in the evidence, which then is what else was said of the subject, or the idea asked about. */
  readonly missing: 'topic' | 'side' | Unheld | null;
};

/** What a question bound to an idea asks for and the idea does not hold. */
export type Unheld = {
  /** Companies, people and shows that it has nothing to do with. */
  readonly names: readonly string[];
  readonly asks: 'topic' | 'side' | 'hosts' | 'more' | 'others' | 'when' | null;
};
