const CLOCK = String.raw`(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,:](\d{1,6}))?`;
/** A clock within other text. */
export const CLOCK_TEXT = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,6})?`;
const CLOCK_ONLY = new RegExp(`^\\s*${CLOCK}\\s*$`);
const ARROW = /^\s*([\d:.,]{4,20})\s*(?:--?>|–>|—>|→)\s*([\d:.,]{4,20})?(?:\s|$)/;

/** Seconds from `1:02:03.5`, `02:03,500`, `0:01`; null for anything else. */
export function clockSeconds(text: string): number | null {
  const match = CLOCK_ONLY.exec(text);
  if (!match) return null;
  const [, hours, minutes, seconds, fraction] = match;
  if (Number(seconds) > 59 || (hours !== undefined && Number(minutes) > 59)) return null;
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  return milliseconds(whole + Number(`0.${fraction ?? '0'}`));
}

/** The times of a timing line, in seconds; `end` is null when it is missing or unreadable. Null for any other line. */
export function timingLine(line: string): { readonly start: number; readonly end: number | null } | null {
  const match = line.includes('>') || line.includes('→') ? ARROW.exec(line) : null;
  const start = match ? clockSeconds(match[1] ?? '') : null;
  return match && start !== null ? { start, end: clockSeconds(match[2] ?? '') } : null;
}

/** Seconds rounded to milliseconds, which is what the formats can express. */
export function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
