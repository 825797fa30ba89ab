import type { Mention } from '#server/features/ask/choose/matter.ts';
import type { IdeaEvidence, PassageEvidence, WordCount } from '#server/features/ask/find/store.ts';
import type { Side } from '#server/features/ask/read/question.ts';

/** What an answer tells of an idea: its line of argument, and the speaker's words where the line says too little. */
export type Line = { readonly claim: string; readonly words: string | null };

/** An idea on the record, and of its lines the one that answers. */
export type Statement = {
  readonly kind: 'idea';
  readonly idea: IdeaEvidence;
  /** Null where the words that the answer tells lean plainly against the stance on record: they stand under no side. */
  readonly side: Side | 'neutral' | null;
  readonly line: Line;
  readonly score: number;
};

/** A transcript window, and of its sentences the one that answers, within the show's licence. */
export type Quotation = {
  readonly kind: 'passage';
  readonly passage: PassageEvidence;
  readonly words: string;
  readonly score: number;
};

/** One thing that was said on the record, with where it stands. */
export type Evidence = Statement | Quotation;

export type Coverage = 'ok' | 'low' | 'none';

/** What an answer rests on. */
export type Selected = {
  readonly evidence: readonly Evidence[];
  readonly coverage: Coverage;
  /** What nobody spoke of, where the evidence is what was said of the subject otherwise. */
  readonly missing: 'matter' | 'side' | null;
};

/** What the database found for a question. */
export type Candidates = {
  readonly ideas: readonly IdeaEvidence[];
  readonly passages: readonly PassageEvidence[];
  readonly ideaCounts: Counts;
  readonly passageCounts: Counts;
  /** The companies that a text speaks of, surely enough to be served. */
  readonly mentionsIn: (text: string) => readonly Mention[];
};

type Counts = { readonly total: number; readonly words: readonly WordCount[] };
