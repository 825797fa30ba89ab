import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf } from '#server/api/links.ts';
import { readScopes, scopes } from '#server/api/scopes.ts';
import { corsHeaders, preflight, senderAddress } from '#server/edges/http/origin.ts';
import type { Peer } from '#server/edges/http.ts';
import { authorizationServer, COOKIES, RESPONSE_MODE, ROUTES } from '#server/edges/oauth/provider.ts';
import type { Env } from '#server/platform/env.ts';
import { limitedAddress } from '#server/platform/fetch/address.ts';
import type { Services } from '#server/platform/services.ts';

const SERVER_METADATA = '/.well-known/oauth-authorization-server';

/** The one spelling of the library's paths: its router ignores case and a last slash, which the checks below do not. */
const OAUTH_PATH = /^\/oauth\/[a-z]+(?:\/[\w-]+)?$/;

/** Whether a path belongs to the authorization server. */
export function isOauthPath(url: string): boolean {
  const path = pathOf(url);
  return OAUTH_PATH.test(path) || path === SERVER_METADATA || path === '/.well-known/openid-configuration';
}

/** Answers a request to the authorization server (RFC 6749, 7009, 7591, 8414). */
export async function oauthEdge(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  peer: Peer,
): Promise<void> {
  const { env, buckets } = services;
  const path = pathOf(req.url!);
  const registers = path === ROUTES.registration;
  if (registers && letsPagesRegister(req, res, env)) return;
  const address = senderAddress(req, peer, env);
  const taken = await buckets.take(registers ? 'oauthClient' : 'oauth', limitedAddress(address));
  if (!taken.allowed) return tooMany(res, taken.resetSeconds);
  asFromOutside(req, env.webUrl, address);
  if (path === ROUTES.authorization) askForOurs(req);
  if (path.startsWith(ROUTES.authorization)) rememberNobody(req);
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
 * 6749, section 3.3), `openid` too, which the consent page does not offer. An unsupported `response_mode` is replaced by one the
 * library also rejects.
 */
function askForOurs(req: IncomingMessage): void {
  const query = new URLSearchParams(req.url!.split('?')[1] ?? '');
  const named = (query.get('scope') ?? '').split(' ');
  const ours = scopes.filter((scope) => named.includes(scope));
  query.set('scope', (ours.length > 0 ? ours : readScopes).join(' '));
  if (query.getAll('response_mode').some((mode) => mode !== RESPONSE_MODE))
    query.set('response_mode', 'not served');
  req.url = `${ROUTES.authorization}?${query}`;
}

/**
 * Sets the CORS headers for a page that registers a client: the library sets them on its other routes alone. True for a
 * preflight, which is answered with that.
 */
function letsPagesRegister(req: IncomingMessage, res: ServerResponse, env: Env): boolean {
  const origin = req.headers.origin ?? null;
  if (req.method === 'OPTIONS') {
    const { status, headers } = preflight('POST, OPTIONS', origin, env);
    res.writeHead(status, headers).end();
    return true;
  }
  for (const [name, value] of Object.entries({ Vary: 'Origin', ...corsHeaders(origin, env) }))
    res.setHeader(name, value);
  return false;
}

function tooMany(res: ServerResponse, resetSeconds: number): void {
  res.writeHead(429, {
    'Retry-After': String(resetSeconds),
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
  });
  const error_description = 'Too many requests: wait and try again.';
  res.end(JSON.stringify({ error: 'temporarily_unavailable', error_description }));
}
