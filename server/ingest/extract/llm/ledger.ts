import type { CallSubject, Tokens } from '#server/platform/language-model/spend.ts';

/** What a request to the model is about. `window`: its number in the episode, from 1; null for a question on the whole. */
export type CallAbout = CallSubject & { readonly window: number | null };

/** What a request to the model came to. */
export type Ended = {
  readonly tokens: Tokens;
  readonly outcome: 'answered' | 'empty' | 'unreadable' | 'failed' | 'aborted';
  /** Kept for a later turn of the episode; null if there is nothing to read. */
  readonly answer: string | null;
  /** Ideas that were proven; negative for proven ideas that an editor withheld. */
  readonly ideasKept: number;
  /** Ideas that the proof dropped or an editor withheld. */
  readonly ideasDropped: number;
  /** The proof's objections: those that cost an idea, and those that cost a part of one. */
  readonly faults: readonly Objection[];
  readonly faultsBeside: readonly Objection[];
};

/** A fault of an answer, as worded for the model, and the idea that it is about. */
export type Objection = {
  /** The idea's subject as its reader calls it, and the line of its quote; null if it is about no single idea, or if the answer does not say. */
  readonly subject: string | null;
  readonly line: number | null;
  readonly fault: string;
};

/** Counts of an answer that changes the number of ideas in no way. */
export const NO_IDEAS = { ideasKept: 0, ideasDropped: 0, faults: [], faultsBeside: [] } as const;

/** A request under way. It counts towards the budget with the most that it may cost, until it ends. */
export type Call = { readonly end: (ended: Ended) => Promise<void> };

/** Earlier requests and the budget left. */
export type Ledger = {
  /** The kept answer to an earlier request; null if the model must be asked. */
  recall(episodeId: string | null, windowKey: string): Promise<string | null>;
  /** Records that a request begins. Throws `ExtractionPaused` if the day's budget is spent. */
  begin(about: CallAbout, most: Tokens): Promise<Call>;
};
