import { handlers } from '../_server/load.ts';

export const dynamic = 'force-dynamic';

export const GET = async (request: Request) => (await handlers()).oEmbedRoute(request);
