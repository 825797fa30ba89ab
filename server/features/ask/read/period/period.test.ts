import { describe, expect, it } from 'vitest';
import { type Period, readPeriod, readPeriodAlone } from './period.ts';

const now = new Date('2026-09-15T12:00:00Z');
const FIRST_YEAR = 2024;
const day = (date: Date | null | undefined) => date?.toISOString().slice(0, 10) ?? null;
const daysOf = (question: string) => {
  const { period } = readPeriod(question, now, FIRST_YEAR);
  return period === null ? null : [day(period.from), day(period.until)];
};
const leftOut = (period: Period | null) =>
  period?.except.map(({ from, until }) => [day(from), day(until)]) ?? [];

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
    ['between spring and summer 2026', '2026-03-01', '2026-09-01'],
    ['from autumn to spring 2026', '2025-09-01', '2026-06-01'],
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
    ['no later than March 2026', null, '2026-04-01'],
    ['not after 1 June 2026', null, '2026-06-02'],
    ['no earlier than March 2026', '2026-03-01', null],
    ['not before June', '2026-06-01', null],
    ['2025 or earlier', null, '2026-01-01'],
    ['in March 2026 and before', null, '2026-04-01'],
    ['in June 2026 or later', '2026-06-01', null],
    ['last November', '2025-11-01', '2025-12-01'],
    ['last September', '2025-09-01', '2025-10-01'],
    ['since last March', '2026-03-01', null],
    ['since last summer', '2026-06-01', null],
    ['half a year ago', '2025-12-15', '2026-06-16'],
    ['at the end of 2025', '2025-09-01', '2026-01-01'],
    ['around March 2026', '2026-03-01', '2026-04-01'],
    ['this Q2', '2026-04-01', '2026-07-01'],
    ['last winter', '2025-12-01', '2026-03-01'],
    ["in Nov '25", '2025-11-01', '2025-12-01'],
    ['since April ’26', '2026-04-01', null],
    ['on 10.04.2026', '2026-04-10', '2026-04-11'],
    ['before 1.6.2026', null, '2026-06-01'],
    ['in the 2020s', '2020-01-01', '2030-01-01'],
    ['more than a year ago', null, '2025-09-15'],
    ['over two months ago', null, '2026-07-17'],
    ['less than six weeks ago', '2026-08-04', null],
    ['two months ago', '2026-07-02', '2026-08-01'],
    ['a couple of weeks ago', '2026-08-29', '2026-09-05'],
    ['today', '2026-09-15', '2026-09-16'],
    ['this morning', '2026-09-15', '2026-09-16'],
    ['yesterday', '2026-09-14', '2026-09-15'],
    ['the day before yesterday', '2026-09-13', '2026-09-14'],
    ['since yesterday', '2026-09-14', null],
    ['before yesterday', null, '2026-09-14'],
    ['on Monday', '2026-09-14', '2026-09-15'],
    ['on Tuesday', '2026-09-15', '2026-09-16'],
    ['on Wednesday', '2026-09-09', '2026-09-10'],
    ['last Tuesday', '2026-09-08', '2026-09-09'],
    ['since Friday', '2026-09-11', null],
    ['between Thursday and Saturday', '2026-09-10', '2026-09-13'],
    ['in the past 24 hours', '2026-09-14', null],
    ['in the last forty-eight hours', '2026-09-13', null],
    ['in the past day', '2026-09-14', null],
    ['in the past week', '2026-09-08', null],
    ['in March and April 2026', '2026-03-01', '2026-05-01'],
    ['in March and in April 2025', '2025-03-01', '2025-05-01'],
    ['in 2024 and 2025', '2024-01-01', '2026-01-01'],
    ['in Q1 and Q2 2026', '2026-01-01', '2026-07-01'],
    ['in Q1/Q2 2025', '2025-01-01', '2025-07-01'],
    ['in late 2025 and early 2026', '2025-09-01', '2026-05-01'],
    ['in June, July and August 2025', '2025-06-01', '2025-09-01'],
    ['in June, July, or August 2025', '2025-06-01', '2025-09-01'],
    ['in December and January', '2025-12-01', '2026-02-01'],
    ['in March 2025 and April', '2025-03-01', '2025-05-01'],
    ['in November 2025 and January', '2025-11-01', '2026-02-01'],
    ['in March and June 2026', '2026-03-01', '2026-07-01'],
    ['since March and April 2025', '2025-03-01', null],
    ['on Monday and Tuesday', '2026-09-14', '2026-09-16'],
    ['in 2024 and last year', '2024-01-01', '2026-01-01'],
    ['March and April 2026', '2026-03-01', '2026-05-01'],
    ['on 29 February', '2024-02-29', '2024-03-01'],
    ['at the end of last year', '2025-09-01', '2026-01-01'],
    ['late last year', '2025-09-01', '2026-01-01'],
    ['in early this year', '2026-01-01', '2026-05-01'],
    ['in the first week of June', '2026-06-01', '2026-06-08'],
    ['in the last week of March 2026', '2026-03-25', '2026-04-01'],
    ['in the past few weeks', '2026-08-25', null],
    ['over the last couple of months', '2026-07-17', null],
    ['on 3 and 4 March 2026', '2026-03-03', '2026-03-05'],
    ['on March 3 and 4, 2026', '2026-03-03', '2026-03-05'],
    ['between 3 and 5 March 2026', '2026-03-03', '2026-03-06'],
    ['from the 3rd to the 5th of March', '2026-03-03', '2026-03-06'],
    ['March 3-5, 2026', '2026-03-03', '2026-03-06'],
    ['on March 3 and 5 April 2026', '2026-03-03', '2026-04-06'],
    ['this month and last month', '2026-08-01', null],
    ['this quarter or last quarter', '2026-04-01', null],
    ['in the last quarter', '2026-06-15', null],
    ['in the last quarter of 2025', '2025-10-01', '2026-01-01'],
    ["in Q1'25", '2025-01-01', '2025-04-01'],
    ["Q3'25", '2025-07-01', '2025-10-01'],
    ['a year ago today', '2025-03-17', '2026-03-17'],
    ['earlier this year', '2026-01-01', null],
    ['year to date', '2026-01-01', null],
    ['YTD', '2026-01-01', null],
    ['in the past fortnight', '2026-09-01', null],
    ['the week before last', '2026-08-31', '2026-09-07'],
    ['in the month before last', '2026-07-01', '2026-08-01'],
    ['in the quarter before last', '2026-01-01', '2026-04-01'],
    ['the year before last', '2024-01-01', '2025-01-01'],
    ['since the week before last', '2026-08-31', null],
    ['on 13/03/2026', '2026-03-13', '2026-03-14'],
    ['on 3/13/2026', '2026-03-13', '2026-03-14'],
    ['on 3/13/26', '2026-03-13', '2026-03-14'],
    ['on 06/06/2026', '2026-06-06', '2026-06-07'],
    ['on 10/03/2026', '2026-03-10', '2026-03-11'],
    ['on 2026/03/06', '2026-03-06', '2026-03-07'],
    ['in 06/2026', '2026-06-01', '2026-07-01'],
    ['in 2024/25', '2024-01-01', '2026-01-01'],
    ['in 2024-25', '2024-01-01', '2026-01-01'],
    ['in 2023-25', '2023-01-01', '2026-01-01'],
    ['after 06/03/2026', '2026-03-07', null],
    ['before 06/03/2026', null, '2026-06-03'],
  ])('takes "%s" for the days in which it aired', (dates, from, until) => {
    expect(daysOf(`What was said about oil ${dates}?`)).toEqual([from, until]);
    expect(readPeriod(`What was said about oil ${dates}?`, now, FIRST_YEAR).rest).toMatch(
      /^What was said about oil\s+(?:but\s+|and\s+|or\s+|onwards)?\?$/,
    );
  });

  it.each([
    'What will Apple ship in 2027?',
    'What do they expect for 2026?',
    'What did people get wrong about Meta in 2022?',
    'What went wrong at Nvidia in Q1 2025?',
    'What went wrong at Nvidia between Q1 2025 and Q3 2025?',
    'Why did Tesla miss deliveries in Q1 2025?',
    'What were the revenues of Nvidia in Q1 2025?',
    'What was said about the 13/13/2026?',
    'What was said in the run-up to the 2024 election?',
    'Is a split of 60/30/10 fair?',
    'What was said about the crash in 1999?',
    'What was said about prices in the late 1990s?',
    'What did they say about hiring more than 2000 people?',
    'What did they say about the panic of October 2008?',
    'What was said about lending between 2005 and 2007?',
    'What was said about Q1 2026 earnings?',
    'Is it cheap at 2026 earnings?',
    'Which stores may close?',
    'Did they march on?',
    'What was said about the dinner in Mar-a-Lago?',
    'Is a target of 2,026 fair?',
    'What was said about the 31st of June 2026?',
    "Is it cheap at today's prices?",
    'Is it cheaper than today?',
    'Who is bullish on Monday?',
    'What was said about Monday.com?',
    'What do they expect of Black Friday?',
    'Why is it open on Mondays?',
  ])('leaves as a matter what is no day that has been: "%s"', (question) => {
    expect(readPeriod(question, now, FIRST_YEAR)).toEqual({ period: null, rest: question });
  });

  it.each([
    ['not in 2026', '2026-01-01', '2027-01-01'],
    ['except in April 2026', '2026-04-01', '2026-05-01'],
    ['excluding last year', '2025-01-01', '2026-01-01'],
    [', but not on 3 July 2026', '2026-07-03', '2026-07-04'],
    ['outside of Q2 2026', '2026-04-01', '2026-07-01'],
  ])('leaves out the days of "%s"', (dates, from, until) => {
    const { period, rest } = readPeriod(`What was said about oil ${dates}?`, now, FIRST_YEAR);
    expect(period).toMatchObject({ from: null, until: null });
    expect(leftOut(period)).toEqual([[from, until]]);
    expect(rest).toMatch(/^What was said about oil\s+\?$/);
  });

  it.each([
    'not in 2026 and not in 2024',
    'except in 2024 or 2026',
    'but not in 2024 and not in 2026',
    'not in 2024 or in 2026',
    'excluding 2024, 2026',
  ])('leaves out all days of "%s" and none between them', (dates) => {
    const { period, rest } = readPeriod(`What was said about oil ${dates}?`, now, FIRST_YEAR);
    expect(period).toMatchObject({ from: null, until: null });
    expect(leftOut(period).toSorted()).toEqual([
      ['2024-01-01', '2025-01-01'],
      ['2026-01-01', '2027-01-01'],
    ]);
    expect(rest).toMatch(/^What was said about oil\s+(?:and\s+)?\?$/);
  });

  it.each([
    'What was said in Q1 2025 about what went wrong at Nvidia?',
    'What did they say went wrong at Nvidia in Q1 2025?',
    'Why were people bullish on Nvidia in Q1 2025?',
    'Why were guests worried about Nvidia in Q1 2025?',
    'Why did somebody like Nvidia in Q1 2025?',
    'What were the worries about the margins of Nvidia in Q1 2025?',
    'What was the consensus on the growth of Nvidia in Q1 2025?',
  ])('takes a quarter for air dates where it dates what was said: "%s"', (question) =>
    expect(daysOf(question)).toEqual(['2025-01-01', '2025-04-01']),
  );

  it('takes the season before a year for a time, not for a fall', () =>
    expect(daysOf('What are the margins of Nvidia in fall 2025?')).toEqual(['2025-09-01', '2025-12-01']));

  it('takes a date in numbers for either day that it may mean, and for no day between them', () => {
    const { period } = readPeriod('What was said about oil on 06/03/2026?', now, FIRST_YEAR);
    expect([day(period?.from), day(period?.until)]).toEqual(['2026-03-06', '2026-06-04']);
    expect(leftOut(period)).toEqual([['2026-03-07', '2026-06-03']]);
  });

  it('leaves out both days that a date in numbers may mean, and none between them', () => {
    const { period } = readPeriod('What was said about oil except on 06/03/2026?', now, FIRST_YEAR);
    expect(leftOut(period)).toEqual([
      ['2026-03-06', '2026-03-07'],
      ['2026-06-03', '2026-06-04'],
    ]);
  });

  it('takes "may" after "and" for a verb', () => {
    expect(daysOf('What was said in July and may we expect more?')).toEqual(['2026-07-01', '2026-08-01']);
  });

  it('takes a day in which it was said before any other date', () => {
    expect(daysOf('What was said yesterday about the results of last quarter?')).toEqual([
      '2026-09-14',
      '2026-09-15',
    ]);
  });

  it('leaves days out of a window', () => {
    const { period } = readPeriod('What was said about oil in 2026 but not in May 2026?', now, FIRST_YEAR);
    expect([day(period?.from), day(period?.until)]).toEqual(['2026-01-01', '2027-01-01']);
    expect(leftOut(period)).toEqual([['2026-05-01', '2026-06-01']]);
  });

  it.each([
    ['What was said in 2019 about the crash?', '2019-01-01', '2020-01-01'],
    ['What did they argue before 2010 on lending?', null, '2010-01-01'],
    ['What was mentioned in 2031?', '2031-01-01', '2032-01-01'],
  ])('takes any time in which something was said for air dates: "%s"', (question, from, until) => {
    expect(daysOf(question)).toEqual([from, until]);
  });

  it.each([
    ['Tesla in 1999', '1999-01-01', '2000-01-01'],
    ['Tesla 2026', '2026-01-01', '2027-01-01'],
    ['What was said about Tesla in 2031?', '2031-01-01', '2032-01-01'],
  ])('takes any date beside names alone for air dates: "%s"', (question, from, until) => {
    const { period } = readPeriodAlone(question, now);
    expect([day(period?.from), day(period?.until)]).toEqual([from, until]);
  });

  it.each(['Where will Tesla be in 2031?', 'Tesla in 2031', 'What do they expect of Tesla for 2026?'])(
    'takes what lies ahead for no air date: "%s"',
    (question) => expect(readPeriodAlone(question, now).period).toBeNull(),
  );

  it('takes any year for air dates while nothing has aired', () => {
    expect(readPeriod('What was said about the crash in 2008?', now, null).period).not.toBeNull();
  });

  it('keeps the length of the question, so that names found in it stay where they are', () => {
    const question = 'What was said in April 2026 about Nvidia?';
    expect(readPeriod(question, now, FIRST_YEAR).rest).toHaveLength(question.length);
  });
});
