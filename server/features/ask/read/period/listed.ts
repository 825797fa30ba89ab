import {
  datePattern,
  daysInNumbers,
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
 * The days of each date in a row, of one in numbers each day that it may mean; null when one of them is no such day. A date without a year takes that of the last one
 * ("March and April 2025"); the last takes it from the one before ("November 2025 and January").
 */
export function spansOf(row: string, now: Date): Spans | null {
  const units = row.match(EACH) ?? [];
  const last = spanOfLast(units, now);
  if (last === null) return null;
  const others = units.slice(0, -1).map((unit) => spanOf(unit, placesItself(unit) ? now : lastMoment(last)));
  const known = [...others, last].filter((span) => span !== null);
  if (known.length < units.length) return null;
  const [first = last, ...rest] = known.flatMap((span, at) => daysInNumbers(units[at] ?? '', now) ?? [span]);
  return [first, ...rest];
}

/** The days between the two that one date in numbers may mean: neither is left out, and nothing between them is meant. */
export function betweenReadings(row: string, now: Date): Span[] {
  const [first, second] = daysInNumbers(row, now) ?? [];
  return first && second ? [{ from: first.until, until: second.from }] : [];
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

const LONG = new RegExp(`^${LONG_UNIT}$`, 'i');

/** Whether a text has dates, and all are years and parts of years. */
export function areLong(text: string): boolean {
  const units = text.match(EACH) ?? [];
  return units.length > 0 && units.every((unit) => LONG.test(unit));
}

function lastMoment({ until }: Span): Date {
  return new Date(until.getTime() - 1);
}

function aYearAfter({ from }: Span): Date {
  return new Date(Date.UTC(from.getUTCFullYear() + 1, from.getUTCMonth(), from.getUTCDate()) - 1);
}
