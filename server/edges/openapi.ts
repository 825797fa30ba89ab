import { wrongMethod } from '#server/api/errors.ts';
import { etagMatches, etagOf } from '#server/api/etag.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import { callerOf, enter } from '#server/edges/entry.ts';
import { corsHeaders, preflight } from '#server/edges/http/origin.ts';
import { type KeptText, keptText, packed, textAnswer } from '#server/edges/http/packing.ts';
import type { Answer, Asked, Peer } from '#server/edges/http.ts';
import { errorAnswer, toRefusal } from '#server/edges/refusal.ts';
import { rateLimitHeaders } from '#server/platform/buckets/headers.ts';
import { idOfRequest, nameRequest } from '#server/platform/observe/doing.ts';
import type { Services } from '#server/platform/services.ts';

const ALLOW = 'GET, HEAD, OPTIONS';

/** GET /v1/agent/openapi.json (docs/contract.md, Open corpus tools 26): open to all, revalidated by ETag. */
export async function openApiEdge(services: Services, request: Asked, peer: Peer): Promise<Answer> {
  const origin = request.headers.get('origin');
  if (request.method === 'OPTIONS') return preflight(ALLOW, origin, services.env);
  nameRequest('openapi', 'getOpenApi');
  const requestId = idOfRequest();
  const shared = {
    Vary: 'Origin',
    'Cache-Control': 'no-store',
    ...corsHeaders(origin, services.env),
    'X-Request-Id': requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  };
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw wrongMethod(ALLOW);
    const { buckets } = await enter(
      services,
      { ...callerOf(request, services, peer), authorization: null, apiKeyHeader: null },
      services.clock(),
    );
    const { etag, text } = description(services.env.webUrl);
    const headers = {
      ...shared,
      ...rateLimitHeaders(buckets),
      ETag: etag,
      'Cache-Control': 'public, max-age=300',
    };
    if (etagMatches(request.headers.get('if-none-match'), etag))
      return textAnswer(request, null, { status: 304, headers });
    return await packed(request, text, { status: 200, headers });
  } catch (error) {
    const { status, headers, body } = errorAnswer(services, toRefusal(error, 400), error, requestId);
    return textAnswer(request, JSON.stringify(body), { status, headers: { ...shared, ...headers } });
  }
}

type Description = { readonly etag: string; readonly text: KeptText };
const descriptions = new Map<string, Description>();

/** The description of the API at an address, made once. */
function description(webUrl: string): Description {
  const known = descriptions.get(webUrl);
  if (known) return known;
  const text = JSON.stringify(openApiDocument(webUrl));
  const made = { etag: etagOf(text), text: keptText(text) };
  descriptions.set(webUrl, made);
  return made;
}
