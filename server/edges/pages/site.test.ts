import { expect, it } from 'vitest';
import { isSentFromOurs } from '#server/edges/pages/site.ts';

it.each([
  [undefined, 'http://earmark.test', true],
  ['same-origin', 'http://earmark.test', true],
  ['same-origin', undefined, true],
  ['same-origin', 'null', true],
  ['same-origin', 'http://evil.example', false],
  ['same-site', undefined, false],
  ['cross-site', 'http://earmark.test', false],
  [undefined, 'http://evil.example', false],
  [undefined, 'null', false],
  ['none', 'http://earmark.test', false],
  [undefined, undefined, false],
])('a form of Sec-Fetch-Site %s and Origin %s is one of ours: %s', (site, origin, ours) => {
  expect(isSentFromOurs({ site, origin, host: 'earmark.test' })).toBe(ours);
});
