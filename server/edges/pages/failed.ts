import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeMarkup } from '#server/edges/embed/escape.ts';
import { pageRoute } from '#server/edges/observe/page-route.ts';
import type { Database } from '#server/platform/db.ts';
import { logThinly } from '#server/platform/failure/thin.ts';
import type { Log } from '#server/platform/log.ts';
import { idOfRequest } from '#server/platform/observe/doing.ts';

/** The services used here: the log, and whether the database was away at its last use. */
type Seen = { readonly log: Pick<Log, 'error'>; readonly db: Pick<Database, 'away'> };

const RETRY_SECONDS = 5;
const AWAY = 'Earmark cannot reach its record for now.';
const AGAIN = 'Try again in a minute.';
/** What a feed or a file says instead. */
const AWAY_TEXT = `${AWAY} ${AGAIN}\n`;

type Pages = (req: IncomingMessage, res: ServerResponse) => unknown;

/**
 * Pages with a readable error page: Next's own is blank until scripts have drawn it. The status stays 500, and the page shows
 * the request id, which is in the log. While the database is away the status is 503 with `Retry-After`, of feeds too.
 */
export function withReadableFailures(pages: Pages, services: Seen): Pages {
  return (req, res) => {
    replaceFailure(req, res, services);
    return pages(req, res);
  };
}

/** Replaces a failed page by ours. `writeHead` shows that it failed, before any of the body is written. */
function replaceFailure(req: IncomingMessage, res: ServerResponse, { log, db }: Seen): void {
  const { writeHead, write, end } = res;
  let page: string | null = null;

  res.writeHead = function (this: ServerResponse, status: number, ...rest: unknown[]) {
    const isPage = isFailedPage(status, res);
    const away = isPage || isEmptyFailure(status, res) ? db.away() : null;
    if (!isPage && !away) return Reflect.apply(writeHead, res, [status, ...rest]);
    const requestId = idOfRequest();
    if (away) logThinly(log, away.why, { err: away.message }, 'pages fail');
    else log.error({ requestId, method: req.method, path: pageRoute(req.url ?? '/').path }, 'page failed');
    page = isPage ? failedPage(req, away ? null : requestId) : AWAY_TEXT;
    if (!isPage) res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    if (away) res.setHeader('Retry-After', RETRY_SECONDS);
    for (const name of ['Content-Encoding', 'Transfer-Encoding', 'ETag', 'Link']) res.removeHeader(name);
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Length', Buffer.byteLength(page));
    return Reflect.apply(writeHead, res, [away ? 503 : status]);
  } as typeof res.writeHead;

  res.write = ((...args: unknown[]) => {
    if (!res.headersSent) res.writeHead(res.statusCode);
    if (page === null) return Reflect.apply(write, res, args);
    called(args);
    return true;
  }) as typeof res.write;

  res.end = ((...args: unknown[]) => {
    if (!res.headersSent) res.writeHead(res.statusCode);
    if (page === null) return Reflect.apply(end, res, args);
    return Reflect.apply(end, res, [page, () => called(args)]);
  }) as typeof res.end;
}

function isFailedPage(status: number, res: ServerResponse): boolean {
  return status === 500 && String(res.getHeader('Content-Type') ?? '').startsWith('text/html');
}

/** Whether a route handler failed: Next answers for it without a word. */
function isEmptyFailure(status: number, res: ServerResponse): boolean {
  return status === 500 && !res.hasHeader('Content-Type');
}

/** Calls back a writer whose output is dropped, as if it had been sent. */
function called(args: readonly unknown[]): void {
  const last = args.at(-1);
  if (typeof last === 'function') last();
}

/** The whole page, which loads nothing. `requestId` is null while the database is away: there is nothing to report then. */
function failedPage({ method, url }: IncomingMessage, requestId: string | null): string {
  const spent = method === 'GET' || method === 'HEAD' ? ' Nothing was spent.' : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>This page could not be made | Earmark</title><style>${STYLE}</style></head>
<body><header><a href="/">Earmark</a></header><main><h1>This page could not be made</h1>
<p>${requestId === null ? `${AWAY}${spent} ${AGAIN}` : `Something went wrong on our side.${spent} Try again in a minute; if it stays, tell the operator this number: <code>${requestId}</code>`}</p>
<p><a href="${escapeMarkup(ownPath(url))}">Try again</a></p>
<nav aria-label="Elsewhere"><a href="/">Front page</a> <a href="/search">Search</a> <a href="/help">Help</a></nav></main></body></html>`;
}

/** An address as a path of this site: browsers read one that starts with two slashes, of either kind, as another host. */
function ownPath(url = '/'): string {
  return url.replace(/^[/\\]+/, '/');
}

const STYLE =
  ":root{color-scheme:light dark}body{margin:0;background:#fcfbf7;color:#1c1a15;font:1rem/1.55 system-ui,sans-serif;overflow-wrap:break-word}header,main{max-width:36rem;margin:0 auto;padding:1rem}header a,h1{font-family:'Source Serif 4',Georgia,serif;font-weight:600}header a{font-size:1.25rem;text-decoration:none}h1{font-size:1.9rem;line-height:1.18;margin:1.5rem 0 .75rem}a{color:inherit;text-underline-offset:.18em}nav a{margin-right:1.25rem}a{display:inline-block;padding:.35rem 0}@media(prefers-color-scheme:dark){body{background:#151410;color:#ece7da}}";
