import { handlers } from '../../../_server/load.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ kind: string; id: string }> };

/** The page of a widget, for the frame on another site. */
export const GET = async (request: Request, { params }: Params) =>
  (await handlers()).embedPageRoute(request, await params);
