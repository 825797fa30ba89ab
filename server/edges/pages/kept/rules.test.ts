import { describe, expect, it } from 'vitest';
import { isOfRecord, keptAs, pageOf } from './rules.ts';

const HEADERS = { host: 'earmark.test', accept: 'text/html' };
const as = (url: string, headers: object = {}, method = 'GET') =>
  keptAs({ method, url, headers: { ...HEADERS, ...headers }, isFromHere: false });

describe('a page that may be kept', () => {
  it.each([
    '/',
    '/tickers/NVDA',
    '/ideas/1',
    '/shows',
    '/shows/all-in?page=2',
    '/search?q=gold',
    '/docs/api',
  ])('is one of the record: %s', (url) => {
    expect(as(url)).not.toBeNull();
  });

  it.each([
    '/settings',
    '/saved',
    '/sign-in',
    '/operator',
    '/embed/show/all-in',
    '/outbox',
    '/ask',
    '/digest',
    '/tickers/NVDA/feed.xml',
    '/changelog/feed.xml',
    '/search/suggest?q=a',
    '/shows/all-in/opengraph-image',
    '/docs/api/collection.json',
    '/widgets/earmark-widget.php',
  ])('is not of one reader, counted, or a file: %s', (url) => {
    expect(as(url)).toBeNull();
  });

  it.each([
    ['somebody who has a cookie', { cookie: 'theme=dark' }],
    ['somebody with a key', { authorization: 'Bearer emk_live_1' }],
    ['Next for a part of it', { rsc: '1' }],
  ])('is not asked for by %s', (_name, headers) => {
    expect(as('/', headers)).toBeNull();
  });

  it('is asked for, not sent to', () => {
    expect(as('/', {}, 'POST')).toBeNull();
  });

  it('is another one under another host, address, or for whoever sits at the machine', () => {
    const here = keptAs({ method: 'GET', url: '/', headers: HEADERS, isFromHere: true });
    expect(new Set([as('/'), as('/', { host: 'other.test' }), as('/?page=2'), here]).size).toBe(4);
  });
});

describe('a page that is kept', () => {
  it.each([
    '/',
    '/?from=mail',
    '/shows',
    '/shows/all-in?before=2026-09-01',
    '/themes/gold',
    '/companies',
    '/companies/openai',
    '/tickers/BRK.B',
    '/episodes/1',
    '/people/Jo%20Day',
  ])('tells of the record alone: %s', (url) => {
    expect(isOfRecord(url)).toBe(true);
  });

  it.each(['/ideas/1', '/theses/1', '/search?q=gold', '/pricing', '/settings'])(
    'may tell of more: %s',
    (url) => {
      expect(isOfRecord(url)).toBe(false);
    },
  );
});

describe('an answer to keep', () => {
  const html = { 'content-type': 'text/html; charset=utf-8', 'x-request-id': '1' };

  it('is a page without what is of one answer alone', () => {
    expect(pageOf(200, html, '<script nonce="N1">N1</script>', 'N1')).toEqual({
      headers: { 'content-type': 'text/html; charset=utf-8' },
      parts: ['<script nonce="', '">', '</script>'].map((part) => Buffer.from(part)),
    });
  });

  it.each([
    ['one that says that there is nothing', 404, html],
    ['a file', 200, { 'content-type': 'text/csv' }],
    ['one that sets a cookie', 200, { ...html, 'set-cookie': 'a=b' }],
  ])('is not %s', (_name, status, headers) => {
    expect(pageOf(status, headers, 'text', 'N1')).toBeNull();
  });
});
