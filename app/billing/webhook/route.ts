import { handlers } from '../../_server/load.ts';

export const dynamic = 'force-dynamic';

export const POST = async (request: Request) => (await handlers()).billingRoute(request);
