import { type Dated, dated, earliest, latest, type Window } from '#server/features/ask/read/period/dated.ts';
import { COUNT, daysOf } from '#server/features/ask/read/period/length.ts';
import { datePattern } from '#server/features/ask/read/period/span.ts';
import { DAY_MS, weekStart } from '#server/platform/clock.ts';

const COUNTED = datePattern(
  `\\b(?:in |over |within |during )?(?:the )?(?:last|past|previous) ${COUNT} (hour|day|week|fortnight|month|quarter|year)s?\\b`,
);
/** "A year ago", "more than two months ago". */
const AGO = datePattern(
  `\\b(?:(more than|over|at least|earlier than|before|until)|(less than|within|since|after|from)|in|about|around)? ?(?:about |around |some )?\\b${COUNT} (day|week|fortnight|month|quarter|year)s? ago(?: today)?\\b`,
);
const RELATIVE = datePattern(
  '(?<!\\b(?:early|mid|late|(?:start|beginning|middle|end) of)[- ])\\b(?:in |over |within |during |since |earlier |later )?(?:(?:(?<rolling>the (?:last|past))|(?<word>this|last|past|previous)) (?<unit>day|week|fortnight|month|quarter|year))\\b(?! of\\b)',
);

const TO_DATE = datePattern('\\b(?:(month|quarter|year)[- ]to[- ]date|ytd)\\b');
const BEFORE_LAST = datePattern(
  '\\b(?:(?<since>since)|in|during|over|from)? ?\\bthe (?<unit>week|month|quarter|year) before last\\b',
);

/** "The week before last" is a calendar week, from Monday. */
export function beforeLast(question: string, now: Date): Dated[] {
  return [...question.matchAll(BEFORE_LAST)].map((match) => {
    const { since, unit = 'week' } = match.groups ?? {};
    const { from, until } = unitBeforeLast(unit.toLowerCase(), now);
    return dated({ from, until: since === undefined ? until : null }, from, match);
  });
}

/** "In the last thirty days". */
export function counted(question: string, now: Date): Dated[] {
  return [...question.matchAll(COUNTED)].slice(0, 1).map((match) => {
    const from = daysBefore(now, daysOf(match[1], match[2]));
    return dated({ from, until: null }, from, match);
  });
}

/** "Two months ago" is within half a month of that day. */
export function ago(question: string, now: Date): Dated[] {
  return [...question.matchAll(AGO)].slice(0, 1).map((match) => {
    const [, before, since, count, unit] = match;
    const half = Math.min(daysOf('one', unit), daysOf(count, unit)) / 2;
    const at = daysBefore(now, daysOf(count, unit));
    const around = { from: daysBefore(at, half), until: daysBefore(at, -half) };
    const period = before ? { from: null, until: at } : since ? { from: at, until: null } : around;
    return dated(period, around.from, match);
  });
}

/** "This month", "last year", "last week and this week". */
export function relative(question: string, now: Date): Dated[] {
  const found = inARow(question, [...question.matchAll(RELATIVE)]).map((match) => {
    const { rolling, word = 'this', unit = 'week' } = match.groups ?? {};
    const period = unitBefore(unit.toLowerCase(), rolling === undefined ? word.toLowerCase() : 'past', now);
    return dated(period, period.from, match);
  });
  // "Last month and this month": both, up to now.
  const from = found.map(({ period }) => period.from).reduce(earliest, null);
  const isOpen = found.some(({ period }) => period.until === null);
  const until = isOpen ? null : found.map(({ period }) => period.until).reduce(latest, null);
  return found.map((one) => ({ ...one, period: { from, until } }));
}

/** "Year to date": up to now, as "this year". */
export function toDate(question: string, now: Date): Dated[] {
  return [...question.matchAll(TO_DATE)].map((match) => {
    const { from } = unitBefore((match[1] ?? 'year').toLowerCase(), 'this', now);
    return dated({ from, until: null }, from, match);
  });
}

/** The first match and those that follow it with "and" or "or". */
function inARow(question: string, [first, ...rest]: readonly RegExpExecArray[]): RegExpExecArray[] {
  if (first === undefined) return [];
  const [next] = rest;
  const among = question.slice(first.index + first[0].length, next?.index ?? 0);
  return /^(?:,|,? (?:and|or)) $/i.test(among) ? [first, ...inARow(question, rest)] : [first];
}

/** "This month" begins on its first day, "last month" is a calendar month, "the past month" ends now. */
function unitBefore(unit: string, word: string, now: Date): Window & { readonly from: Date } {
  if (unit === 'day') return { from: daysBefore(now, 1), until: null };
  if (unit === 'fortnight') return { from: daysBefore(now, 14), until: null };
  if (unit === 'week')
    return { from: daysBefore(now, /^(?:last|previous)$/.test(word) ? 14 : 7), until: null };
  const months = { month: 1, quarter: 3, year: 12 }[unit as 'month'];
  if (word === 'past') return { from: daysBefore(now, Math.ceil(months * 30.5)), until: null };
  const first = Math.floor(now.getUTCMonth() / months) * months;
  const start = (at: number) => new Date(Date.UTC(now.getUTCFullYear(), at, 1));
  return word === 'this'
    ? { from: start(first), until: null }
    : { from: start(first - months), until: start(first) };
}

/** The one before the last: the one that was the last when that began. */
function unitBeforeLast(unit: string, now: Date): Window & { readonly from: Date } {
  if (unit !== 'week') return unitBefore(unit, 'last', unitBefore(unit, 'last', now).from);
  const until = daysBefore(weekStart(now), 7);
  return { from: daysBefore(until, 7), until };
}

function daysBefore(date: Date, days: number): Date {
  return new Date(date.getTime() - days * DAY_MS);
}
