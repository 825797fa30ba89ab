import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { pathOf } from '#server/api/links.ts';

/** Pages that look the same to every reader without an account: the record, and pages about the service. */
const PUBLIC = new RegExp(
  [
    '',
    '(?:changelog|methodology|pricing|privacy|search|support|terms|widgets)',
    '(?:shows|themes|companies|help)(?:/[^/.]+)?',
    '(?:tickers|episodes|ideas|people|theses)/[^/]+',
    'docs/(?:alerts|api|mcp|test-keys|versions)',
    'docs/api/[^/.]+',
  ]
    .map((path) => `^/${path}$`)
    .join('|'),
);
/**
 * Pages made of the record alone. Not an idea's page: ideas of the same meaning and corrections have no mark of their own
 * (docs/decisions.md, Pages). Nor a thesis's page, which may show its only idea.
 */
const OF_RECORD = /^\/(?:(?:shows|themes|companies)(?:\/[^/.]+)?|(?:tickers|episodes|people)\/[^/]+)?$/;
/** Headers of requests that are not cached: for parts of pages that Next fetches, forms, sessions and ranges. */
const PARTS = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-action',
  'authorization',
  'cookie',
  'range',
];
/** Characters of an address up to which a page is cached: longer ones are not asked for twice. */
const MOST_ADDRESS = 300;
/** Characters of a page up to which it is cached. */
const MOST_PAGE = 600_000;

/** The parts of a request that decide whether a cached page may answer it. */
export type Asked = {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The request was sent on this very machine, where pages may link to the operator's page. */
  readonly isFromHere: boolean;
};

/** The name under which the page of a request may be cached; null when it may not. */
export function keptAs({ method, url = '', headers, isFromHere }: Asked): string | null {
  if (method !== 'GET' || url.length > MOST_ADDRESS) return null;
  if (PARTS.some((name) => name in headers)) return null;
  if (!PUBLIC.test(pathOf(url)) || url.includes('_rsc=')) return null;
  return JSON.stringify([isFromHere, headers.host ?? '', url]);
}

/** Whether the page at an address depends on nothing but the record. */
export function isOfRecord(url: string): boolean {
  return OF_RECORD.test(pathOf(url));
}

/** Headers that belong to one answer and are not cached. */
const OWN = new Set([
  'x-request-id',
  'content-security-policy',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
]);

/** A page as the parts between which the nonce stands. Bytes, because encoding a hundred kilobytes of text would take longer than all else. */
export type Page = { readonly headers: OutgoingHttpHeaders; readonly parts: readonly Buffer[] };

/** The bytes of a page with this nonce. */
export function withNonce({ parts }: Page, nonce: string): Buffer {
  const own = Buffer.from(nonce);
  return Buffer.concat(parts.flatMap((part, i) => (i === 0 ? [part] : [own, part])));
}

/** An answer as a page to cache; null when it is no page or was made for one reader. */
export function pageOf(
  status: number,
  headers: OutgoingHttpHeaders,
  body: string,
  nonce: string,
): Page | null {
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
  if (status !== 200 || !isPage || headers['set-cookie'] !== undefined || body.length > MOST_PAGE)
    return null;
  const kept = Object.entries(headers).filter(([name]) => !OWN.has(name.toLowerCase()));
  return { headers: Object.fromEntries(kept), parts: body.split(nonce).map((part) => Buffer.from(part)) };
}

/** Milliseconds for which a cached page is served while nothing changes but the time. */
export const FRESH_MS = 30_000;

/** The bytes that a cached page takes, roughly. */
export function sizeOf({ parts }: Page): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
