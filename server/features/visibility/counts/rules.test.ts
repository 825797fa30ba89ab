import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedRange, countedRanges } from '#server/features/visibility/counts/rules.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);

/** Days `YYYY-MM-DD` that ranges hold, of those from 2024 to 2027; a year and a month count from their first day on. */
function daysIn(ranges: readonly CountedRange[]): string[] {
  const days: string[] = [];
  for (let at = day('2024-01-01'); at < day('2028-01-01'); at = new Date(at.getTime() + 86_400_000)) {
    const text = at.toISOString().slice(0, 10);
    for (const { by, from, until } of ranges) {
      const counted = { year: `${text.slice(0, 4)}-01-01`, month: `${text.slice(0, 7)}-01`, day: text }[by];
      if ((from === null || counted >= from) && (until === null || counted < until)) days.push(text);
    }
  }
  return days;
}

describe('what a window is counted by', () => {
  it('is its whole years, the months around them, and the days at its ends', () => {
    expect(countedRanges(day('2022-10-30'), day('2025-02-02'))).toEqual([
      { by: 'day', from: '2022-10-30', until: '2022-11-01' },
      { by: 'month', from: '2022-11-01', until: '2023-01-01' },
      { by: 'year', from: '2023-01-01', until: '2025-01-01' },
      { by: 'month', from: '2025-01-01', until: '2025-02-01' },
      { by: 'day', from: '2025-02-01', until: '2025-02-02' },
    ]);
  });

  it('is whole months and days within a year', () => {
    expect(countedRanges(day('2026-01-30'), day('2026-04-03'))).toEqual([
      { by: 'day', from: '2026-01-30', until: '2026-02-01' },
      { by: 'month', from: '2026-02-01', until: '2026-04-01' },
      { by: 'day', from: '2026-04-01', until: '2026-04-03' },
    ]);
  });

  it('is one unit alone where it begins and ends with one, or nowhere', () => {
    expect(countedRanges(null, null)).toEqual([{ by: 'year', from: null, until: null }]);
    expect(countedRanges(day('2026-01-01'), day('2026-03-01'))).toEqual([
      { by: 'month', from: '2026-01-01', until: '2026-03-01' },
    ]);
  });

  it('is none for no day, and reaches the last day that can be written', () => {
    expect(countedRanges(day('2026-01-30'), day('2026-01-30'))).toEqual([]);
    expect(countedRanges(day('0000-01-01'), new Date(day('9999-12-31').getTime() + 86_400_000))).toEqual([
      { by: 'year', from: '0001-01-01 BC', until: '10000-01-01' },
    ]);
  });

  it('holds each of its days once, and no other', () => {
    const moment = fc.option(
      fc
        .date({ min: day('2024-01-01'), max: day('2027-12-31'), noInvalidDate: true })
        .map((at) => day(at.toISOString().slice(0, 10))),
    );
    fc.assert(
      fc.property(moment, moment, (from, until) => {
        const wanted = daysIn([
          {
            by: 'day',
            from: from?.toISOString().slice(0, 10) ?? null,
            until: until?.toISOString().slice(0, 10) ?? null,
          },
        ]);
        expect(daysIn(countedRanges(from, until)).sort()).toEqual(wanted);
      }),
      { numRuns: 60 },
    );
  });
});
