import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byDay, byStatus, callsCsv, markText, readMark } from '#server/features/calls/rules.ts';

const now = new Date('2026-09-15T12:00:00Z');
const count = (day: string, status: number, calls: number) => ({ credentialId: 'a', day, status, calls });

describe('calls by day', () => {
  it('have every day of thirty, today the last, with what was answered and what was refused', () => {
    const days = byDay(
      [count('2026-09-15', 200, 3), count('2026-09-15', 304, 1), count('2026-09-14', 429, 2)],
      now,
    );
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ day: '2026-08-17', answered: 0, refused: 0 });
    expect(days.slice(-2)).toEqual([
      { day: '2026-09-14', answered: 0, refused: 2 },
      { day: '2026-09-15', answered: 4, refused: 0 },
    ]);
  });

  it('are counted by status in their order', () => {
    expect(
      byStatus([count('2026-09-15', 404, 1), count('2026-09-14', 200, 2), count('2026-09-13', 404, 5)]),
    ).toEqual([
      { status: 200, calls: 2 },
      { status: 404, calls: 6 },
    ]);
  });
});

describe('the place where a page of calls begins', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), noInvalidDate: true }),
        fc.uuid(),
        fc.nat(19),
        (at, requestId, part) => {
          fc.pre(at.getTime() < 1e15);
          expect(readMark(markText({ at, requestId, part }))).toEqual({ at, requestId, part });
        },
      ),
    );
  });

  it('is nothing that somebody made up', () => {
    for (const text of [
      '',
      '1.2.3',
      `${'9'.repeat(16)}.00000000-0000-4000-8000-000000000000.0`,
      "1.' OR 1=1.0",
    ])
      expect(readMark(text)).toBeNull();
  });
});

it('calls as CSV are a line each under their names', () => {
  const requestId = '00000000-0000-4000-8000-000000000000';
  const call = { at: now, requestId, part: 0, via: 'rest', route: 'getIdea', status: 402, ms: 7 };
  expect(callsCsv([call])).toBe(
    `time,via,route,status,milliseconds,request id\r\n2026-09-15T12:00:00.000Z,rest,getIdea,402,7,${requestId}\r\n`,
  );
});
