import { createHash } from 'node:crypto';
import { Refusal, renderRefusal } from '#server/api/errors.ts';
import { etagMatches, etagOf } from '#server/api/etag.ts';
import { countedLink, countShown } from '#server/edges/embed/counts.ts';
import { escapeMarkup } from '#server/edges/embed/escape.ts';
import { EMBED_CACHING, lookUpEmbed, standInFor } from '#server/edges/embed/lookup.ts';
import { WORDPRESS_SCRIPT } from '#server/edges/embed/wordpress.ts';
import { textAnswer } from '#server/edges/http/packing.ts';
import { type Peer, responseOf } from '#server/edges/http.ts';
import { balanced, type Look, lookOf } from '#server/features/embeds/rules.ts';
import type { Embed, EmbedKind } from '#server/features/embeds/schema.ts';
import { curly } from '#server/features/ideas/telling.ts';
import { dayInWords, utcDay } from '#server/platform/clock.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * The iframe page of a widget. It makes no further request and has a script for WordPress alone. A widget that may not be shown
 * is a 404 of one line, on which the embedding script removes the frame.
 */
export async function embedPage(
  services: Services,
  request: Request,
  peer: Peer,
  kind: EmbedKind,
  id: string,
): Promise<Response> {
  const { found, unread } = await lookUpEmbed(services, request, peer, kind, id, 'reader');
  if (found instanceof Refusal) {
    const own = `/${kind}s/${encodeURIComponent(id)}`;
    if (unread) return unreadPage(services, found, own);
    if (found.code === 'rate_limited') return busyPage(services, found);
    const standIn = await standInFor(services, request, peer, { kind, id });
    if (standIn instanceof Refusal) return unreadPage(services, standIn, own);
    return gonePage(services, request, standIn);
  }
  if (found.kind !== 'ticker') countShown(services, request, found.kind, found.id);
  const style = styleOf(lookOf(new URL(request.url).searchParams));
  const html = pageOf(found, style, services.env.webUrl);
  const sources = `style-src '${hashOf(style)}'; script-src '${hashOf(WORDPRESS_SCRIPT)}'`;
  const headers = { ...htmlHeaders(sources), ...EMBED_CACHING, ETag: etagOf(html) };
  if (etagMatches(request.headers.get('if-none-match'), headers.ETag))
    return responseOf(await textAnswer(request, null, { status: 304, headers }));
  return responseOf(await textAnswer(request, html, { status: 200, headers }));
}

const GONE_SCRIPT = `parent.postMessage('earmark:gone','*')`;
const UNKNOWN_SCRIPT = `parent.postMessage('earmark:unknown','*');console.warn('Earmark: there is no such widget: '+location.href)`;

/** One line for a widget that may not be shown. The embedding script puts a link in its place where there is a page, else nothing. */
function gonePage(services: Services, request: Request, path: string | null): Response {
  const way = path === null ? '' : ` ${link(services.env.webUrl + path, 'See the page at Earmark')}`;
  const script = path === null ? UNKNOWN_SCRIPT : GONE_SCRIPT;
  const style = styleOf(lookOf(new URL(request.url).searchParams));
  const html = barePage('Nothing to show', style, `There is nothing to show here.${way}`, script);
  const sources = `style-src '${hashOf(style)}'; script-src '${hashOf(script)}'`;
  return new Response(html, {
    status: 404,
    headers: { ...htmlHeaders(sources), 'Cache-Control': 'no-store' },
  });
}

/** The page for a reader past the rate limit: the frame stays and says that the widget will be back. */
function busyPage(services: Services, refusal: Refusal): Response {
  return waitingPage(services, refusal, 'Asked for too often just now. It comes back within a minute.');
}

/** The page while the record cannot be read: the frame stays, with a link to the site's page of the same show, episode or ticker. */
function unreadPage(services: Services, refusal: Refusal, path: string): Response {
  const way = link(services.env.webUrl + path, 'See the page at Earmark');
  return waitingPage(services, refusal, `The ideas cannot be shown just now. ${way}`);
}

function waitingPage(services: Services, refusal: Refusal, content: string): Response {
  const style = styleOf(lookOf(new URLSearchParams()));
  const html = barePage('One moment', style, content);
  const { status, headers } = renderRefusal(refusal, services.env.webUrl);
  return new Response(html, {
    status,
    headers: { ...headers, ...htmlHeaders(`style-src '${hashOf(style)}'`), 'Cache-Control': 'no-store' },
  });
}

/** A frame that holds one paragraph. */
function barePage(title: string, style: string, content: string, script = ''): string {
  const run = script && `<script>${script}</script>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style><main><p>${content}</p></main>${run}</html>`;
}

function htmlHeaders(source: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; ${source}; base-uri 'none'; form-action 'none'; frame-ancestors *`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function pageOf(embed: Embed, style: string, webUrl: string): string {
  const of = { show: 'Ideas discussed on', episode: 'Ideas discussed in', ticker: 'Podcast ideas on' }[
    embed.kind
  ];
  const items = embed.ideas.map((idea) => itemOf(idea, embed.kind, webUrl)).join('');
  const list = items ? `<ol>${items}</ol>` : '<p class="none">No ideas have been recorded yet.</p>';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeMarkup(`${of} ${embed.name}`)}</title><style>${style}</style></head>
<body><main aria-labelledby="of"><h1 id="of"><span>${of}</span> ${link(embed.url, own(embed.name))}</h1>${list}
<footer><p>${escapeMarkup(embed.label)}</p> <p>Recorded by ${link(embed.attribution.url, 'Earmark')}</p></footer></main><script>${WORDPRESS_SCRIPT}</script></body></html>`;
}

function itemOf(idea: Embed['ideas'][number], kind: EmbedKind, webUrl: string): string {
  const at = new Date(idea.publishedAt);
  const [show, episode] = [own(idea.show), own(idea.episodeTitle)];
  const where = { show: episode, episode: show, ticker: `${show}: ${episode}` }[kind];
  const way = kind === 'ticker' ? idea.url : countedLink(webUrl, kind, idea.id);
  return `<li>${link(way, own(curly(idea.headline)))}<small><time datetime="${utcDay(at)}">${dayInWords(at)}</time>, ${where}</small></li>`;
}

/** Foreign text, escaped and isolated: a writing direction that it sets ends with it. */
function own(text: string): string {
  return `<bdi>${escapeMarkup(balanced(text))}</bdi>`;
}

function link(url: string, content: string): string {
  return `<a href="${escapeMarkup(url)}" target="_blank" rel="noopener">${content}</a>`;
}

/** In a frame of the least height the first idea fits whole: the head takes one line, the label runs on, both in small type. */
const COMPACT =
  '@media(max-height:240px){main{padding:5px 10px 3px}h1{font-size:13px;margin:0 0 4px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}h1 span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}li{padding:4px 0}li a{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;font-size:13px;line-height:1.25}small{display:block;margin-top:1px;font-size:11px;line-height:1.3;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}footer{padding-top:3px;font-size:10px;line-height:1.2}footer p{display:inline;margin:0}}';

function styleOf({ theme, accent }: Look): string {
  const light = `--page:#fffdf9;--ink:#1d1a16;--soft:#5f574c;--rule:#ded6c8`;
  const dark = `--page:#171512;--ink:#f1ece3;--soft:#b9afa1;--rule:#3a352e`;
  const scheme =
    theme === 'auto'
      ? `:root{color-scheme:light dark;${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`
      : `:root{color-scheme:${theme};${theme === 'dark' ? dark : light}}`;
  // The head and the label stay visible. Rows between them are never cut: those that do not fit form columns to the right,
  // and the list scrolls sideways. It scrolls up and down only for a single row that is too high.
  return `${scheme}*{box-sizing:border-box}html,body{height:100%}body{margin:0;background:var(--page);color:var(--ink);font:15px/1.45 Georgia,'Times New Roman',serif;overflow-wrap:anywhere;border-top:3px solid ${accent}}main{display:flex;flex-direction:column;height:100%;padding:14px 16px 10px}h1{font-size:18px;line-height:1.25;margin:0 0 10px;flex:none;max-height:40vh;overflow:auto}h1 span{display:block;font:12px/1.4 system-ui,sans-serif;color:var(--soft)}a{color:inherit;text-underline-offset:2px}a:focus-visible{outline:2px solid currentColor;outline-offset:-2px}ol{list-style:none;margin:0;padding:0;min-height:0;display:flex;flex-flow:column wrap;align-content:flex-start;overflow:auto;scroll-snap-type:x mandatory;scrollbar-width:thin}li{flex:none;width:100%;scroll-snap-align:start;padding:10px 0;border-top:1px solid var(--rule)}li a{text-decoration-thickness:1px}small{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;margin-top:3px;font:12px/1.4 system-ui,sans-serif;color:var(--soft)}time{white-space:nowrap}footer{flex:none;padding-top:8px;border-top:1px solid var(--rule);font:12px/1.4 system-ui,sans-serif;color:var(--soft)}footer p,.none{margin:0 0 4px}.whole,.whole body,.whole main{height:auto}.whole ol{flex-wrap:nowrap}${COMPACT}`;
}
