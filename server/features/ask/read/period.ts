import { DAY_MS, MONTHS } from '#server/platform/clock.ts';

/** Air dates asked about, in UTC; `from` inclusive, `until` exclusive. */
export type Period = { readonly from: Date | null; readonly until: Date | null };
type Span = { readonly from: Date; readonly until: Date };

const MONTH_STARTS = MONTHS.map((name) => name.slice(0, 3).toLowerCase());

const MONTH = `(?:${MONTHS.map((name) => (name === 'September' ? 'sep(?:t(?:ember)?)?' : `${name.slice(0, 3)}(?:${name.slice(3) || '(?!)'})?`)).join('|')})\\b(?!-[a-z])\\.?`;
const YEAR = '20\\d\\d(?![\\d%]|[.,]\\d)';
const OF_YEAR = `(?:,? (?:of )?(?:${YEAR}|(?:this|last) year))`;
const ORDINAL = '(?:first|second|third|fourth|last|1st|2nd|3rd|4th)';
const DAY = `(?:${YEAR}-\\d\\d-\\d\\d\\b|(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} \\d{1,2}(?:st|nd|rd|th)?\\b)${OF_YEAR}?)`;
const WHOLE_MONTH = `(?:${YEAR}-\\d\\d\\b|(?:early |late |mid[- ]?)?${MONTH}${OF_YEAR}?)`;
const PART_OF_YEAR = `(?:(?:${ORDINAL} (?:half|quarter)|[qh][1-4]\\b)${OF_YEAR}?|(?:early|mid|late)[- ]${YEAR}|(?:start|beginning|middle|end) of ${YEAR}|(?:spring|summer|autumn|fall)${OF_YEAR})`;
const UNIT = `(?:the )?(${DAY}|${WHOLE_MONTH}|${PART_OF_YEAR}|${YEAR}|(?:this|last) year\\b)`;

const RANGE = pattern(`\\b(?:between|from) ${UNIT}\\s*(?:and|to|until|till|through|-|–)\\s*${UNIT}`);
const BARE_RANGE = pattern(`\\b${UNIT}\\s*(?:to|until|through|-|–)\\s*${UNIT}`);
const RELATED = pattern(
  `\\b(since|starting(?: in)?|in|during|throughout|within|over|on|from|after|following|later than|before|prior to|earlier than|until|till|up to|through|as of|by) ${UNIT}`,
);
/** A date without a preposition, unless it dates results: "Q1 2026 earnings". */
const BARE = pattern(
  `\\b(?:the )?(${DAY}|${WHOLE_MONTH}|${PART_OF_YEAR})(?! (?:earnings|results|report|numbers|revenues?|guidance|estimates?|call)\\b)`,
);
const COUNTED = pattern(
  '\\b(?:in |over |within |during )?(?:the )?(?:last|past|previous) (\\d{1,3}|two|three|four|six|ten|twelve|ninety|thirty|sixty) (day|week|month|quarter|year)s?\\b',
);
const RELATIVE = pattern(
  '\\b(?:in |over |within |during |since )?(?:(the )(last|past) (week|month|quarter|year)|()(this|last|past|previous) (week|month|quarter|year)|today|yesterday)\\b',
);

/** Asks for what happened in a year or will happen, rather than for what was said in it. */
const OF_AN_EVENT =
  /\b(?:happen\w*|(?:get|got|go|went) (?:so )?(?:wrong|right)|fall|fell|crash\w*|r[io]se|drop\w*|grow|grew|earn(?:ed)?|perform\w*|lose|lost|will|going to|did [\p{L}'’ ]+ do)\b/iu;
const OF_SPEECH =
  /\b(?:say|said|saying|tell|told|talk\w*|sp[eo]ke?\w*|argu\w+|discuss\w*|mention\w*|think|thought|claim\w*|predict\w*|expect\w*|recommend\w*|views?|opinions?|case|bull\w*|bear\w*|chang\w+|cover(?:ed)?)\b/i;

/** The air dates that a question asks about, and the question with those dates replaced by as many blanks. */
export type DatedQuestion = { readonly period: Period | null; readonly rest: string };

/**
 * Reads the dates of a question as a window of air dates: years, halves, quarters, months and days, before, after or between
 * them. A date after `now` or before `firstYear`, the record's first, stays part of the topic, and so does the year of an event
 * ("went wrong in 2022").
 */
export function readPeriod(question: string, now: Date, firstYear: number | null): DatedQuestion {
  for (const find of [ranges, relations, counted, relative, bare]) {
    const found = find(question, now).filter(
      ({ begins, period }) => begins <= now && !isBeforeRecord(period, firstYear),
    );
    if (found.length > 0)
      return {
        period: found.map(({ period }) => period).reduce(joined),
        rest: found.reduce((text, { start, length }) => blanked(text, start, length), question),
      };
  }
  return { period: null, rest: question };
}

function isBeforeRecord({ until }: Period, firstYear: number | null): boolean {
  return until !== null && firstYear !== null && until.getUTCFullYear() < firstYear;
}

/** A date in a question: its window, its first day, and where it stands in the text. */
type Dated = {
  readonly period: Period;
  readonly begins: Date;
  readonly start: number;
  readonly length: number;
};

function ranges(question: string, now: Date): Dated[] {
  const from = [...question.matchAll(RANGE)];
  return (from.length > 0 ? from : [...question.matchAll(BARE_RANGE)]).flatMap((match) => {
    const until = spanOf(match[2] ?? '', now);
    // "Between November and July 2026": the first month takes its year from the second.
    const from = spanOf(match[1] ?? '', until === null ? now : new Date(until.until.getTime() - 1));
    return from === null || until === null || from.from >= until.until
      ? []
      : [dated({ from: from.from, until: until.until }, from.from, match)];
  });
}

function relations(question: string, now: Date): Dated[] {
  return [...question.matchAll(RELATED)].flatMap((match) => {
    const [word, unit] = [(match[1] ?? '').toLowerCase(), match[2] ?? ''];
    const span = spanOf(unit, now);
    if (span === null) return [];
    const isToTheEnd = / end of /i.test(match[0]) && /^(?:until|till)$/.test(word);
    const after = question.slice(match.index + match[0].length);
    const period = relatedTo(isToTheEnd ? 'through' : word, span, after);
    const isOpen = period.from === null || period.until === null;
    const isOfEvent = OF_AN_EVENT.test(question) && !OF_SPEECH.test(question);
    if (!isOpen && isOfEvent && new RegExp(`^(?:${PART_OF_YEAR}|${YEAR})$`, 'i').test(unit)) return [];
    return [dated(period, span.from, match)];
  });
}

function relatedTo(word: string, { from, until }: Span, after: string): Period {
  if (/^(?:since|starting)/.test(word)) return { from, until: null };
  if (word === 'from' && /^ on(?:wards?)?\b/i.test(after)) return { from, until: null };
  if (/^(?:after|following|later)/.test(word)) return { from: until, until: null };
  if (/^(?:before|prior|earlier|until|till)/.test(word)) return { from: null, until: from };
  if (/^(?:up to|through|as of|by)$/.test(word)) return { from: null, until };
  return { from, until };
}

function counted(question: string, now: Date): Dated[] {
  return [...question.matchAll(COUNTED)].slice(0, 1).map((match) => {
    const days = { day: 1, week: 7, month: 30, quarter: 91, year: 365 }[
      (match[2] ?? '').toLowerCase() as 'day'
    ];
    const from = daysBefore(now, numberOf((match[1] ?? '').toLowerCase()) * days);
    return dated({ from, until: null }, from, match);
  });
}

function relative(question: string, now: Date): Dated[] {
  return [...question.matchAll(RELATIVE)].slice(0, 1).map((match) => {
    const isRolling = match[1] !== undefined;
    const word = (match[2] ?? match[5] ?? 'this').toLowerCase();
    const unit = (match[3] ?? match[6] ?? 'week').toLowerCase();
    const period = unitBefore(unit, isRolling ? 'past' : word, now);
    return dated(period, period.from, match);
  });
}

/** "This month" begins on its first day, "last month" is a calendar month, "the past month" ends now. */
function unitBefore(unit: string, word: string, now: Date): Period & { readonly from: Date } {
  if (unit === 'week') return { from: daysBefore(now, word === 'this' ? 7 : 14), until: null };
  const months = { month: 1, quarter: 3, year: 12 }[unit as 'month'];
  if (word === 'past') return { from: daysBefore(now, Math.ceil(months * 30.5)), until: null };
  const first = Math.floor(now.getUTCMonth() / months) * months;
  const start = (at: number) => new Date(Date.UTC(now.getUTCFullYear(), at, 1));
  return word === 'this'
    ? { from: start(first), until: null }
    : { from: start(first - months), until: start(first) };
}

function bare(question: string, now: Date): Dated[] {
  return [...question.matchAll(BARE)].flatMap((match) => {
    const unit = match[1] ?? '';
    const span = new RegExp(`${YEAR}|(?:this|last) year`, 'i').test(unit) ? spanOf(unit, now) : null;
    return span === null ? [] : [dated(span, span.from, match)];
  });
}

/** The days of a date as a question writes it; null when there is no such day. Without a year, the latest that has begun by `now`. */
function spanOf(unit: string, now: Date): Span | null {
  const text = unit.toLowerCase().replaceAll(' of ', ' ');
  const iso = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(text);
  if (iso) return calendarSpan(Number(iso[1]), Number(iso[2]) - 1, iso[3] ? Number(iso[3]) : null);
  const year = yearOf(text, now);
  const month = MONTH_STARTS.findIndex((start) => new RegExp(`\\b${start}`).test(text));
  if (month >= 0) {
    const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(text.replace(new RegExp(YEAR), ''))?.[1];
    return lastBegun(year, now, (of) => calendarSpan(of, month, day ? Number(day) : null));
  }
  const [first, months] = monthsOf(text);
  return lastBegun(year, now, (of) => ({
    from: new Date(Date.UTC(of, first, 1)),
    until: new Date(Date.UTC(of, first + months, 1)),
  }));
}

function yearOf(text: string, now: Date): number | null {
  const written = new RegExp(YEAR).exec(text)?.[0];
  if (written !== undefined) return Number(written);
  if (text.includes('this year')) return now.getUTCFullYear();
  return text.includes('last year') ? now.getUTCFullYear() - 1 : null;
}

function lastBegun(year: number | null, now: Date, of: (year: number) => Span | null): Span | null {
  if (year !== null) return of(year);
  const present = of(now.getUTCFullYear());
  return present !== null && present.from > now ? of(now.getUTCFullYear() - 1) : present;
}

function calendarSpan(year: number, month: number, day: number | null): Span | null {
  const from = new Date(Date.UTC(year, month, day ?? 1));
  if (from.getUTCMonth() !== month) return null;
  return { from, until: day === null ? new Date(Date.UTC(year, month + 1, 1)) : daysBefore(from, -1) };
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
  if (/early|start|beginning/.test(text)) return [0, 4];
  if (/mid/.test(text)) return [4, 4];
  return /late|end/.test(text) ? [8, 4] : [0, 12];
}

/** Two windows as one: "since April and before June" is where both hold, "in April and in June" spans both. */
function joined(a: Period, b: Period): Period {
  const isOpen = [a, b].some(({ from, until }) => from === null || until === null);
  const [earlier, later] = isOpen ? [latest, earliest] : [earliest, latest];
  return { from: earlier(a.from, b.from), until: later(a.until, b.until) };
}

function earliest(a: Date | null, b: Date | null): Date | null {
  return a === null || b === null ? (a ?? b) : a < b ? a : b;
}

function latest(a: Date | null, b: Date | null): Date | null {
  return a === null || b === null ? (a ?? b) : a > b ? a : b;
}

function dated(period: Period, begins: Date, match: RegExpExecArray): Dated {
  return { period, begins, start: match.index, length: match[0].length };
}

function blanked(text: string, start: number, length: number): string {
  return text.slice(0, start) + ' '.repeat(length) + text.slice(start + length);
}

function daysBefore(date: Date, days: number): Date {
  return new Date(date.getTime() - days * DAY_MS);
}

function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll(' ', '\\s+'), 'gi');
}

function numberOf(word: string): number {
  const words: Record<string, number> = {
    two: 2,
    three: 3,
    four: 4,
    six: 6,
    ten: 10,
    twelve: 12,
    thirty: 30,
    sixty: 60,
    ninety: 90,
  };
  return words[word] ?? Number(word);
}
