import { Refusal, renderRefusal } from '#server/api/errors.ts';
import { etagMatches, etagOf } from '#server/api/etag.ts';
import { countShown } from '#server/edges/embed/counts.ts';
import { drawnFor } from '#server/edges/embed/drawn.ts';
import { EMBED_CACHING, lookUpEmbed } from '#server/edges/embed/lookup.ts';
import { clientIp } from '#server/edges/http/origin.ts';
import type { Peer } from '#server/edges/http.ts';
import {
  boundedSize,
  clipped,
  drawable,
  fittingHeadlines,
  type Look,
  lookOf,
} from '#server/features/embeds/rules.ts';
import type { Embed } from '#server/features/embeds/schema.ts';
import { curly } from '#server/features/ideas/telling.ts';
import { dayInWords } from '#server/platform/clock.ts';
import type { Services } from '#server/platform/services.ts';

/** The content and look of a show's static image; its text has only characters that the bundled font can show. */
export type ImageWanted = {
  readonly name: string;
  readonly ideas: readonly { readonly id: string; readonly headline: string; readonly day: string }[];
  readonly label: string;
  readonly look: Look;
  readonly width: number;
  readonly height: number;
};
/** Draws a PNG. */
export type Draw = (wanted: ImageWanted) => Promise<ArrayBuffer>;

const HEADERS = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'X-Content-Type-Options': 'nosniff' };

/** The static image of a show. A show that may not be embedded is a 404 with a transparent pixel, so that no page shows a broken picture. */
export async function embedImage(
  services: Services,
  request: Request,
  peer: Peer,
  slug: string,
  draw: Draw,
): Promise<Response> {
  const { found } = await lookUpEmbed(services, request, peer, 'show', slug, 'reader');
  if (found instanceof Refusal) return nothing(services, found);
  countShown(services, request, 'image', found.id);
  const wanted = wantedOf(found, new URL(request.url).searchParams);
  const headers = {
    ...HEADERS,
    ...EMBED_CACHING,
    'Content-Type': 'image/png',
    ETag: etagOf(JSON.stringify(wanted)),
  };
  if (etagMatches(request.headers.get('if-none-match'), headers.ETag))
    return new Response(null, { status: 304, headers });
  const ip = clientIp(request, peer, services.env.EARMARK_TRUSTED_PROXIES);
  const image = await drawnFor(services, ip, headers.ETag, () => draw(wanted));
  return image instanceof Refusal ? nothing(services, image) : new Response(image, { headers });
}

function wantedOf(embed: Embed, query: URLSearchParams): ImageWanted {
  const width = boundedSize(query.get('width'), { min: 600, max: 1600, fallback: 1200 });
  const height = boundedSize(query.get('height'), { min: 500, max: 1000, fallback: 630 });
  const ideas = embed.ideas.map((idea) => ({
    id: idea.id,
    headline: clipped(drawable(curly(idea.headline)) || 'An idea in another script', 100),
    day: dayInWords(new Date(idea.publishedAt)),
  }));
  const headlines = fittingHeadlines(
    ideas.map((idea) => idea.headline),
    width,
    height,
  );
  return {
    name: clipped(drawable(embed.name) || embed.id, 48),
    ideas: headlines.flatMap((headline, at) => ({ ...ideas[at]!, headline })),
    label: embed.label,
    look: lookOf(query),
    width,
    height,
  };
}

const TRANSPARENT_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII=',
  'base64',
);

function nothing(services: Services, refusal: Refusal): Response {
  const { status, headers } = renderRefusal(refusal, services.env.webUrl);
  return new Response(TRANSPARENT_PIXEL, {
    status,
    headers: { ...HEADERS, ...headers, 'Content-Type': 'image/png', 'Cache-Control': 'no-store' },
  });
}
