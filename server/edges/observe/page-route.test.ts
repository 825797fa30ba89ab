import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageRoute } from '#server/edges/observe/page-route.ts';

const app = join(import.meta.dirname, '../../../app');

/** First words of the addresses of a folder of pages; a folder in round brackets is no part of an address. */
function firstWords(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^[_[]/.test(entry.name) && entry.name !== 'v1')
    .flatMap(({ name }) => (name.startsWith('(') ? firstWords(join(folder, name)) : [name]));
}

describe('what metrics call the address of a page', () => {
  it('is known for every page there is', () => {
    const words = firstWords(app);
    expect(words.length).toBeGreaterThan(25);
    expect(words.filter((word) => pageRoute(`/${word}`).route !== `/${word}`)).toEqual([]);
  });

  it.each([
    ['/', '/'],
    ['/?q=1', '/'],
    ['/tickers/NVDA', '/tickers/*'],
    ['/shows/one/feed.xml', '/shows/*'],
    ['/_next/static/chunks/1.js', 'assets'],
    ['/favicon.ico', 'assets'],
    ['/wp-login', 'other'],
  ])('is of few words: %s', (url, route) => {
    expect(pageRoute(url).route).toBe(route);
  });
});

it('the log says no key that stands in an address', () => {
  expect(pageRoute(`/v1/agent/keys/emk_live_${'a1'.repeat(19)}`).path).toBe('/v1/agent/keys/emk_live_***');
  expect(pageRoute(`/shows/emk_free_${'a1'.repeat(19)}/x`).path).toBe('/shows/emk_free_***/x');
});
