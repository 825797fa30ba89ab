import { LEANING } from '#server/features/ask/read/leaning.ts';
import { DAY_MS, MONTHS } from '#server/platform/clock.ts';

/** Days in UTC; `from` inclusive, `until` exclusive. */
export type Span = { readonly from: Date; readonly until: Date };

const MONTH_STARTS = MONTHS.map((name) => name.slice(0, 3).toLowerCase());

const MONTH = `(?:${MONTHS.map((name) => (name === 'September' ? 'sep(?:t(?:ember)?)?' : `${name.slice(0, 3)}(?:${name.slice(3) || '(?!)'})?`)).join('|')})\\b(?!-[a-z])\\.?`;
const FULL_YEAR = "(?<![\\d$€£.,])(?:19|20)\\d\\d(?![\\d%]|[.,]\\d|['’]?s\\b)";
/** Source of a pattern for a year by its number. */
export const YEAR = `(?:${FULL_YEAR}|(?<!\\w)['’]\\d\\d\\b(?!['’]|s\\b))`;
/** A winter, a season of reports or a year of accounts over the turn of a year: "2024/25", but not the month "2026-05". */
const TWO_YEARS = `(?:${FULL_YEAR}[/–-](?:1[3-9]|[2-9]\\d)\\b(?![/–-]\\d))`;
const DECADE = `(?:the )?(?:(?:early|mid|late)[- ])?(?:19|20)\\d0['’]?s\\b`;
const OF_YEAR = `(?:,? (?:of )?(?:${YEAR}|(?:this|last) year))`;
const ORDINAL = '(?:first|second|third|fourth|1st|2nd|3rd|4th)';
const SEASON = '(?:spring|summer|autumn|fall|winter)';
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** A day of the week, but not the company Monday. */
const WEEKDAY = `(?<!\\b(?:${LEANING}|views?|takes?|opinions?) on )(?:(?:this|last|past|previous) )?(?:${WEEKDAYS.join('|')})\\b(?!\\.com)`;
/** Today, but not "today's prices" and not "than today". */
const TODAY =
  "(?<!\\b(?:than|like|ago|compared (?:to|with)) )(?:today|tonight|this (?:morning|afternoon|evening))\\b(?!['’]s (?! |episodes?|shows?|podcasts?|about))";
/** Source of a pattern for a day by how far it lies back. It captures nothing. */
export const NEAR_DAY = `(?:day before yesterday\\b|yesterday\\b|${TODAY})`;
const NUMBER = '\\d{1,2}(?:st|nd|rd|th)?';
/** Between days of one month: "3 and 4 March", "March 3-5". */
const AND_DAY = '(?:\\s*[,&/–-]\\s*(?:and )?| (?:and|or|to|until|through) )(?:the )?';
const OF_MONTH = `(?:(?<![\\d.,])${NUMBER}(?:${AND_DAY}${NUMBER})*(?: of)? ${MONTH}|${MONTH} ${NUMBER}\\b(?:${AND_DAY}${NUMBER}\\b(?!(?: of)? ${MONTH}|[.,:%]\\d|%))*)`;
/** Day and month in numbers, in either order. */
const SLASHED = '\\b\\d{1,2}/\\d{1,2}/(?:(?:19|20)\\d\\d|\\d\\d)\\b(?![/\\d])';
const DAY = `(?:${NEAR_DAY}|${WEEKDAY}|${FULL_YEAR}[-/]\\d\\d[-/]\\d\\d\\b|${SLASHED}|\\b\\d{1,2}\\.\\d{1,2}\\.(?:19|20)\\d\\d\\b|${OF_MONTH}${OF_YEAR}?)`;
const WEEK_OF = '(?:first|second|third|fourth|last) week (?:of|in) ';
const WHOLE_MONTH = `(?:${FULL_YEAR}[-/](?:0\\d|1[0-2])\\b(?!/)|\\b(?:0?[1-9]|1[0-2])/(?:19|20)\\d\\d\\b|(?:early |late |mid[- ]?|last |this |${WEEK_OF})?${MONTH}${OF_YEAR}?)`;
const A_YEAR = `(?:${YEAR}|(?:this|last) year\\b)`;
const PART_OF_YEAR = `(?:\\b[qh][1-4]['’]\\d\\d\\b|(?:${ORDINAL} (?:half|quarter)|[qh][1-4]\\b)${OF_YEAR}?|last (?:half|quarter)${OF_YEAR}|(?:early|mid|late)[- ]${A_YEAR}|(?:start|beginning|middle|end) of ${A_YEAR}|${SEASON}${OF_YEAR}|(?:last|this) (?:${SEASON}|[qh][1-4])\\b)`;

/** Source of a pattern for a year or a part of one. */
export const LONG_UNIT = `(?:${PART_OF_YEAR}|${TWO_YEARS}|${DECADE}|${YEAR})`;
/** Source of a pattern for a date that is more than a year's number. It captures nothing. */
export const DATED_UNIT = `(?:${DAY}|${WHOLE_MONTH}|${PART_OF_YEAR})`;
/** Source of a pattern for a date of any length, without an article. It captures nothing. */
export const UNIT_ALONE = `(?:${DAY}|${WHOLE_MONTH}|${PART_OF_YEAR}|${TWO_YEARS}|${DECADE}|${YEAR}|(?:this|last) year\\b)`;
/** The same for a date that takes its year from a later one: "between spring and autumn 2026". */
export const BEGINNING = `(?:the )?(${UNIT_ALONE}|${SEASON}\\b)`;
/** Source of a pattern for a date of any length, captured without its article. */
export const UNIT = `(?:the )?(${UNIT_ALONE})`;
/** Tells a date that stands by itself from one that needs a preposition ("may", "march"). */
export const STANDS_ALONE = new RegExp(
  `${YEAR}|[qh][1-4]['’]\\d\\d|\\d[./](?:19|20)\\d\\d|\\b(?:(?:this|last|past|previous) |today|tonight|yesterday)`,
  'i',
);

/** A pattern for dates, in which a blank stands for any run of blanks. */
export function datePattern(source: string): RegExp {
  return new RegExp(source.replaceAll(' ', '\\s+'), 'gi');
}

/** The days of a date as a question writes it; null when there is no such day. Without a year, the latest that has begun by `now`. */
export function spanOf(unit: string, now: Date): Span | null {
  const text = unit.toLowerCase().replaceAll(' of ', ' ');
  const daysAgo = daysBack(text, now);
  if (daysAgo !== null) return dayOf(new Date(now.getTime() - daysAgo * DAY_MS));
  const slashed = daysInNumbers(text, now);
  if (slashed !== null) return hullOf(slashed);
  const twoYears = /^(\d{4})[/–-](1[3-9]|[2-9]\d)$/.exec(text);
  if (twoYears) return yearsTo(Number(twoYears[1]), Number(twoYears[2]));
  const monthly = /^(\d{1,2})\/(\d{4})$/.exec(text);
  if (monthly) return calendarSpan(Number(monthly[2]), Number(monthly[1]) - 1, null);
  const iso = /^(\d{4})[-/](\d\d)(?:[-/](\d\d))?$/.exec(text);
  if (iso) return calendarSpan(Number(iso[1]), Number(iso[2]) - 1, iso[3] ? Number(iso[3]) : null);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (dotted) return calendarSpan(Number(dotted[3]), Number(dotted[2]) - 1, Number(dotted[1]));
  const decade = /((?:19|20)\d0)['’]?s$/.exec(text);
  if (decade) return monthsFrom(Number(decade[1]), 0, 120);
  const year = yearOf(text.replace(/^([qh][1-4])(?=['’])/, '$1 '), now);
  const isLast = year === null && /^last (?!half|quarter|week)/.test(text);
  const month = MONTH_STARTS.findIndex((start) => new RegExp(`\\b${start}`).test(text));
  if (month >= 0) {
    const days = text.replace(new RegExp(YEAR), '').match(/\b\d{1,2}(?=(?:st|nd|rd|th)?\b)/g) ?? [];
    const whole = lastOf(year, now, isLast, (of) => daysOfMonth(of, month, days.map(Number)));
    return weekOf(whole, /^(\w+)\s+week\b/.exec(text)?.[1]);
  }
  const [first, months] = monthsOf(text);
  return lastOf(year, now, isLast, (of) => monthsFrom(of, first, months));
}

/**
 * The days that a date in numbers may mean: "06/03/2026" is the third of June in America and the sixth of March elsewhere. What
 * lies ahead is not meant when the other has been. None when there is no such day; null for a text that is no such date.
 */
export function daysInNumbers(text: string, now: Date): Span[] | null {
  const written = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)$/.exec(text);
  if (!written) return null;
  const [first, second, last] = written.slice(1).map(Number) as [number, number, number];
  const year = last < 100 ? 2000 + last : last;
  const days = [calendarSpan(year, first - 1, second), calendarSpan(year, second - 1, first)];
  const known = days.filter((day) => day !== null);
  const been = known.filter(({ from }) => from <= now);
  const meant = been.length > 0 ? been : known;
  return first === second ? meant.slice(0, 1) : meant.sort((a, b) => a.from.getTime() - b.from.getTime());
}

/** From the first day of several spans to the last; null of none. */
export function hullOf(spans: readonly [Span, ...Span[]]): Span;
export function hullOf(spans: readonly Span[]): Span | null;
export function hullOf(spans: readonly Span[]): Span | null {
  if (spans.length === 0) return null;
  const from = Math.min(...spans.map((span) => span.from.getTime()));
  const until = Math.max(...spans.map((span) => span.until.getTime()));
  return { from: new Date(from), until: new Date(until) };
}

/** "2024/25", "2020-25": from the first year to the second; null when that is not later. */
function yearsTo(year: number, last: number): Span | null {
  const years = last - (year % 100);
  return years > 0 ? monthsFrom(year, 0, 12 * (years + 1)) : null;
}

/** How many days ago a near day or the latest day of a week was; null when the text is none. */
function daysBack(text: string, now: Date): number | null {
  if (/before\s+yesterday$/.test(text)) return 2;
  if (/yesterday$/.test(text)) return 1;
  if (/^(?:today|tonight|this\s+(?:morning|afternoon|evening))$/.test(text)) return 0;
  const weekday = WEEKDAYS.findIndex((name) => text.endsWith(name));
  if (weekday < 0) return null;
  const back = (now.getUTCDay() - weekday + 7) % 7;
  return back === 0 && /^(?:last|past|previous)/.test(text) ? 7 : back;
}

function dayOf(date: Date): Span {
  const from = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
  return { from, until: new Date(from.getTime() + DAY_MS) };
}

function yearOf(text: string, now: Date): number | null {
  const written = new RegExp(YEAR).exec(text)?.[0];
  if (written !== undefined) return written.length === 4 ? Number(written) : 2000 + Number(written.slice(1));
  if (text.includes('this year')) return now.getUTCFullYear();
  return text.includes('last year') ? now.getUTCFullYear() - 1 : null;
}

/** The span in its year; without one, the latest that has begun by `now`, or that is over ("last November"). */
function lastOf(
  year: number | null,
  now: Date,
  isOver: boolean,
  of: (year: number) => Span | null,
): Span | null {
  if (year !== null) return of(year);
  for (let back = 0; back <= MOST_YEARS_BACK; back++) {
    const span = of(now.getUTCFullYear() - back);
    if (span !== null && (isOver ? span.until : span.from) <= now) return span;
  }
  return null;
}

/** The 29th of February comes every four years, and after eight when the turn of a century has none. */
const MOST_YEARS_BACK = 8;

function calendarSpan(year: number, month: number, day: number | null): Span | null {
  const from = new Date(Date.UTC(year, month, day ?? 1));
  if (from.getUTCMonth() !== month) return null;
  return day === null ? monthsFrom(year, month, 1) : { from, until: new Date(from.getTime() + DAY_MS) };
}

/** From the first of these days of a month to the last; the whole month when there are none. */
function daysOfMonth(year: number, month: number, days: readonly number[]): Span | null {
  if (days.length === 0) return calendarSpan(year, month, null);
  const [first, last] = [Math.min(...days), Math.max(...days)].map((day) => calendarSpan(year, month, day));
  return first && last ? { from: first.from, until: last.until } : null;
}

const WEEKS = ['first', 'second', 'third', 'fourth'];

/** A week of a month, the first from its first day and the last to its last; the whole month when no week is named. */
function weekOf(month: Span | null, nth: string | undefined): Span | null {
  if (month === null || nth === undefined) return month;
  const from =
    nth === 'last'
      ? month.until.getTime() - 7 * DAY_MS
      : month.from.getTime() + WEEKS.indexOf(nth) * 7 * DAY_MS;
  return { from: new Date(from), until: new Date(from + 7 * DAY_MS) };
}

function monthsFrom(year: number, first: number, months: number): Span {
  return { from: new Date(Date.UTC(year, first, 1)), until: new Date(Date.UTC(year, first + months, 1)) };
}

/** The first month (from 0) of a part of a year, and its length in months. */
function monthsOf(text: string): [first: number, months: number] {
  const nth = ['first', 'second', 'third', 'fourth'].findIndex((word) => text.includes(word));
  const digit = /\b(?:[qh]([1-4])|([1-4])(?:st|nd|rd|th))/.exec(text);
  const place = digit ? Number(digit[1] ?? digit[2]) - 1 : nth;
  if (/half|\bh[12]/.test(text)) return [place === 0 ? 0 : 6, 6];
  if (/quarter|\bq[1-4]/.test(text)) return [3 * (place < 0 ? 3 : place), 3];
  if (/spring/.test(text)) return [2, 3];
  if (/summer/.test(text)) return [5, 3];
  if (/autumn|fall/.test(text)) return [8, 3];
  if (/winter/.test(text)) return [11, 3];
  if (/early|start|beginning/.test(text)) return [0, 4];
  if (/mid/.test(text)) return [4, 4];
  return /late|end/.test(text) ? [8, 4] : [0, 12];
}
