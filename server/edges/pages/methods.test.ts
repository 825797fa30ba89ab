import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { methodsOf } from '#server/edges/pages/methods.ts';

const app = join(import.meta.dirname, '../../../app');

/** An address of a folder of `app/`: folders in round brackets are no part of it, square ones stand for a value. */
function addressOf(folder: string): string {
  const words = folder.split('/').filter((word) => word !== '' && !word.startsWith('('));
  return `/${words.map((word) => (word === '[file]' ? 'feed.xml' : word.replace(/^\[.*\]$/, 'x'))).join('/')}`;
}

const handlers = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/route.ts') && !file.startsWith('v1/'))
  .map((file) => {
    const exported = readFileSync(join(app, file), 'utf8')
      .match(/^export .*$/gm)!
      .join('\n');
    const takes = ['GET', 'POST'].filter((method) => new RegExp(`\\b${method}\\b`).test(exported));
    return { address: addressOf(file.slice(0, -'/route.ts'.length)), takes };
  });

it('the methods of an address are those that its handler takes', () => {
  expect(handlers.length).toBeGreaterThan(20);
  const named = handlers.map(({ address }) => ({
    address,
    takes: methodsOf(address)
      .split(', ')
      .filter((method) => method === 'GET' || method === 'POST'),
  }));
  expect(named).toEqual(handlers);
});

it.each(['/', '/tickers/BRK.B', '/shows/one', '/settings/follows', '/search?q=feed.xml'])(
  'a page takes its forms: %s',
  (page) => {
    expect(methodsOf(page)).toBe('GET, HEAD, POST, OPTIONS');
  },
);
