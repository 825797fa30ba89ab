import type { Direction, Stance } from '#server/domain.ts';

/** What a report may say is wrong. */
export const correctionKinds = ['attribution', 'quote', 'stance', 'ticker', 'timestamp', 'other'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** The fields of an idea that an operator may correct. A quote can be removed but never written: it must stand in the transcript. */
export type Amendable = {
  readonly headline: string;
  readonly thesis: string;
  readonly statement: string;
  readonly context: string | null;
  readonly riskFlags: readonly string[];
  readonly validationSignals: readonly string[];
  readonly stance: Stance | null;
  readonly direction: Direction | null;
  readonly tickers: readonly string[];
  readonly entities: readonly string[];
  readonly subjectKind: 'ticker' | 'company' | 'theme';
  readonly subjectKey: string;
  readonly subjectName: string;
  /** Slugs. */
  readonly themes: readonly string[];
  readonly participationEtfs: readonly { readonly symbol: string; readonly name: string }[];
  readonly participationTheme: string | null;
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

/** What readers are told was corrected. Never the wrong words themselves, which may concern a person. */
export type ChangedWord =
  | 'speaker'
  | 'stance'
  | 'company or ticker'
  | 'themes'
  | 'moment'
  | 'quote'
  | 'wording'
  | 'risks and signals'
  | 'withdrawn';

/** A correction as the idea's page and the public list show it. */
export type ShownCorrection = {
  readonly at: Date;
  readonly note: string | null;
  readonly changed: readonly ChangedWord[];
};
