import { v1Edge } from '#server/edges/front.ts';
import { forwardedPeer } from '#server/edges/http.ts';
import { services } from '#server/platform/services.ts';

export const dynamic = 'force-dynamic';

const answer = async (request: Request) => v1Edge(await services(), request, forwardedPeer(request));

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
