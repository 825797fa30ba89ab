import { Refusal } from '#server/api/errors.ts';
import { escapeMarkup } from '#server/edges/embed/escape.ts';
import { EMBED_CACHING, lookUpEmbed, noSuchWidget, refuseEmbed } from '#server/edges/embed/lookup.ts';
import { type Peer, responseOf } from '#server/edges/http.ts';
import {
  EMBED_HEIGHT,
  EMBED_WIDTH,
  embedOfPage,
  isolated,
  sizeWithin,
} from '#server/features/embeds/rules.ts';
import { EMBED_SANDBOX } from '#server/features/embeds/schema.ts';
import type { Services } from '#server/platform/services.ts';

/** oEmbed (oembed.com): `url`, `format` json or xml, `maxwidth`, `maxheight`. 404 for an unknown page or one not opted in, 501 for another format. */
export async function oEmbed(services: Services, request: Request, peer: Peer): Promise<Response> {
  const refused = (refusal: Refusal) => responseOf(refuseEmbed(services, refusal));
  const query = new URL(request.url).searchParams;
  const format = query.get('format') ?? 'json';
  if (format !== 'json' && format !== 'xml')
    return refused(
      new Refusal('invalid_request', { status: 501, field: 'format', message: 'Formats are json and xml.' }),
    );
  const wanted = embedOfPage(query.get('url') ?? '', services.env);
  if (!wanted) return refused(noSuchWidget());
  const { found } = await lookUpEmbed(services, request, peer, wanted.kind, wanted.id, 'reader');
  if (found instanceof Refusal) return refused(found);
  const width = sizeWithin(query.get('maxwidth'), EMBED_WIDTH);
  const height = sizeWithin(query.get('maxheight'), EMBED_HEIGHT);
  const title = escapeXml(`${isolated(found.name)} on Earmark`);
  // WordPress shows the quote and hides the frame until the frame sends a message, so without scripts a link remains.
  const isWordPress = request.headers.get('user-agent')?.startsWith('WordPress/') ?? false;
  const fallback = isWordPress
    ? `<blockquote><a href="${escapeXml(found.url)}">${title}</a></blockquote>`
    : '';
  const source = `${services.env.webUrl}/embed/${found.kind}/${encodeURIComponent(found.id)}`;
  const answer = {
    version: '1.0',
    type: 'rich',
    provider_name: found.attribution.source,
    provider_url: services.env.webUrl,
    title: found.name,
    cache_age: 60,
    width,
    height,
    html: `${fallback}<iframe src="${source}" width="${width}" height="${height}" title="${title}" sandbox="${EMBED_SANDBOX}" loading="lazy" frameborder="0"></iframe>`,
  };
  const body = format === 'json' ? JSON.stringify(answer) : toXml(answer);
  return new Response(body, {
    headers: {
      'Content-Type': `${format === 'json' ? 'application/json' : 'text/xml'}; charset=utf-8`,
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'User-Agent',
      ...EMBED_CACHING,
    },
  });
}

function toXml(answer: Record<string, string | number>): string {
  const fields = Object.entries(answer).map(
    ([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?><oembed>${fields.join('')}</oembed>`;
}

/** Text for XML 1.0, which allows no control characters but these three. */
function escapeXml(text: string): string {
  return escapeMarkup(text.replace(/[^\P{Cc}\t\n\r]/gu, ''));
}
