import { handlers } from '../../../_server/load.ts';

export const dynamic = 'force-dynamic';

/** The WordPress plugin for this deployment. */
export const GET = async () => (await handlers()).wordpressRoute();
