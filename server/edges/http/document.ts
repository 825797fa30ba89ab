import { renderRefusal, wrongMethod } from '#server/api/errors.ts';
import { textAnswer } from '#server/edges/http/packing.ts';
import type { Answer, Asked } from '#server/edges/http.ts';

const ALLOW = 'GET, HEAD, OPTIONS';
const JSON_TYPE = 'application/json; charset=utf-8';

/** A text that describes this deployment, the same for everybody; 404 where there is none. */
export type Document = { readonly status: 200 | 404; readonly type: string; readonly text: string };

/** The same of a value as JSON. */
export function jsonDocument(status: Document['status'], value: object): Document {
  return { status, type: JSON_TYPE, text: JSON.stringify(value, null, 2) };
}

/** Whose scripts may read a document. */
type Readers = 'pages of ours' | 'pages of any site';

/** The answer with a document, which may be kept for an hour. */
export function documentAnswer(
  request: Asked,
  webUrl: string,
  { status, type, text }: Document,
  readers: Readers = 'pages of ours',
): Answer | Promise<Answer> {
  const isOpen = readers === 'pages of any site';
  const shared = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(isOpen ? { 'Access-Control-Allow-Origin': '*' } : {}),
  };
  if (request.method === 'OPTIONS') {
    const headers = { ...shared, Allow: ALLOW, ...(isOpen ? WHAT_MAY_BE_SENT : {}) };
    return textAnswer(request, null, { status: 204, headers });
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const refused = renderRefusal(wrongMethod(ALLOW), webUrl);
    const headers = { ...shared, ...refused.headers, 'Content-Type': JSON_TYPE };
    return textAnswer(request, JSON.stringify(refused.body), { status: refused.status, headers });
  }
  const caching = status === 200 ? { 'Cache-Control': 'public, max-age=3600' } : {};
  return textAnswer(request, text, { status, headers: { ...shared, ...caching, 'Content-Type': type } });
}

/** Clients send headers of their own when they look for metadata, `Mcp-Protocol-Version` among them. */
const WHAT_MAY_BE_SENT = {
  'Access-Control-Allow-Methods': ALLOW,
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};
