import { oEmbed } from '#server/edges/embed/oembed.ts';
import { forwardedPeer } from '#server/edges/http.ts';
import { services } from '#server/platform/services.ts';

export const dynamic = 'force-dynamic';

export const GET = async (request: Request) => oEmbed(await services(), request, forwardedPeer(request));
