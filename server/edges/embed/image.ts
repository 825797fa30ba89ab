import { Refusal } from '#server/api/errors.ts';
import { lookUpEmbed, refuseEmbed } from '#server/edges/embed/lookup.ts';
import type { Peer } from '#server/edges/http.ts';
import { boundedSize, type Look, lookOf } from '#server/features/embeds/rules.ts';
import type { Embed } from '#server/features/embeds/schema.ts';
import type { Services } from '#server/platform/services.ts';

export type ImageWanted = {
  readonly embed: Embed;
  readonly look: Look;
  readonly width: number;
  readonly height: number;
};

/** What the static image of a show is drawn from; the error answer when the show may not be embedded. */
export async function embedForImage(
  services: Services,
  request: Request,
  peer: Peer,
  slug: string,
): Promise<ImageWanted | Response> {
  const { found } = await lookUpEmbed(services, request, peer, 'show', slug);
  if (found instanceof Refusal) return refuseEmbed(services, found);
  const query = new URL(request.url).searchParams;
  return {
    embed: found,
    look: lookOf(query),
    width: boundedSize(query.get('width'), { min: 600, max: 1600, fallback: 1200 }),
    height: boundedSize(query.get('height'), { min: 500, max: 1000, fallback: 630 }),
  };
}
