import type { Peer } from '#server/edges/http.ts';
import { restEdge } from '#server/edges/rest.ts';
import type { Services } from '#server/platform/services.ts';

export function mcpEdge(services: Services, request: Request, peer: Peer): Promise<Response> {
  return restEdge(services, request, peer);
}
