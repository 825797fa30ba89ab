import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { airDate, mendedAirDate, parseFeedDate } from './dates.ts';

const iso = (text: string) => parseFeedDate(text)?.toISOString() ?? null;

describe('dates as feeds write them', () => {
  it.each([
    ['Fri, 09 Oct 2020 04:30:38 GMT', '2020-10-09T04:30:38.000Z'],
    ['Fri, 09 Oct 2020 04:30:38 +0200', '2020-10-09T02:30:38.000Z'],
    ['Fri, 09 Oct 2020 04:30:38 -0330', '2020-10-09T08:00:38.000Z'],
    ['Fri, 09 Oct 2020 04:30:38 EST', '2020-10-09T09:30:38.000Z'],
    ['Fri, 09 Oct 2020 04:30:38 PDT', '2020-10-09T11:30:38.000Z'],
    ['Fri, 09 Oct 2020 04:30 UT', '2020-10-09T04:30:00.000Z'],
    ['Fri, 09 Oct 2020 04:30:38 +02:00', '2020-10-09T02:30:38.000Z'],
    ['Fri, 09 Oct 2020 04:30:38 GMT+2', '2020-10-09T02:30:38.000Z'],
    ['Fri, 09 Oct 2020 04:30:38 +0000 (UTC)', '2020-10-09T04:30:38.000Z'],
    ['Monday, 09 October 2020 04:30:38 GMT', '2020-10-09T04:30:38.000Z'],
    ['9 Oct 20 04:30:38 Z', '2020-10-09T04:30:38.000Z'],
    ['09 Oct 99', '1999-10-09T00:00:00.000Z'],
    ['Fri,9 Sept 2020 04:30:38', '2020-09-09T04:30:38.000Z'],
    ['Fri, 9th Oct 2020', '2020-10-09T00:00:00.000Z'],
    ['09-Oct-2020 16:05', '2020-10-09T16:05:00.000Z'],
    ['October 9, 2020 4:30 PM', '2020-10-09T16:30:00.000Z'],
    ['Oct 9, 2020 12:30 am EST', '2020-10-09T05:30:00.000Z'],
    ['Fri Oct  9 04:30:38 2020', '2020-10-09T04:30:38.000Z'],
    ['Fri Oct  9 04:30:38 EST 2020', '2020-10-09T09:30:38.000Z'],
    ['2020-10-09T04:30:38Z', '2020-10-09T04:30:38.000Z'],
    ['2020-10-09T04:30:38.123+02:00', '2020-10-09T02:30:38.000Z'],
    ['2020-10-09 04:30', '2020-10-09T04:30:00.000Z'],
    ['2020/10/09', '2020-10-09T00:00:00.000Z'],
    ['2020-10', '2020-10-01T00:00:00.000Z'],
    ['20201009T043038Z', '2020-10-09T04:30:38.000Z'],
    ['2020-10-09T24:00:00Z', '2020-10-10T00:00:00.000Z'],
    ['Tue, 30 Jun 2015 23:59:60 GMT', '2015-07-01T00:00:00.000Z'],
    ['Thu, 29 Feb 2024 00:00:00 GMT', '2024-02-29T00:00:00.000Z'],
    ['Fri, 09 Oct 2020 04:30:38 XYZ', '2020-10-09T04:30:38.000Z'],
    ['Fri, 09 Oct 2020 04:30:38 +9900', '2020-10-09T04:30:38.000Z'],
    ['Seg, 24 Set 2018 10:00:00 -0300', '2018-09-24T13:00:00.000Z'],
    ['segunda-feira, 24 de setembro de 2018', '2018-09-24T00:00:00.000Z'],
    ['lun., 5 août 2019 06:00:00 +0200', '2019-08-05T04:00:00.000Z'],
    ['Mo, 3. März 2020 08:00', '2020-03-03T08:00:00.000Z'],
    ['Vie, 9 Ene 2020 04:30:38 GMT', '2020-01-09T04:30:38.000Z'],
    ['  Fri,\n 09 Oct 2020   04:30:38 GMT ', '2020-10-09T04:30:38.000Z'],
  ])('reads %j', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '30 Feb 2024',
    '29 Feb 2023',
    '2024-13-01',
    '2024-00-10',
    '2024-01-32',
    '09 Foo 2020',
    '2024-01-01T25:00:00Z',
    '2024-01-01T10:60:00Z',
    '2024-01-01T24:00:01Z',
    '0001-01-01T00:00:00Z',
    'Mon, 01 Jan 0001 00:00:00 +0000',
    '9999-12-31',
    '01/02/2024',
    '1602217838',
    'x'.repeat(200),
  ])('finds no date in %j', (text) => {
    expect(iso(text)).toBe(null);
  });

  it('reads back whatever JavaScript writes', () => {
    const date = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, (written) => {
        const seconds = Math.floor(written.getTime() / 1000) * 1000;
        return [written.toUTCString(), written.toISOString()].every(
          (text) => parseFeedDate(text)?.getTime() === seconds,
        );
      }),
    );
  });

  it('never throws, and never leaves the years it allows', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const year = parseFeedDate(text)?.getUTCFullYear() ?? 2000;
        return year >= 1969 && year <= 2101;
      }),
    );
  });
});

describe('the air date of an episode', () => {
  const seen = new Date('2026-09-15T12:00:00.345Z');
  const sane = new Date('2026-09-10T08:00:00Z');
  const far = new Date('2099-11-20T08:00:00Z');

  it.each([
    ['what the feed states', sane, sane],
    ['the moment it was first seen, when the feed states none', null, seen],
    ['the moment it was first seen, when the date is years ahead', far, seen],
    ['the moment it was first seen, when the date is an hour ahead', new Date('2026-09-15T13:00:00Z'), seen],
  ])('is %s', (_what, stated, expected) => {
    expect(airDate(stated, seen)).toEqual(expected);
  });

  it('stays once it could be believed, and is taken from the feed where it could not', () => {
    const later = new Date('2026-09-12T08:00:00Z');
    expect(mendedAirDate({ publishedAt: sane, createdAt: seen }, later)).toEqual(sane);
    expect(mendedAirDate({ publishedAt: sane, createdAt: seen }, null)).toEqual(sane);
    for (const publishedAt of [seen, far]) {
      expect(mendedAirDate({ publishedAt, createdAt: seen }, later)).toEqual(later);
      expect(mendedAirDate({ publishedAt, createdAt: seen }, far)).toEqual(seen);
      expect(mendedAirDate({ publishedAt, createdAt: seen }, null)).toEqual(seen);
    }
  });
});
