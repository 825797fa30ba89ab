import type { IncomingMessage, ServerResponse } from 'node:http';
import { scopes } from '#server/api/scopes.ts';
import { addressBehind } from '#server/edges/http/origin.ts';
import type { Peer } from '#server/edges/http.ts';
import { authorizationServer, COOKIES } from '#server/edges/oauth/provider.ts';
import { resourceMetadata } from '#server/edges/oauth/resources.ts';
import { limitedAddress } from '#server/platform/fetch/address.ts';
import type { Services } from '#server/platform/services.ts';

const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const AUTHORIZE = '/oauth/authorize';
const REGISTER = '/oauth/register';

/** Whether a path belongs to the authorization server or describes the API to OAuth clients. */
export function isOauthPath(url: string): boolean {
  const path = url.split('?')[0]!;
  return (
    path.startsWith('/oauth/') ||
    path.startsWith('/.well-known/oauth-protected-resource') ||
    path === SERVER_METADATA ||
    path === '/.well-known/openid-configuration'
  );
}

/** Answers a request to the authorization server (RFC 6749, 7009, 7591, 8414) or for a resource's metadata (RFC 9728). */
export async function oauthEdge(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  peer: Peer,
): Promise<void> {
  const { env, buckets } = services;
  const { pathname } = new URL(req.url!, env.webUrl);
  const metadata = resourceMetadata(pathname, env.webUrl);
  if (metadata) return answerJson(res, 200, metadata);
  if (pathname.startsWith('/.well-known/oauth-protected-resource')) {
    return answerJson(res, 404, { error: 'not_found', message: 'There is no such resource.' });
  }
  const forwarded = req.headers['x-forwarded-for'];
  const address = addressBehind(
    peer,
    forwarded === undefined ? null : String(forwarded),
    env.EARMARK_TRUSTED_PROXIES,
  );
  const taken = await buckets.take(pathname === REGISTER ? 'oauthClient' : 'oauth', limitedAddress(address));
  if (!taken.allowed) {
    res.setHeader('Retry-After', String(taken.resetSeconds));
    return answerJson(res, 429, {
      error: 'temporarily_unavailable',
      error_description: 'Too many requests: wait and try again.',
    });
  }
  asFromOutside(req, env.webUrl, address);
  if (pathname === AUTHORIZE) askForOurs(req);
  if (pathname.startsWith(AUTHORIZE)) rememberNobody(req);
  await authorizationServer(services).callback()(req, res);
}

/** Makes the library use the service's own address in its answers, whatever a caller or a proxy says. */
function asFromOutside(req: IncomingMessage, webUrl: string, address: string): void {
  const { host, protocol } = new URL(webUrl);
  req.headers.host = host;
  delete req.headers['x-forwarded-host'];
  req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  req.headers['x-forwarded-for'] = address;
}

/** Drops the library's own session cookie: the site's session on the consent page says who decides. */
function rememberNobody(req: IncomingMessage): void {
  req.headers.cookie = (req.headers.cookie ?? '')
    .split(/;\s*/)
    .filter((pair) => !pair.startsWith(`${COOKIES.session}=`) && !pair.startsWith(`${COOKIES.session}.sig=`))
    .join('; ');
}

/**
 * Reduces the scopes of a request to ours, or to all that only read when it names none of ours. Others are ignored (RFC
 * 6749, section 3.3), `openid` too, which the consent page does not offer.
 */
function askForOurs(req: IncomingMessage): void {
  const query = new URLSearchParams(req.url!.split('?')[1] ?? '');
  const named = (query.get('scope') ?? '').split(' ');
  const ours = scopes.filter((scope) => named.includes(scope));
  query.set('scope', (ours.length > 0 ? ours : scopes.filter((scope) => scope.endsWith(':read'))).join(' '));
  req.url = `${AUTHORIZE}?${query}`;
}

function answerJson(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': status === 200 ? 'public, max-age=3600' : 'no-store',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(JSON.stringify(body));
}
