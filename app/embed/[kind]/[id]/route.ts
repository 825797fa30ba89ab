import { handlers } from '../../../_server/load.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ kind: string; id: string }> };

export const GET = async (request: Request, { params }: Params) =>
  (await handlers()).embedPageRoute(request, await params);
