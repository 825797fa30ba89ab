import { emptyBucket } from '#server/api/buckets/take.ts';
import { closeContext, openContext } from '#server/api/context.ts';
import { Refusal, renderRefusal } from '#server/api/errors.ts';
import { etagOf } from '#server/api/etag.ts';
import { callProcedure, metaOf } from '#server/contract/call.ts';
import { clientIp } from '#server/edges/http/origin.ts';
import { type KeptText, keptText } from '#server/edges/http/packing.ts';
import type { Answer, Asked, Peer } from '#server/edges/http.ts';
import { keptOr } from '#server/edges/kept/answers.ts';
import { logFailure, namingRequest, toRefusal } from '#server/edges/refusal.ts';
import type { Embed, EmbedKind } from '#server/features/embeds/schema.ts';
import { rateLimitHeaders } from '#server/platform/buckets/headers.ts';
import { idOfRequest } from '#server/platform/observe/doing.ts';
import type { Witness } from '#server/platform/postgres/replica/reads.ts';
import type { Services } from '#server/platform/services.ts';

const PATH = 'embeds.getEmbed';

export type Looked = {
  readonly requestId: string;
  readonly limits: Record<string, string>;
  readonly found: Embed | Refusal;
  /** Whether the record could not be read: the same request may find the widget in a moment. */
  readonly unread: boolean;
};

/** What a request is throttled by: the embedding site, or each reader of it, so that a busy site keeps its widgets. */
export type Throttled = 'site' | 'reader';

/**
 * A widget's payload, throttled per embedding origin or per reader of it. A show and its episodes fail closed: when rights cannot
 * be read, the answer is the 404 of a show that never opted in (docs/contract.md, Public embed data and widgets 3). A ticker has
 * no rights to read, and answers as every call does (docs/contract.md, Added: HTTP 11).
 */
export async function lookUpEmbed(
  services: Services,
  request: Asked,
  peer: Peer,
  kind: EmbedKind,
  id: string,
  throttled: Throttled,
): Promise<Looked> {
  const requestId = idOfRequest();
  const ip = clientIp(request, peer, services.env.EARMARK_TRUSTED_PROXIES);
  const site = embeddingOrigin(request);
  const who = site === null ? ip : throttled === 'site' ? site : `${site} ${ip}`;
  const bucket = await services.buckets.take('embed', who);
  const limits = rateLimitHeaders([bucket]);
  const looked = { requestId, limits, unread: false };
  if (!bucket.allowed) return { ...looked, found: emptyBucket(bucket) };
  const caller = { services, principal: { kind: 'anonymous' }, mark: null, test: null } as const;
  const asked = { ...caller, meta: metaOf(PATH), name: ['embed', kind, id], has: () => false };
  const work = (witness?: Witness) =>
    called({ services, request, requestId, ip, witness }, PATH, { kind, id }) as Promise<Embed>;
  try {
    return { ...looked, found: await keptOr(asked, work, bytesOf) };
  } catch (error) {
    const refusal = toRefusal(error, 400);
    const unread = refusal.code !== 'not_found' && refusal.code !== 'invalid_request';
    if (unread) logFailure(services.log, error, { requestId }, 'embed not read');
    return { ...looked, unread, found: unread && kind === 'ticker' ? refusal : noSuchWidget() };
  }
}

/** The path of the page that stands in for a widget which may not be shown; null where there is none, a refusal where that cannot be read. */
export async function standInFor(
  services: Services,
  request: Asked,
  peer: Peer,
  wanted: { readonly kind: EmbedKind; readonly id: string },
): Promise<string | null | Refusal> {
  const ip = clientIp(request, peer, services.env.EARMARK_TRUSTED_PROXIES);
  const call = { services, request, requestId: idOfRequest(), ip, witness: undefined };
  try {
    return ((await called(call, 'embeds.standIn', wanted)) as { path: string | null }).path;
  } catch (error) {
    logFailure(services.log, error, { requestId: call.requestId }, 'stand-in of a widget not read');
    return toRefusal(error, 400);
  }
}

/** One answer for a widget that is unknown and for one that may not be shown. */
export function noSuchWidget(): Refusal {
  return new Refusal('not_found', { message: 'There is no such widget.' });
}

type Call = {
  readonly services: Services;
  readonly request: Asked;
  readonly requestId: string;
  readonly ip: string;
  readonly witness: Witness | undefined;
};

async function called(
  { services, request, requestId, ip, witness }: Call,
  path: string,
  wanted: { readonly kind: EmbedKind; readonly id: string },
): Promise<object> {
  const context = openContext(services, {
    principal: { kind: 'anonymous' },
    requestId,
    ip,
    via: 'rest',
    gone: request.signal,
    idempotencyKey: null,
    ifNoneMatch: null,
    headersOnly: false,
    witness,
  });
  try {
    return await callProcedure(context, path, wanted);
  } finally {
    closeContext(context);
  }
}

const written = new WeakMap<Embed, Written>();
/** A payload as it is sent, and its validator, which leaves out `generatedAt`. */
export type Written = { readonly text: KeptText; readonly etag: string };

/** The written form of a payload, made once for each. */
export function writtenOf(found: Embed): Written {
  const before = written.get(found);
  if (before) return before;
  const { generatedAt: _generatedAt, ...content } = found;
  const now = { text: keptText(JSON.stringify(found)), etag: etagOf(JSON.stringify(content)) };
  written.set(found, now);
  return now;
}

/** The bytes that a cached payload takes, roughly, its written and compressed forms included. */
function bytesOf(found: Embed): number {
  return 4 * writtenOf(found).text.bytes.length;
}

/** The site that embeds: Origin, else the Referer's; null when neither says. */
function embeddingOrigin(request: Asked): string | null {
  for (const header of [request.headers.get('origin'), request.headers.get('referer')]) {
    if (header && URL.canParse(header)) return new URL(header).origin;
  }
  return null;
}

/**
 * An opt-out takes effect on the next request that reaches us: browsers and ordinary caches revalidate each time, and rights
 * are read before a validator is compared. Only a CDN of the operator that reads RFC 9213 may hold an answer for 15 seconds
 * and serve it for 30 more while it revalidates.
 */
export const EMBED_CACHING = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'CDN-Cache-Control': 'max-age=15, stale-while-revalidate=30',
};

type Refused = Answer & { readonly body: string };

/** The answer of a widget route that refuses; it is never cached. */
export function refuseEmbed(
  services: Services,
  refusal: Refusal,
  shared: Record<string, string> = {},
): Refused {
  const rendered = renderRefusal(refusal, services.env.webUrl);
  const { status, headers, body } = namingRequest(rendered, idOfRequest());
  return {
    status,
    body: JSON.stringify(body),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...shared,
      ...headers,
    },
  };
}
