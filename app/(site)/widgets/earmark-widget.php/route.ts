import { handlers } from '../../../_server/load.ts';

export const dynamic = 'force-dynamic';

export const GET = async () => (await handlers()).wordpressRoute();
