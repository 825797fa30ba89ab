import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Pages that look the same to every reader without an account: the record, and what is told of the service. */
const PUBLIC = new RegExp(
  [
    '',
    '(?:changelog|methodology|pricing|privacy|search|support|terms|widgets)',
    '(?:shows|themes|help)(?:/[^/.]+)?',
    '(?:tickers|episodes|ideas|people|theses)/[^/]+',
    'docs/(?:alerts|api|mcp|test-keys|versions)',
    'docs/api/[^/.]+',
  ]
    .map((path) => `^/${path}$`)
    .join('|'),
);
/**
 * Pages made of the record alone, what an idea's page adds left out: what means the same and what was put right have no mark
 * (docs/decisions.md, Pages). A thesis's page may be that of its one idea.
 */
const OF_RECORD = /^\/(?:(?:shows|themes)(?:\/[^/.]+)?|(?:tickers|episodes|people)\/[^/]+)?$/;
/** Parts of a page that Next asks for by itself, forms, and files beside pages are not kept. */
const PARTS = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-action',
  'authorization',
  'cookie',
  'range',
];
/** An address that is longer is nobody's bookmark. */
const MOST_ADDRESS = 300;
/** A page that is larger is rendered each time, in characters. */
const MOST_PAGE = 600_000;

/** A request as far as it tells whether a kept page may answer it. */
export type Asked = {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Sent on this very machine: pages may show the way to the operator's. */
  readonly isFromHere: boolean;
};

/** Under which name a page that answers a request may be kept; null where it may not. */
export function keptAs({ method, url = '', headers, isFromHere }: Asked): string | null {
  if (method !== 'GET' || url.length > MOST_ADDRESS) return null;
  if (PARTS.some((name) => name in headers)) return null;
  if (!PUBLIC.test(pathOf(url)) || url.includes('_rsc=')) return null;
  return JSON.stringify([isFromHere, headers.host ?? '', url]);
}

/** Whether the page at an address is the same as long as the record is, whatever else is written. */
export function isOfRecord(url: string): boolean {
  return OF_RECORD.test(pathOf(url));
}

function pathOf(url: string): string {
  return url.split('?')[0]!;
}

/** Headers of an answer that are of that answer alone. */
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

/** A page between whose parts the nonce of an answer stands: as bytes, since writing a hundred kilobytes of text anew takes longer than all else. */
export type Page = { readonly headers: OutgoingHttpHeaders; readonly parts: readonly Buffer[] };

/** The bytes of a page with this nonce. */
export function withNonce({ parts }: Page, nonce: string): Buffer {
  const own = Buffer.from(nonce);
  return Buffer.concat(parts.flatMap((part, i) => (i === 0 ? [part] : [own, part])));
}

/** What was answered, as a page to keep; null where it is none, or was made for one reader. */
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

/** Milliseconds for which a page may be told of, though nothing changed but the time. */
export const FRESH_MS = 30_000;

/** What a page takes in memory, in bytes, roughly. */
export function sizeOf({ parts }: Page): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
