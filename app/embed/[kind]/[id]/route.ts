import { embedPageRoute } from '#server/edges/embed/route.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ kind: string; id: string }> };

export const GET = async (request: Request, { params }: Params) => embedPageRoute(request, await params);
