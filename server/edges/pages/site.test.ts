import { expect, it } from 'vitest';
import { sentFrom } from '#server/edges/pages/site.ts';

it.each([
  [undefined, 'http://earmark.test', 'ours'],
  ['same-origin', 'http://earmark.test', 'ours'],
  ['same-origin', undefined, 'ours'],
  ['same-origin', 'null', 'ours'],
  ['same-origin', 'http://evil.example', 'foreign'],
  ['same-site', undefined, 'foreign'],
  ['cross-site', 'http://earmark.test', 'foreign'],
  [undefined, 'http://evil.example', 'foreign'],
  [undefined, 'null', 'foreign'],
  ['none', 'http://earmark.test', 'untold'],
  [undefined, undefined, 'untold'],
])('a form of Sec-Fetch-Site %s and Origin %s is %s', (site, origin, whose) => {
  expect(sentFrom({ site, origin, host: 'earmark.test' })).toBe(whose);
});
