import { timestampText } from '#server/platform/clock.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const longDayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const momentFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
const numberFormat = new Intl.NumberFormat('en-GB');

/** `12 Sept 2026`, the UTC day. */
export function day(moment: string | Date): string {
  return dayFormat.format(new Date(moment));
}

/** `on 12 Sept 2026` for two moments of one UTC day, else `12 Sept 2026 to 28 Nov 2026`. */
export function span(from: string | Date, to: string | Date): string {
  return day(from) === day(to) ? `on ${day(from)}` : `${day(from)} to ${day(to)}`;
}

/** `Saturday 12 September 2026`, the UTC day. */
export function longDay(moment: string | Date): string {
  return longDayFormat.format(new Date(moment));
}

/** `12 Sept 2026, 14:05 UTC`. */
export function moment(at: string | Date): string {
  return `${momentFormat.format(new Date(at))} UTC`;
}

/** `12,345`. */
export function number(value: number): string {
  return numberFormat.format(value);
}

/** `3 ideas`, `1 idea`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/**
 * A moment written as minutes and seconds, `204:25` (docs/contract.md, Thesis history answer 3), in hours from one hour on. Any
 * other text is returned as it is.
 */
export function timecodeOf(written: string): string {
  const [minutes, seconds] = written.split(':').map(Number);
  if (minutes === undefined || seconds === undefined || !Number.isFinite(minutes + seconds)) return written;
  return timestampText(minutes * 60 + seconds);
}

/** Seconds as `42 minutes`, rounded, at least one. */
export function minutes(seconds: number): string {
  return counted(Math.max(1, Math.round(seconds / 60)), 'minute');
}
