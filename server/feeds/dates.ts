import { MONTHS } from '#server/platform/clock.ts';

const MONTH_WORDS = MONTHS.map((name) => name.toLowerCase());

/** Months as other languages begin them, where English does not: Portuguese, Spanish, French, Italian, German, Dutch. */
// biome-ignore format: a table reads better in rows
const FOREIGN_MONTHS: readonly (readonly string[])[] = [
  ['janeiro', 'enero', 'janvier', 'gennaio', 'januar', 'jänner'], ['fevereiro', 'febrero', 'février', 'fevrier', 'febbraio', 'februar'],
  ['março', 'marco', 'marzo', 'mars', 'märz', 'maerz', 'maart', 'mrt'], ['abril', 'avril', 'aprile'], ['maio', 'mayo', 'mai', 'maggio', 'mei'],
  ['junho', 'junio', 'juin', 'giugno', 'juni'], ['julho', 'julio', 'juillet', 'juil', 'luglio', 'juli'], ['agosto', 'août', 'aout'],
  ['setembro', 'septiembre', 'septembre', 'settembre'], ['outubro', 'octubre', 'octobre', 'ottobre', 'oktober'],
  ['novembro', 'noviembre', 'novembre'], ['dezembro', 'diciembre', 'décembre', 'decembre', 'dicembre', 'dezember'],
];

/** Minutes east of UTC for the zone names publishers write; of names that two countries share, the commoner. */
// biome-ignore format: a table reads better in rows
const ZONES: Readonly<Record<string, number>> = {
  ut: 0, utc: 0, gmt: 0, z: 0, wet: 0, west: 60, bst: 60, cet: 60, met: 60, cest: 120, mest: 120, eet: 120,
  eest: 180, msk: 180, ist: 330, sgt: 480, hkt: 480, awst: 480, jst: 540, kst: 540, acst: 570, acdt: 630,
  aest: 600, aedt: 660, nzst: 720, nzdt: 780, nst: -210, ndt: -150, ast: -240, adt: -180, est: -300, edt: -240,
  cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420, akst: -540, akdt: -480, hst: -600, brt: -180,
  et: -300, ct: -360, mt: -420, pt: -480,
};

const TIME = String.raw`(?:[\sT,]+(?:at\s+)?(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?\s*(am|pm|a\.m\.|p\.m\.)?)?`;
const ZONE = String.raw`(?:\s*\(?([a-z]{1,5}|(?:gmt|utc)?\s*[+-]\s*\d{1,2}:?\d{0,2})\)?)?(?:\s*\([^()]{0,40}\))?`;
const WEEKDAY = String.raw`(?:[a-zà-ÿ]{2,13}(?:-feira)?(?:\.?\s*,\s*|\.?\s+))?`;

const DAY_FIRST = new RegExp(
  `^${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th|º|\\.)?[\\s-]+(?:de\\s+)?([a-zà-ÿ]{3,10})\\.?,?[\\s-]+(?:de\\s+)?(\\d{4}|\\d{2})${TIME}${ZONE}$`,
  'i',
);
const MONTH_FIRST = new RegExp(
  `^${WEEKDAY}([a-z]{3,9})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})${TIME}${ZONE}$`,
  'i',
);
/** The C library's form, year last: `Fri Oct  9 04:30:38 EST 2020`. */
const ASCTIME = new RegExp(
  `^${WEEKDAY}([a-z]{3,9})\\s+(\\d{1,2})${TIME}\\s+(?:([a-z]{1,5}|[+-]\\d{4})\\s+)?(\\d{4})$`,
  'i',
);
const ISO = new RegExp(`^(\\d{4})(?:[-/](\\d{1,2})(?:[-/](\\d{1,2}))?)?${TIME}${ZONE}$`, 'i');
const COMPACT = new RegExp(`^(\\d{4})(\\d{2})(\\d{2})(?:T?(\\d{2}):?(\\d{2}):?(\\d{2})?)?()${ZONE}$`, 'i');

/**
 * When an episode aired: what its feed states, else the moment we first saw it. Nothing airs after it was seen, so a later
 * date states nothing.
 */
export function airDate(stated: Date | null, firstSeen: Date): Date {
  return stated !== null && stated.getTime() <= firstSeen.getTime() ? stated : firstSeen;
}

type Dated = { readonly publishedAt: Date; readonly createdAt: Date };

/** Whether a stored episode's date is its feed's. Equal to the millisecond, it is the moment that replaced a missing one. */
export function isStated({ publishedAt, createdAt }: Dated): boolean {
  return publishedAt.getTime() < createdAt.getTime();
}

/** The air date of a stored episode whose feed now states one: a believable stored date stays, else it is determined anew. */
export function mendedAirDate(stored: Dated, stated: Date | null): Date {
  return isStated(stored) ? stored.publishedAt : airDate(stated, stored.createdAt);
}

type Parts = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly half: string;
  readonly zone: string;
};

/**
 * Reads a feed's date: RFC 822 with its usual mistakes (wrong weekday, two-digit year, full month name, named
 * or missing zone, months in other languages), ISO 8601 and W3C-DTF, asctime. A missing or unknown zone is UTC. Returns null for what is
 * no date or cannot be (30 February, 25 o'clock, a year outside 1970 to 2100).
 */
export function parseFeedDate(source: string): Date | null {
  const text = source.replace(/\s+/g, ' ').trim();
  if (text === '' || text.length > 80) return null;
  const parts = dayFirst(text) ?? iso(text) ?? monthFirst(text) ?? asctime(text);
  return parts ? toDate(parts) : null;
}

function dayFirst(text: string): Parts | null {
  const m = DAY_FIRST.exec(text);
  return m ? partsOf(fullYear(m[3]), monthOf(m[2]), m[1], m.slice(4)) : null;
}

function monthFirst(text: string): Parts | null {
  const m = MONTH_FIRST.exec(text);
  return m ? partsOf(fullYear(m[3]), monthOf(m[1]), m[2], m.slice(4)) : null;
}

function asctime(text: string): Parts | null {
  const m = ASCTIME.exec(text);
  return m ? partsOf(Number(m[8]), monthOf(m[1]), m[2], m.slice(3, 8)) : null;
}

function iso(text: string): Parts | null {
  const m = ISO.exec(text) ?? COMPACT.exec(text);
  return m ? partsOf(Number(m[1]), Number(m[2] ?? 1), m[3] ?? '1', m.slice(4)) : null;
}

function partsOf(year: number, month: number, day: string | undefined, time: (string | undefined)[]): Parts {
  const [hour, minute, second, half, zone] = time;
  return {
    year,
    month,
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    half: (half ?? '').toLowerCase().replaceAll('.', ''),
    zone: (zone ?? '').toLowerCase().replaceAll(' ', ''),
  };
}

function toDate(parts: Parts): Date | null {
  const { year, month, day, minute, second } = parts;
  const hour = clockHour(parts.hour, parts.half);
  if (year < 1970 || year > 2100 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month))
    return null;
  // 24:00:00 and second 60 are legal ways to write the next day and the next minute.
  if (hour === null || hour > 24 || minute > 59 || second > 60) return null;
  if (hour === 24 && (minute > 0 || second > 0)) return null;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second) - zoneMinutes(parts.zone) * 60_000);
}

function clockHour(hour: number, half: string): number | null {
  if (half === '') return hour;
  if (hour < 1 || hour > 12) return hour <= 24 ? hour : null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function monthOf(name: string | undefined): number {
  const lower = (name ?? '').toLowerCase();
  const index = MONTH_WORDS.findIndex((name) => name.slice(0, 3) === lower.slice(0, 3));
  if (index >= 0 && (MONTH_WORDS[index] ?? '').startsWith(lower.replace(/^sept$/, 'sep'))) return index + 1;
  return FOREIGN_MONTHS.findIndex((names) => names.some((word) => word.startsWith(lower))) + 1;
}

/** RFC 2822 section 4.3: 00 to 49 are this century, 50 to 99 the last. */
function fullYear(year: string | undefined): number {
  const value = Number(year);
  if ((year ?? '').length > 2) return value;
  return value < 50 ? 2000 + value : 1900 + value;
}

function zoneMinutes(zone: string): number {
  const offset = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!offset) return ZONES[zone] ?? 0;
  const digits = `${offset[2]}${offset[3] ?? ''}`;
  const hours = digits.length === 3 ? Number(digits.slice(0, 1)) : Number(offset[2]);
  const minutes = digits.length === 3 ? Number(digits.slice(1)) : Number(offset[3] ?? 0);
  // Beyond all real zones it is a typo: take the written time as UTC.
  if (hours > 14 || minutes > 59) return 0;
  return (offset[1] === '-' ? -1 : 1) * (hours * 60 + minutes);
}
