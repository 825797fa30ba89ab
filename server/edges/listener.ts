import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { wrongMethod } from '#server/api/errors.ts';
import { pathOf } from '#server/api/links.ts';
import { v1Answer } from '#server/edges/front.ts';
import { type Answer, type Asked, askedOf, type Peer, peerOf } from '#server/edges/http.ts';
import { type Closing, openClosing } from '#server/edges/life/closing.ts';
import { answerLive, answerReady } from '#server/edges/life/probes.ts';
import { noMethod, noPath, turnAway } from '#server/edges/life/turned-away.ts';
import { isOauthPath, oauthEdge } from '#server/edges/oauth/front.ts';
import { isResourceMetadataPath, resourceMetadataAnswer } from '#server/edges/oauth/resources.ts';
import { answerMetrics, mayReadMetrics } from '#server/edges/observe/metrics.ts';
import { observed } from '#server/edges/observe/observed.ts';
import { answerAsset } from '#server/edges/pages/assets.ts';
import { hidesLength, readWhole, refusalOfForm } from '#server/edges/pages/guard.ts';
import { methodsOf } from '#server/edges/pages/methods.ts';
import { limitScripts } from '#server/edges/pages/policy.ts';
import { answering } from '#server/edges/pages/request.ts';
import { errorAnswer, toRefusal } from '#server/edges/refusal.ts';
import { isRegistryPath, registryAnswer } from '#server/edges/registry.ts';
import { idOfRequest, nameRequest } from '#server/platform/observe/doing.ts';
import type { Services } from '#server/platform/services.ts';

/** Browsers that came over https once use nothing else for a year. */
const ONE_YEAR = 'max-age=31536000';

/**
 * The front door: `/v1/*` goes to the edges without passing through Next, everything else to `pages`. A forwarded host is
 * dropped when no proxy is trusted, so that nobody can claim to be this site's own form.
 */
export function frontDoor(
  services: Services,
  pages: Pages,
  closing: Closing = openClosing(),
): RequestListener {
  return (req, res) => {
    closing.follow(res);
    if (services.env.webUrl.startsWith('https:')) res.setHeader('Strict-Transport-Security', ONE_YEAR);
    if (UNSERVED.has(req.method ?? '')) return turnAway(res, noMethod(), services);
    takeOrigin(req);
    if (!req.url?.startsWith('/')) return turnAway(res, noPath(), services);
    // Probes come often; they are not counted or logged as traffic.
    res.setHeader('X-Request-Id', idOfRequest());
    if (req.url === '/livez') return answerLive(res);
    if (req.url === '/readyz') return void answerReady(services, closing, res);
    if (req.url === '/metrics' && mayReadMetrics(req, peerOf(req), services.env))
      return void answerMetrics(services, res).catch(() => res.destroy());
    observed(services, req, res, () => handOn(services, req, res, pages));
  };
}

type Pages = (req: IncomingMessage, res: ServerResponse) => unknown;

/** Reads a target in absolute form as its path, and its host in the place of the Host header (RFC 9112, 3.2.2). */
function takeOrigin(req: IncomingMessage): void {
  const [origin, host] = /^https?:\/\/([^/?#]+)/i.exec(req.url ?? '') ?? [];
  if (origin === undefined || host === undefined) return;
  const rest = req.url!.slice(origin.length);
  req.url = rest.startsWith('/') ? rest : `/${rest}`;
  req.headers.host = host;
  const at = req.rawHeaders.findIndex((name, n) => n % 2 === 0 && name.toLowerCase() === 'host');
  if (at >= 0) req.rawHeaders[at + 1] = host;
}

function handOn(services: Services, req: IncomingMessage, res: ServerResponse, pages: Pages): void {
  const url = req.url!;
  const peer = peerOf(req);
  const failed = (error: unknown) => fail(services, res, error);
  if (isRegistryPath(url)) {
    nameRequest('registry', 'entry');
    return void answer(services, req, res, registryAnswer).catch(failed);
  }
  if (isResourceMetadataPath(url)) {
    nameRequest('oauth', 'other');
    return void answer(services, req, res, resourceMetadataAnswer).catch(failed);
  }
  if (isOauthPath(url)) {
    nameRequest('oauth', 'other');
    return void oauthEdge(services, req, res, peer).catch(failed);
  }
  if (/^\/v1(?:[/?]|$)/.test(url)) {
    nameRequest('rest', 'none');
    return void answer(services, req, res, v1Answer).catch(failed);
  }
  if (answerAsset(req, res)) return;
  if (!isWellFormed(url)) return void refuseAddress(res);
  if (answerMethod(services, req, res)) return;
  // Next answers a range that a file does not have with 500. Nothing here is large enough to be read in parts.
  delete req.headers.range;
  answering(req, res, peer, services.env, () => {
    if (services.env.EARMARK_TRUSTED_PROXIES === 0) delete req.headers['x-forwarded-host'];
    const refused = refusalOfForm(req);
    if (refused !== null) return refuseForm(req, res, refused);
    limitScripts(req, res, services.env);
    if (!hidesLength(req)) return pages(req, res);
    readWhole(req).then(
      (whole) => (whole ? pages(whole, res) : refuseForm(req, res, 413)),
      () => res.destroy(),
    );
  });
}

/** Answers a request whose edge threw. An answer that has begun cannot become an error: its connection is cut. */
function fail(services: Services, res: ServerResponse, error: unknown): void {
  const { status, headers, body } = errorAnswer(services, toRefusal(error, 422), error, idOfRequest());
  if (res.headersSent) return void res.destroy();
  res.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  res.end(JSON.stringify(body));
}

/** Answers OPTIONS, and refuses a method that a page does not take: Next would refuse it without `Allow`. */
function answerMethod(services: Services, { method, url }: IncomingMessage, res: ServerResponse): boolean {
  const allow = methodsOf(url!);
  if (method === 'OPTIONS') {
    res.writeHead(204, { Allow: allow, 'Cache-Control': 'no-store' }).end();
    return true;
  }
  if (allow.split(', ').includes(method!)) return false;
  turnAway(res, wrongMethod(allow), services);
  return true;
}

/** Methods that a `Request` cannot carry. */
const UNSERVED = new Set(['TRACE', 'TRACK', 'CONNECT']);

/** Whether the escapes of an address can be decoded; Next answers 500 where they cannot. */
function isWellFormed(url: string | undefined): boolean {
  try {
    decodeURIComponent(pathOf(url ?? ''));
    return true;
  } catch {
    return false;
  }
}

function refuseAddress(res: ServerResponse): void {
  res.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' });
  res.end('This address is not well formed: it may have been cut short.\n');
}

/** Milliseconds for which the rest of a refused form is read. */
const LISTEN_MS = 3_000;

const FORM_REFUSALS = {
  403: 'This form was sent from another site.\n',
  413: 'This form is larger than any of ours.\n',
};

function refuseForm(req: IncomingMessage, res: ServerResponse, status: keyof typeof FORM_REFUSALS): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  const answer = () => res.end(FORM_REFUSALS[status]);
  // A sender that is cut off while sending would not read the answer. One that never ends is cut off at the limit.
  const late = setTimeout(answer, LISTEN_MS);
  req
    .resume()
    .on('end', answer)
    .on('close', () => clearTimeout(late));
}

type Edge = (services: Services, request: Asked, peer: Peer) => Promise<Answer>;

async function answer(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  edge: Edge,
): Promise<void> {
  const gone = new AbortController();
  res.on('close', () => {
    // An abort after the answer reaches nobody, and costs as much as a short answer.
    if (!res.writableEnded) gone.abort();
  });
  const request = askedOf(req, services.env.webUrl, gone.signal);
  const { status, headers, body } = await edge(services, request, peerOf(req));
  const closing = leavesBody(req) ? { connection: 'close' } : {};
  res.writeHead(status, { ...headers, ...closing });
  res.end(body);
}

/** An unread body of this size fits into the buffers of a connection, so the next request can follow. */
const BUFFERED_BYTES = 16 * 1024;

/** Whether the unread rest of a request may exceed the connection's buffers, so that no other request can follow. */
function leavesBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && !(Number(headers['content-length']) <= BUFFERED_BYTES);
}
