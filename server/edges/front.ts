import { embedEdge } from '#server/edges/embed.ts';
import { type Answer, type Asked, type Peer, responseOf } from '#server/edges/http.ts';
import { mcpAnswer } from '#server/edges/mcp.ts';
import { openApiEdge } from '#server/edges/openapi.ts';
import { restEdge } from '#server/edges/rest.ts';
import { idOfRequest } from '#server/platform/observe/doing.ts';
import type { Services } from '#server/platform/services.ts';

/** Answers any `/v1/*` request. The front door and the route handlers both come here, so both answer the same. */
export async function v1Answer(services: Services, request: Asked, peer: Peer): Promise<Answer> {
  const answer = await answerOf(services, request, peer);
  // Preflights and wrong methods are answered before an edge names the request.
  if ('X-Request-Id' in answer.headers) return answer;
  return { ...answer, headers: { ...answer.headers, 'X-Request-Id': idOfRequest() } };
}

/** The same as a `Response`. */
export async function v1Edge(services: Services, request: Asked, peer: Peer): Promise<Response> {
  return responseOf(await v1Answer(services, request, peer));
}

function answerOf(services: Services, request: Asked, peer: Peer): Promise<Answer> {
  const { pathname } = new URL(request.url);
  if (pathname === '/v1/mcp' || pathname.startsWith('/v1/mcp/')) return mcpAnswer(services, request, peer);
  if (pathname.startsWith('/v1/public/embed/')) return embedEdge(services, request, peer);
  if (/^\/v1\/agent\/openapi\.json\/?$/.test(pathname)) return openApiEdge(services, request, peer);
  return restEdge(services, request, peer);
}
