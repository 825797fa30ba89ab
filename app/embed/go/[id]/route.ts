import { handlers } from '../../../_server/load.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ id: string }> };

/** Counts a click on a widget and redirects to the idea. */
export const GET = async (request: Request, { params }: Params) =>
  (await handlers()).followWidgetRoute(request, (await params).id);
