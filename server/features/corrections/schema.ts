import type { Direction, Stance } from '#server/domain.ts';

/** What a report says is wrong. */
export const correctionKinds = ['attribution', 'quote', 'stance', 'ticker', 'timestamp', 'other'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** What of an idea an operator may put right. A quote can be taken away, never written: it must stand in the transcript. */
export type Amendable = {
  readonly headline: string;
  readonly thesis: string;
  readonly statement: string;
  readonly context: string | null;
  readonly stance: Stance | null;
  readonly direction: Direction | null;
  readonly tickers: readonly string[];
  readonly entities: readonly string[];
  readonly subjectKind: 'ticker' | 'company' | 'theme';
  readonly subjectKey: string;
  readonly subjectName: string;
  readonly speakerName: string | null;
  readonly speakerTitle: string | null;
  readonly speakerRole: string | null;
  readonly timestampSeconds: number | null;
  readonly endSeconds: number | null;
  readonly quote: string | null;
  readonly quoteStartSeconds: number | null;
  readonly quoteEndSeconds: number | null;
  readonly hidden: boolean;
};

/** What readers are told was put right; never what was wrong, which may have been said of a person. */
export type ChangedWord =
  | 'speaker'
  | 'stance'
  | 'company or ticker'
  | 'moment'
  | 'quote'
  | 'wording'
  | 'withdrawn';

/** A correction as the idea's page and the public list show it. */
export type ShownCorrection = {
  readonly at: Date;
  readonly note: string | null;
  readonly changed: readonly ChangedWord[];
};
