import { WENT_RIGHT, WENT_WRONG } from '#server/features/ask/read/leaning.ts';
import { type Dated, dated, joined, type Window } from '#server/features/ask/read/period/dated.ts';
import { exceptions } from '#server/features/ask/read/period/exceptions.ts';
import { areLong, betweenReadings, datesInARow, spansOf } from '#server/features/ask/read/period/listed.ts';
import { ago, beforeLast, counted, relative, toDate } from '#server/features/ask/read/period/relative.ts';
import {
  BEGINNING,
  DATED_UNIT,
  datePattern,
  hullOf,
  NEAR_DAY,
  type Span,
  STANDS_ALONE,
  spanOf,
  UNIT,
  YEAR,
} from '#server/features/ask/read/period/span.ts';
import { blanked } from '#server/platform/pattern.ts';

/** Air dates asked about, in UTC; `from` inclusive, `until` exclusive. `except`: spans of days among them that are left out. */
export type Period = Window & { readonly except: readonly Span[] };

const RANGE = datePattern(`\\b(?:between|from) ${BEGINNING}\\s*(?:and|to|until|till|through|-|–)\\s*${UNIT}`);
const BARE_RANGE = datePattern(`\\b${UNIT}\\s*(?:to|until|through|-|–)\\s*${UNIT}`);
const RELATED = datePattern(
  `\\b(since|starting(?: in)?|between|(?:no|not) (?:later|earlier) than|not (?:before|after|until)|in|at(?= the (?:start|beginning|middle|end) )|around|during|throughout|within|over|on|from|after|following|later than|before|prior to|earlier than|until|till|(?<!\\b(?:run|lead)-)up to|through|as of|by) ${datesInARow('\\1')}`,
);
/** "2025 or earlier", "March 2026 and later". */
const OPEN_ENDED = datePattern(
  `\\b(?:(?:in|from|by|until) )?${UNIT},? (?:and|or) (?:(earlier|before|prior)|later|after|since)(?=\\W*$| about\\b| on\\b| by\\b)`,
);
/** A date without a preposition, unless it dates results: "Q1 2026 earnings". */
const BARE = datePattern(
  `\\b${datesInARow('(?!)', DATED_UNIT)}(?! (?:earnings|results|report|numbers|revenues?|guidance|estimates?|call)\\b)`,
);
const BARE_YEAR = datePattern(`(?<!\\b(?:for|of|by|to|about|on) )${YEAR}`);
/** A near day by itself: "said today", but not "before yesterday". */
const ON_NEAR_DAY = datePattern(
  `(?<!\\b(?:since|before|after|until|till|from|to|through|by|as of|than) (?:the )?)(?:\\bon )?(?:\\bthe )?\\b(${NEAR_DAY})`,
);

/** Asks what went wrong or right, which is in its time even where nothing is named but whose. */
const OF_TROUBLE = new RegExp(
  `\\b(?:${WENT_RIGHT}|${WENT_WRONG}|(?:get|got) (?:so |very |badly )?(?:wrong|right))\\b`,
  'i',
);
/** Asks for what happened in a year or will happen, rather than for what was said in it. */
const OF_AN_EVENT =
  /\b(?:happen\w*|fall|fell|crash\w*|r[io]se|drop\w*|grow|grew|earn(?:ed)?|perform\w*|lose|lost|miss(?:ed)?|will|going to|did [\p{L}'’ ]+ do)\b|\b(?:what|how \p{L}+) (?:was|were) [^?]{0,40}\b(?:revenues?|sales|earnings|profits?|margins?|deliver(?:y|ies)|results?|growth|volumes?|shipments?|capex|cash flows?)\b/iu;
const OF_SPEECH =
  /\b(?:say|said|saying|tell|told|talk\w*|sp[eo]ke?\w*|argu\w+|discuss\w*|mention\w*|think|thought|claim\w*|predict\w*|expect\w*|recommend\w*|views?|opinions?|case|bull\w*|bear\w*|chang\w+|cover(?:ed)?|worr\w*|concern\w*|risks?|consensus|sentiment|heard|optimis\w+|pessimis\w+)\b/i;

/** What people did on a show before a date: it is the time in which it aired, wherever it lies. */
const SAID_THEN =
  /\b(?:say|said|saying|argued?|told|talk(?:ed|ing)?|spoken?|mentioned|discuss(?:ed|ing)?|recommended|aired|published|recorded)(?: (?:it|so|that|this|there|then|back|here|much|anything))?[\s,]*$/i;
const WAS_SAID = /\b(?:say|said|argued?|told|talked|spoke|spoken|mentioned|discussed)\b/i;

/** The air dates that a question asks about, and the question with those dates replaced by as many blanks. */
export type DatedQuestion = { readonly period: Period | null; readonly rest: string };

/**
 * Reads the dates of a question as a window of air dates: years, halves, quarters, months and days, before, after or between
 * them. A date after `now` or before `firstYear`, the record's first, stays part of the topic unless it dates what was said
 * ("said in 2019"), and so does the year of an event ("went wrong in 2022").
 */
export function readPeriod(question: string, now: Date, firstYear: number | null): DatedQuestion {
  return readDates(
    question,
    now,
    FINDERS,
    (one) => !datesEvent(question, one) && (isOfRecord(one, now, firstYear) || saidThen(question, one)),
  );
}

/** As `readPeriod`, of a question that has no topic beside its dates: they can be nothing but air dates, but for what lies ahead. */
export function readPeriodAlone(question: string, now: Date): DatedQuestion {
  return readDates(
    question,
    now,
    [...FINDERS, years],
    (one) =>
      !(OF_TROUBLE.test(question) && datesEvent(question, one)) &&
      (one.begins <= now || WAS_SAID.test(question)),
  );
}

/** What every date has. Most questions have none, and to look for each kind of wording costs more than all other reading. */
const MAY_BE_DATED =
  /\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter|half|years?|months?|quarters?|weeks?|days?|hours?|ytd|fortnights?|weekend|today|tonight|yesterday|this (?:morning|afternoon|evening)|(?:sun|mon|tues|wednes|thurs|fri|satur)day)/i;

type Finder = (question: string, now: Date) => Dated[];

function readDates(
  question: string,
  now: Date,
  finders: readonly Finder[],
  isAirDate: (one: Dated) => boolean,
): DatedQuestion {
  if (!MAY_BE_DATED.test(question)) return { period: null, rest: question };
  const leftOut = exceptions(question, now);
  const text = blanked(question, leftOut);
  const found = firstFound(text, now, finders, isAirDate);
  if (found.length + leftOut.length === 0) return { period: null, rest: question };
  const window = found.map(({ period }) => period).reduce(joined, EVER);
  const [one, another] = found;
  const except = [...leftOut.flatMap(({ spans }) => spans), ...(one && !another ? one.except : [])];
  return { period: { ...window, except }, rest: blanked(text, found) };
}

/** The dates of the first kind of wording that a text has. */
function firstFound(
  text: string,
  now: Date,
  finders: readonly Finder[],
  isAirDate: (one: Dated) => boolean,
): Dated[] {
  for (const find of finders) {
    const found = find(text, now).filter(isAirDate);
    if (found.length > 0) return found;
  }
  return [];
}

const EVER: Window = { from: null, until: null };

function isOfRecord({ begins, period }: Dated, now: Date, firstYear: number | null): boolean {
  return begins <= now && isSinceFirst(period, firstYear);
}

/** Whether a window reaches into the years of the record, of which `firstYear` is the first. */
export function isSinceFirst({ until }: Window, firstYear: number | null): boolean {
  return until === null || firstYear === null || until.getUTCFullYear() >= firstYear;
}

/** Whether a year or a part of one dates an event that is asked about, rather than what was said of it. */
function datesEvent(question: string, { period, start, length }: Dated): boolean {
  // The date itself may hold a word of an event: "fall 2025".
  const asked = question.slice(0, start) + question.slice(start + length);
  if (isOpen(period) || OF_SPEECH.test(asked)) return false;
  if (!OF_AN_EVENT.test(asked) && !OF_TROUBLE.test(asked)) return false;
  return areLong(question.slice(start, start + length));
}

function isOpen({ from, until }: Window): boolean {
  return from === null || until === null;
}

function saidThen(question: string, { start }: Dated): boolean {
  return SAID_THEN.test(question.slice(0, start));
}

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

function openEnded(question: string, now: Date): Dated[] {
  return [...question.matchAll(OPEN_ENDED)].flatMap((match) => {
    const span = spanOf(match[1] ?? '', now);
    if (span === null) return [];
    const period = match[2] ? { from: null, until: span.until } : { from: span.from, until: null };
    return [dated(period, span.from, match)];
  });
}

function nearDays(question: string, now: Date): Dated[] {
  return [...question.matchAll(ON_NEAR_DAY)].flatMap((match) => {
    const span = spanOf(match[1] ?? '', now);
    return span === null ? [] : [dated(span, span.from, match)];
  });
}

function relations(question: string, now: Date): Dated[] {
  return [...question.matchAll(RELATED)].flatMap((match) => {
    const [word, row] = [(match[1] ?? '').toLowerCase(), match[2] ?? ''];
    const spans = spansOf(row, now);
    if (spans === null) return [];
    const span = hullOf(spans);
    const isToTheEnd = / end of /i.test(match[0]) && /^(?:until|till)$/.test(word);
    const after = question.slice(match.index + match[0].length);
    const period = relatedTo(isToTheEnd ? 'through' : word, span, after, betweenReadings(row, now)[0]);
    return [dated(period, span.from, match, isOpen(period) ? [] : betweenReadings(row, now))];
  });
}

/** The window that a word like "since" makes of a span. `between`: what lies between the two days that a date in numbers may mean. */
function relatedTo(word: string, { from, until }: Span, after: string, between?: Span): Window {
  if (/^(?:since|starting|(?:no|not) earlier|not before)/.test(word)) return { from, until: null };
  if (/^(?:no|not) (?:later|after)/.test(word)) return { from: null, until };
  if (word === 'from' && /^ on(?:wards?)?\b/i.test(after)) return { from, until: null };
  if (/^(?:after|following|later|not until)/.test(word)) return { from: between?.from ?? until, until: null };
  if (/^(?:before|prior|earlier|until|till)/.test(word)) return { from: null, until: between?.until ?? from };
  if (/^(?:up to|through|as of|by)$/.test(word)) return { from: null, until };
  return { from, until };
}

function bare(question: string, now: Date): Dated[] {
  return [...question.matchAll(BARE)].flatMap((match) => {
    const row = match[1] ?? '';
    const spans = STANDS_ALONE.test(row) ? spansOf(row, now) : null;
    if (spans === null) return [];
    const span = hullOf(spans);
    return [dated(span, span.from, match, betweenReadings(row, now))];
  });
}

/** Years by their number alone: "Nvidia 2026", but no matter of a year ("expect for 2026"). */
function years(question: string, now: Date): Dated[] {
  return [...question.matchAll(BARE_YEAR)].flatMap((match) => {
    const span = spanOf(match[0], now);
    return span === null ? [] : [dated(span, span.from, match)];
  });
}

/** Find the dates of a question, each by one kind of wording, the most telling first. */
const FINDERS: readonly Finder[] = [
  ranges,
  openEnded,
  nearDays,
  relations,
  ago,
  counted,
  beforeLast,
  relative,
  toDate,
  bare,
];
