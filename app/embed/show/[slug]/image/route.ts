import { handlers } from '../../../../_server/load.ts';
import { draw } from './draw.tsx';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ slug: string }> };

/** The widget of a show as a picture, for places that take no frames. */
export const GET = async (request: Request, { params }: Params) =>
  (await handlers()).embedImageRoute(request, (await params).slug, draw);
