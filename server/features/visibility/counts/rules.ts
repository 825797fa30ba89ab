/** Days `YYYY-MM-DD` from `from` on and before `until`, null for no end on that side, counted by whole months or by days. */
export type CountedRange = {
  readonly by: 'month' | 'day';
  readonly from: string | null;
  readonly until: string | null;
};

/**
 * The ranges that a window of whole UTC days is counted by: its whole months, and the days before and after them. None
 * where the window holds no day.
 */
export function countedRanges(from: Date | null, until: Date | null): CountedRange[] {
  const [start, end] = [from && dayOf(from), until && dayOf(until)];
  const firstWhole = from && monthFrom(from);
  const afterWhole = until && monthOf(until);
  if (firstWhole !== null && afterWhole !== null && firstWhole >= afterWhole)
    return start! < end! ? [{ by: 'day', from: start, until: end }] : [];
  const ranges: CountedRange[] = [
    { by: 'day', from: start, until: firstWhole },
    { by: 'month', from: firstWhole, until: afterWhole },
    { by: 'day', from: afterWhole, until: end },
  ];
  return ranges.filter((range) => range.by === 'month' || range.from !== range.until);
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function monthOf(moment: Date): string {
  return `${dayOf(moment).slice(0, 7)}-01`;
}

/** The first day of the first month that begins at a moment or after it. */
function monthFrom(moment: Date): string {
  const isFirst = dayOf(moment).endsWith('-01');
  return isFirst
    ? dayOf(moment)
    : dayOf(new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1)));
}
