import { randomUUID } from 'node:crypto';
import { embedEdge } from '#server/edges/embed.ts';
import type { Peer } from '#server/edges/http.ts';
import { mcpEdge } from '#server/edges/mcp.ts';
import { openApiEdge } from '#server/edges/openapi.ts';
import { restEdge } from '#server/edges/rest.ts';
import type { Services } from '#server/platform/services.ts';

/** Answers any `/v1/*` request. The front door and the route handlers both call this, so both answer the same. */
export async function v1Edge(services: Services, request: Request, peer: Peer): Promise<Response> {
  const response = await answer(services, request, peer);
  // A preflight and a wrong method reach no log line; their answers are named all the same.
  if (!response.headers.has('X-Request-Id')) response.headers.set('X-Request-Id', randomUUID());
  return response;
}

function answer(services: Services, request: Request, peer: Peer): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/v1/mcp' || pathname.startsWith('/v1/mcp/')) return mcpEdge(services, request, peer);
  if (pathname.startsWith('/v1/public/embed/')) return embedEdge(services, request, peer);
  if (/^\/v1\/agent\/openapi\.json\/?$/.test(pathname)) return openApiEdge(services, request, peer);
  return restEdge(services, request, peer);
}
