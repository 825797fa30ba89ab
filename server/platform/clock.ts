/** The present moment. Injected wherever a rule depends on time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Names of the months in English, January first. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Units of time in milliseconds. A day is a UTC day. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;
/** A UTC day in seconds. */
export const DAY_SECONDS = DAY_MS / 1000;

/** The UTC day of a moment as `YYYY-MM-DD` (docs/contract.md, What the service does 15). */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** 00:00 UTC of the day of `moment`. */
export function utcMidnight(moment: Date): Date {
  return startOfDay(utcDay(moment));
}

/** 00:00 UTC of a day `YYYY-MM-DD`. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** 1970-01-01 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Monday 00:00 UTC of the week that holds the moment. */
export function weekStart(moment: Date): Date {
  const sinceMonday = (moment.getTime() - FIRST_MONDAY_MS) % WEEK_MS;
  return new Date(moment.getTime() - ((sinceMonday + WEEK_MS) % WEEK_MS));
}

/** How long to wait, as people say it: `1 minute`, `45 minutes`; `3 hours` where it is more than two. Rounded up. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** The UTC day after `day`, both as `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return utcDay(new Date(Date.parse(day) + DAY_MS));
}

/** The UTC day of a moment as people write it: `12 September 2026`. */
export function dayInWords(moment: Date): string {
  return `${moment.getUTCDate()} ${MONTHS[moment.getUTCMonth()]} ${moment.getUTCFullYear()}`;
}

/** 00:00 UTC of the day after `moment`: when daily quotas reset. */
export function nextUtcMidnight(moment: Date): Date {
  // Not `Date.UTC`, which takes the years 0 to 99 for 1900 to 1999.
  return new Date(new Date(moment).setUTCHours(24, 0, 0, 0));
}

/** Seconds as `mm:ss`, or `h:mm:ss` from one hour on. */
export function timestampText(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours > 0 ? `${hours}:` : ''}${pad(minutes)}:${pad(seconds % 60)}`;
}
