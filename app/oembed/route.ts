import { handlers } from '../_server/load.ts';

export const dynamic = 'force-dynamic';

/** What a site shows for a pasted link to a page of ours (oEmbed). */
export const GET = async (request: Request) => (await handlers()).oEmbedRoute(request);
