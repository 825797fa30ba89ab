import type { ProcedureMeta } from '#server/api/meta.ts';
import type { Json } from '#server/contract/openapi/json.ts';

/** Headers of answers, each described once. */
export const headerComponents: Json = {
  RequestId: {
    description: 'Names this request in our log; quote it when you report a problem.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimit: text(
    'What remains (`r`) of each bucket and the seconds (`t`) until it is full again, as in draft-ietf-httpapi-ratelimit-headers.',
    '"key";r=119;t=60, "account";r=599;t=3600',
  ),
  RateLimitPolicy: text(
    'Quota (`q`) and window in seconds (`w`) of each bucket that this request took from.',
    '"key";q=120;w=60, "account";q=600;w=3600',
  ),
  ETag: text('Validator of the content: send it back as `If-None-Match`.', 'W/"Vb0q1d5m0c3m2vJrYd6TQw"'),
  CacheControl: text('How long the answer may be kept.', 'private, no-cache'),
  RetryAfter: {
    description: 'Whole seconds to wait before the same call can succeed.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  Allow: text('The methods that this address takes.', 'POST, OPTIONS'),
  WwwAuthenticate: text('How to authenticate.', 'Bearer realm="Earmark"'),
};

function text(description: string, example: string): Json {
  return { description, schema: { type: 'string' }, example };
}

const byHeader = {
  'X-Request-Id': 'RequestId',
  RateLimit: 'RateLimit',
  'RateLimit-Policy': 'RateLimitPolicy',
  ETag: 'ETag',
  'Cache-Control': 'CacheControl',
  'Retry-After': 'RetryAfter',
  Allow: 'Allow',
  'WWW-Authenticate': 'WwwAuthenticate',
} as const;
export type HeaderName = keyof typeof byHeader;

/** Headers of a response, by reference. `X-Request-Id` is on every one. */
export function headers(...names: readonly HeaderName[]): Json {
  const all: HeaderName[] = ['X-Request-Id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${byHeader[name]}` }]));
}

/** Headers of a procedure's success. */
export function successHeaders({ route }: ProcedureMeta): Json {
  const caching: HeaderName[] = route?.method === 'GET' ? ['ETag'] : [];
  return headers('RateLimit', 'RateLimit-Policy', 'Cache-Control', ...caching);
}
