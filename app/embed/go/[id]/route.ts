import { handlers } from '../../../_server/load.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ id: string }> };

export const GET = async (request: Request, { params }: Params) =>
  (await handlers()).followWidgetRoute(request, (await params).id);
