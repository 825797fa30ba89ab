import { Refusal, wrongMethod } from '#server/api/errors.ts';
import { etagMatches } from '#server/api/etag.ts';
import { EMBED_CACHING, lookUpEmbed, refuseEmbed, writtenOf } from '#server/edges/embed/lookup.ts';
import { packed, textAnswer } from '#server/edges/http/packing.ts';
import type { Answer, Asked, Peer } from '#server/edges/http.ts';
import { type EmbedKind, embedKindSchema } from '#server/features/embeds/schema.ts';
import { nameRequest } from '#server/platform/observe/doing.ts';
import type { Services } from '#server/platform/services.ts';

const ALLOW = 'GET, HEAD, OPTIONS';
/** Any site may read a widget's data: it is public and depends on no cookie or key. */
const OPEN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** GET /v1/public/embed/{show|episode|ticker}/{id}: public JSON for widgets (docs/contract.md, Public embed data and widgets). */
export async function embedEdge(services: Services, request: Asked, peer: Peer): Promise<Answer> {
  if (request.method === 'OPTIONS') return openPreflight();
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(services, request, wrongMethod(ALLOW), {});
  const wanted = readPath(new URL(request.url).pathname);
  if (!wanted)
    return refuse(services, request, new Refusal('not_found', { message: 'There is no such route.' }), {});
  nameRequest('embed', wanted.kind);
  const { found, limits, requestId } = await lookUpEmbed(
    services,
    request,
    peer,
    wanted.kind,
    wanted.id,
    'site',
  );
  const shared = { ...limits, 'X-Request-Id': requestId };
  if (found instanceof Refusal) return refuse(services, request, found, shared);
  const { text, etag } = writtenOf(found);
  const headers = {
    ...OPEN,
    ...shared,
    ...EMBED_CACHING,
    ETag: etag,
    'Content-Type': 'application/json; charset=utf-8',
  };
  if (etagMatches(request.headers.get('if-none-match'), etag))
    return textAnswer(request, null, { status: 304, headers });
  return packed(request, text, { status: 200, headers });
}

function openPreflight(): Answer {
  return {
    status: 204,
    body: null,
    headers: {
      ...OPEN,
      Allow: ALLOW,
      Vary: 'Accept-Encoding',
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Methods': ALLOW,
      'Access-Control-Allow-Headers': 'If-None-Match',
      'Access-Control-Max-Age': '86400',
    },
  };
}

function refuse(
  services: Services,
  request: Asked,
  refusal: Refusal,
  more: Record<string, string>,
): Answer | Promise<Answer> {
  const { status, headers, body } = refuseEmbed(services, refusal, { ...OPEN, ...more });
  return textAnswer(request, body, { status, headers });
}

function readPath(pathname: string): { kind: EmbedKind; id: string } | null {
  const match = /^\/v1\/public\/embed\/([^/]+)\/([^/]+)\/?$/.exec(pathname);
  const kind = embedKindSchema.safeParse(match?.[1]);
  if (!match || !kind.success) return null;
  try {
    return { kind: kind.data, id: decodeURIComponent(match[2]!) };
  } catch {
    return null;
  }
}
