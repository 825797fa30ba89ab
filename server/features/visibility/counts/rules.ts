/** Days `YYYY-MM-DD` from `from` on and before `until`, null for no end on that side, counted by whole years, months or days. */
export type CountedRange = {
  readonly by: Unit;
  readonly from: string | null;
  readonly until: string | null;
};

type Unit = 'year' | 'month' | 'day';

/**
 * The ranges that a window of whole UTC days is counted by: its whole years, the whole months before and after them, and the
 * days at its ends. None where the window holds no day.
 */
export function countedRanges(from: Date | null, until: Date | null): CountedRange[] {
  return cover(from, until, ['year', 'month', 'day']);
}

function cover(from: Date | null, until: Date | null, [by, ...finer]: readonly Unit[]): CountedRange[] {
  if (by === undefined || (from && until && from >= until)) return [];
  const first = from && beginning(from, by, 'from');
  const end = until && beginning(until, by, 'at most');
  if (first && end && first >= end) return cover(from, until, finer);
  return [
    ...(first ? cover(from, first, finer) : []),
    { by, from: first && dayOf(first), until: end && dayOf(end) },
    ...(end ? cover(end, until, finer) : []),
  ];
}

/** The first moment of the unit that a moment lies in, or, `from` it on, of the first that begins at it or after. */
function beginning(moment: Date, by: Unit, which: 'from' | 'at most'): Date {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()];
  const of = (further: number) => {
    if (by === 'year') return utcDate(year + further, 0, 1);
    return by === 'month' ? utcDate(year, month + further, 1) : utcDate(year, month, day + further);
  };
  return which === 'at most' || of(0).getTime() === moment.getTime() ? of(0) : of(1);
}

/** A day, of the years 0 to 99, too, which `Date.UTC` takes for others. */
function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}

/** As PostgreSQL reads it, which knows no year 0. */
function dayOf(moment: Date): string {
  const day = moment.toISOString().split('T')[0]!.replace(/^\+0*/, '');
  return day.startsWith('0000-') ? `${day.replace('0000', '0001')} BC` : day;
}
