import { handlers } from '../../_server/load.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ secret: string }> };

/** The feed of a reader's own, by its secret address. */
export const GET = async (request: Request, { params }: Params) =>
  (await handlers()).personalFeedRoute(request, (await params).secret);
