import { handlers } from '../../../../_server/load.ts';
import { draw } from './draw.tsx';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ slug: string }> };

export const GET = async (request: Request, { params }: Params) =>
  (await handlers()).embedImageRoute(request, (await params).slug, draw);
