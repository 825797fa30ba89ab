import type { Span } from '#server/features/ask/read/period/span.ts';

/** Air dates; `from` inclusive, `until` exclusive, null for no bound. */
export type Window = { readonly from: Date | null; readonly until: Date | null };

/** A date in a question: its window, the days in it that are not meant, its first day, and where it stands in the text. */
export type Dated = {
  readonly period: Window;
  readonly except: readonly Span[];
  readonly begins: Date;
  readonly start: number;
  readonly length: number;
};

/** A date of a question, at the place of its match. */
export function dated(
  period: Window,
  begins: Date,
  match: RegExpExecArray,
  except: readonly Span[] = [],
): Dated {
  return { period, except, begins, start: match.index, length: match[0].length };
}

/** Two windows as one: "since April and before June" is where both hold, "in April and in June" spans both. */
export function joined(a: Window, b: Window): Window {
  const isOpen = [a, b].some(({ from, until }) => from === null || until === null);
  const [earlier, later] = isOpen ? [latest, earliest] : [earliest, latest];
  return { from: earlier(a.from, b.from), until: later(a.until, b.until) };
}

/** The earlier of two moments; where one is null, the other. */
export function earliest(a: Date | null, b: Date | null): Date | null {
  return a === null || b === null ? (a ?? b) : a < b ? a : b;
}

/** The later of two moments; where one is null, the other. */
export function latest(a: Date | null, b: Date | null): Date | null {
  return a === null || b === null ? (a ?? b) : a > b ? a : b;
}
