import { handlers } from '../../_server/load.ts';

export const dynamic = 'force-dynamic';

/** Takes the payment provider's events. */
export const POST = async (request: Request) => (await handlers()).billingRoute(request);
