import { collectionOf } from '#server/contract/kits/collection.ts';
import { llmsFullText, llmsText } from '#server/contract/llms.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import { personalFeedAnswer, unsubscribeAnswer } from '#server/edges/alerts.ts';
import { billingAnswer } from '#server/edges/billing.ts';
import { followWidget } from '#server/edges/embed/counts.ts';
import { type Draw, embedImage } from '#server/edges/embed/image.ts';
import { oEmbed } from '#server/edges/embed/oembed.ts';
import { embedPage } from '#server/edges/embed/page.ts';
import { wordpressPlugin } from '#server/edges/embed/plugin.ts';
import { v1Edge } from '#server/edges/front.ts';
import { handlerPeer } from '#server/edges/http.ts';
import { type Decision, decide } from '#server/edges/oauth/consent.ts';
import { changelog } from '#server/edges/pages/changelog.ts';
import { siteForm } from '#server/edges/pages/form.ts';
import { pagePeer } from '#server/edges/pages/request.ts';
import { embedKindSchema } from '#server/features/embeds/schema.ts';
import { changelogFeed } from '#server/features/pages/changelog/rules.ts';
import { services } from '#server/platform/services.ts';

/** Answers any request under `/v1` that came through Next. */
export async function v1Route(request: Request): Promise<Response> {
  return v1Edge(await services(), uncompressed(request), handlerPeer);
}

/** The iframe page of a widget; an unknown kind answers like an unknown widget. */
export async function embedPageRoute(
  request: Request,
  { kind, id }: { kind: string; id: string },
): Promise<Response> {
  const known = embedKindSchema.safeParse(kind);
  return embedPage(
    await services(),
    uncompressed(request),
    pagePeer(),
    known.success ? known.data : 'show',
    known.success ? id : '',
  );
}

/** oEmbed for pages that may be embedded; see `oEmbed`. */
export async function oEmbedRoute(request: Request): Promise<Response> {
  return oEmbed(await services(), request, pagePeer());
}

/** Redirects from a widget to an idea. */
export async function followWidgetRoute(request: Request, ideaId: string): Promise<Response> {
  return followWidget(await services(), request, pagePeer(), ideaId);
}

/** The WordPress plugin for this deployment, as a file. */
export async function wordpressRoute(): Promise<Response> {
  const { webUrl } = (await services()).env;
  return new Response(wordpressPlugin(webUrl), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename="earmark-widget.php"',
      'Cache-Control': 'public, max-age=300',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** The personal feed of a secret address. */
export async function personalFeedRoute(request: Request, secret: string): Promise<Response> {
  return personalFeedAnswer(request, secret);
}

/** Takes a signed event of the payment provider. */
export async function billingRoute(request: Request): Promise<Response> {
  return billingAnswer(request, await services());
}

/** Answers at the unsubscribe address of mails. */
export async function unsubscribeRoute(request: Request): Promise<Response> {
  return unsubscribeAnswer(request, await services());
}

/** A show's static image; `draw` draws it when it is not cached. */
export async function embedImageRoute(request: Request, slug: string, draw: Draw): Promise<Response> {
  return embedImage(await services(), request, pagePeer(), slug, draw);
}

/** Stores what an account holder decided about a client; returns where the browser is sent next, null when no request waits. */
export async function decideRoute(request: Request, uid: string, decision: Decision): Promise<string | null> {
  return decide(await services(), request.headers.get('cookie') ?? '', uid, decision);
}

/** The service described for language models, in short or in full. */
export async function llmsRoute(which: 'llms' | 'llms-full'): Promise<Response> {
  const { webUrl } = (await services()).env;
  return new Response(which === 'llms' ? llmsText(webUrl) : llmsFullText(webUrl), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}

/** Every route of this deployment as a Postman collection. */
export async function collectionRoute(): Promise<Response> {
  const { webUrl } = (await services()).env;
  return new Response(JSON.stringify(collectionOf(openApiDocument(webUrl), webUrl), null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="earmark.postman_collection.json"',
      'Cache-Control': 'public, max-age=3600',
    },
  });
}

/** The changelog as an RSS feed. */
export async function changelogRoute(): Promise<Response> {
  const { webUrl } = (await services()).env;
  return new Response(changelogFeed(changelog(), webUrl), {
    headers: {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  });
}

export { siteForm };

// Next compresses the answers of its handlers: one that an edge has compressed would be compressed twice.
function uncompressed(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('accept-encoding');
  return new Request(request, { headers });
}
