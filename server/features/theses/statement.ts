import type { StanceWord } from '#server/features/theses/schema.ts';

/** What a thesis is about: a canonical symbol, a company slug or a theme slug. */
export type ThesisSubject = {
  readonly kind: 'ticker' | 'company' | 'theme';
  readonly key: string;
  readonly name: string;
};

/** An idea as one statement of a thesis. `date` is the air date; `seconds` into the episode, null when unknown. */
export type IdeaStatement = {
  readonly ideaId: string;
  readonly showId: string;
  readonly episodeId: string;
  readonly date: Date;
  readonly seconds: number | null;
  readonly stance: string | null;
  readonly depth: number;
  readonly subject: ThesisSubject;
  /** Whether a fictional sample says it: it never states the thesis of a real show. */
  readonly sample: boolean;
  readonly headline: string;
  readonly thesis: string;
  /** One sentence written by us that carries the argument. */
  readonly statement: string;
  readonly tickers: readonly string[];
};

/** Where a statement stands in time. Stores order by the same four columns. */
export type Moment = Pick<IdeaStatement, 'ideaId' | 'episodeId' | 'date' | 'seconds'>;

/** The stance word of the open tools (docs/contract.md, Ticker stance timeline answer): BALANCED and MIXED are neutral; null where no stance was assigned, which is no side. */
export function stanceWord(stance: string | null): StanceWord | null {
  if (stance === null) return null;
  if (stance === 'BULLISH') return 'bullish';
  return stance === 'BEARISH' ? 'bearish' : 'neutral';
}

/** Each idea once, in the order it was said: air date, then episode, then second (unknown last), then id. */
export function inSpokenOrder<S extends Moment>(statements: readonly S[]): S[] {
  const once = new Map(statements.map((statement) => [statement.ideaId, statement]));
  return [...once.values()].sort(bySpokenOrder);
}

function bySpokenOrder(a: Moment, b: Moment): number {
  return (
    a.date.getTime() - b.date.getTime() ||
    byText(a.episodeId, b.episodeId) ||
    (a.seconds ?? Number.MAX_SAFE_INTEGER) - (b.seconds ?? Number.MAX_SAFE_INTEGER) ||
    byText(a.ideaId, b.ideaId)
  );
}

/** Order by code units: the same on every machine. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
