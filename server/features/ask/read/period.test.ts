import { describe, expect, it } from 'vitest';
import { readPeriod } from './period.ts';

const now = new Date('2026-09-15T12:00:00Z');
const FIRST_YEAR = 2024;
const day = (date: Date | null | undefined) => date?.toISOString().slice(0, 10) ?? null;
const daysOf = (question: string) => {
  const { period } = readPeriod(question, now, FIRST_YEAR);
  return period === null ? null : [day(period.from), day(period.until)];
};

describe('readPeriod', () => {
  it.each([
    ['in July', '2026-07-01', '2026-08-01'],
    ['in November', '2025-11-01', '2025-12-01'],
    ['in 2025', '2025-01-01', '2026-01-01'],
    ['during 2026', '2026-01-01', '2027-01-01'],
    ['before 2026', null, '2026-01-01'],
    ['prior to 2026', null, '2026-01-01'],
    ['after 2024', '2025-01-01', null],
    ['since 2025', '2025-01-01', null],
    ['since March 2025', '2025-03-01', null],
    ['before June', null, '2026-06-01'],
    ['after 1 June 2026', '2026-06-02', null],
    ['before June 3rd, 2026', null, '2026-06-03'],
    ['on 2026-07-03', '2026-07-03', '2026-07-04'],
    ['in the first half of 2026', '2026-01-01', '2026-07-01'],
    ['in H2 2025', '2025-07-01', '2026-01-01'],
    ['in Q2 2026', '2026-04-01', '2026-07-01'],
    ['in the fourth quarter of 2025', '2025-10-01', '2026-01-01'],
    ['in early 2026', '2026-01-01', '2026-05-01'],
    ['in the summer of 2025', '2025-06-01', '2025-09-01'],
    ['until the end of 2025', null, '2026-01-01'],
    ['between November 2025 and July 2026', '2025-11-01', '2026-08-01'],
    ['between March and June', '2026-03-01', '2026-07-01'],
    ['from November to February 2026', '2025-11-01', '2026-03-01'],
    ['from 2024 to 2025', '2024-01-01', '2026-01-01'],
    ['2024–2025', '2024-01-01', '2026-01-01'],
    ['from March 2026 onwards', '2026-03-01', null],
    ['since March 2025 but before July 2025', '2025-03-01', '2025-07-01'],
    ['in the last 30 days', '2026-08-16', null],
    ['over the last two quarters', '2026-03-17', null],
    ['this month', '2026-09-01', null],
    ['last month', '2026-08-01', '2026-09-01'],
    ['last quarter', '2026-04-01', '2026-07-01'],
    ['this year', '2026-01-01', null],
    ['last year', '2025-01-01', '2026-01-01'],
  ])('takes "%s" for the days in which it aired', (dates, from, until) => {
    expect(daysOf(`What was said about oil ${dates}?`)).toEqual([from, until]);
    expect(readPeriod(`What was said about oil ${dates}?`, now, FIRST_YEAR).rest).toMatch(
      /^What was said about oil\s+(?:but\s+|onwards)?\?$/,
    );
  });

  it.each([
    'What will Apple ship in 2027?',
    'What do they expect for 2026?',
    'What did people get wrong about Meta in 2022?',
    'What was said about the crash in 1999?',
    'What did they say about the panic of October 2008?',
    'What was said about lending between 2005 and 2007?',
    'What was said about Q1 2026 earnings?',
    'Which stores may close?',
    'Did they march on?',
    'What was said about the dinner in Mar-a-Lago?',
    'Is a target of 2,026 fair?',
    'What was said about the 31st of June 2026?',
  ])('leaves as a matter what is no day that has been: "%s"', (question) => {
    expect(readPeriod(question, now, FIRST_YEAR)).toEqual({ period: null, rest: question });
  });

  it('takes any year for air dates while nothing has aired', () => {
    expect(readPeriod('What was said about the crash in 2008?', now, null).period).not.toBeNull();
  });

  it('keeps the length of the question, so that names found in it stay where they are', () => {
    const question = 'What was said in April 2026 about Nvidia?';
    expect(readPeriod(question, now, FIRST_YEAR).rest).toHaveLength(question.length);
  });
});
