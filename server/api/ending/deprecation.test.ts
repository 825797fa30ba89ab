import { expect, it } from 'vitest';
import { deprecationHeaders, isFairNotice } from '#server/api/ending/deprecation.ts';

it('says since when and until when, in the words of RFC 9745 and RFC 8594', () => {
  expect(
    deprecationHeaders({ since: '2027-01-01', endsOn: '2028-02-01' }, 'https://earmark.example'),
  ).toEqual({
    Deprecation: '@1798761600',
    Sunset: 'Tue, 01 Feb 2028 00:00:00 GMT',
    Link: '<https://earmark.example/changelog>; rel="deprecation"; type="text/html"',
  });
  expect(deprecationHeaders(undefined, 'https://earmark.example')).toEqual({});
});

it('takes a year for the shortest notice', () => {
  expect(isFairNotice({ since: '2027-01-01', endsOn: '2028-01-01' })).toBe(true);
  expect(isFairNotice({ since: '2027-01-01', endsOn: '2027-12-31' })).toBe(false);
  expect(isFairNotice({ since: '2027-01-01', endsOn: 'soon' })).toBe(false);
});
