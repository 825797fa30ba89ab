import { handlers } from '../../_server/load.ts';

export const dynamic = 'force-dynamic';

/** Answers what is under `/v1` as the front door does, for a server that runs without it. */
const answer = async (request: Request) => (await handlers()).v1Route(request);

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
