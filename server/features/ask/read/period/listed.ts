import {
  datePattern,
  LONG_UNIT,
  type Span,
  STANDS_ALONE,
  spanOf,
  UNIT_ALONE,
} from '#server/features/ask/read/period/span.ts';

/** "And may we" goes on with a verb. */
const SEPARATOR = '(?:\\s*[,&/](?: (?:and|n?or))?| (?:and|n?or))\\s*(?!may (?:i|we|you|be|have|not)\\b)';

/**
 * Source of a pattern for a date, or for several in a row ("June, July and August 2025"), captured without the article of the
 * first. `again`: source of what may stand ahead of each of the others, too. `unit`: source of a pattern for one of them.
 */
export function datesInARow(again: string, unit = UNIT_ALONE): string {
  return `(?:the )?(${unit}(?:${SEPARATOR}(?:${again} )?(?:the )?${unit})*)`;
}

const EACH = datePattern(UNIT_ALONE);

/** The days of dates in a row. */
type Spans = readonly [Span, ...Span[]];

/**
 * The days of each date in a row; null when one of them is no such day. A date without a year takes that of the last one
 * ("March and April 2025"); the last takes it from the one before ("November 2025 and January").
 */
export function spansOf(row: string, now: Date): Spans | null {
  const units = row.match(EACH) ?? [];
  const last = spanOfLast(units, now);
  if (last === null) return null;
  const others = units.slice(0, -1).map((unit) => spanOf(unit, placesItself(unit) ? now : lastMoment(last)));
  const known = others.filter((span) => span !== null);
  return known.length < others.length ? null : [last, ...known];
}

function spanOfLast(units: readonly string[], now: Date): Span | null {
  const [last = '', before = ''] = units.toReversed();
  if (placesItself(last) || !placesItself(before)) return spanOf(last, now);
  const earlier = spanOf(before, now);
  return earlier === null ? null : spanOf(last, aYearAfter(earlier));
}

/** Whether a date says which year it is of, or how far back it lies. */
function placesItself(unit: string): boolean {
  return STANDS_ALONE.test(unit);
}

/** From the first day of several spans to the last. */
export function hullOf(spans: Spans): Span {
  const from = Math.min(...spans.map((span) => span.from.getTime()));
  const until = Math.max(...spans.map((span) => span.until.getTime()));
  return { from: new Date(from), until: new Date(until) };
}

const LONG = new RegExp(`^${LONG_UNIT}$`, 'i');

/** Whether the dates in a row are years and parts of years. */
export function areLong(row: string): boolean {
  return (row.match(EACH) ?? []).every((unit) => LONG.test(unit));
}

function lastMoment({ until }: Span): Date {
  return new Date(until.getTime() - 1);
}

function aYearAfter({ from }: Span): Date {
  return new Date(Date.UTC(from.getUTCFullYear() + 1, from.getUTCMonth(), from.getUTCDate()) - 1);
}
