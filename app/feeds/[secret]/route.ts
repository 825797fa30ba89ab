import { handlers } from '../../_server/load.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ secret: string }> };

export const GET = async (request: Request, { params }: Params) =>
  (await handlers()).personalFeedRoute(request, (await params).secret);
