import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Answer, Asked, Peer } from '#server/edges/http.ts';
import type { Env } from '#server/platform/env.ts';
import { limitedAddress } from '#server/platform/fetch/address.ts';

/** The address that limits count the caller by (`limitedAddress`): the peer's, or the one that trusted proxies vouch for. */
export function clientIp(request: Asked, peer: Peer, trustedProxies: number): string {
  return limitedAddress(addressBehind(peer, request.headers.get('x-forwarded-for'), trustedProxies));
}

/** The address of the peer, or the one that `trustedProxies` proxies vouch for in `X-Forwarded-For` (docs/contract.md, Added: HTTP 18). */
export function addressBehind(peer: Peer, forwardedFor: string | null, trustedProxies: number): string {
  if (trustedProxies === 0) return peer.address;
  const chain = [...namedIn(forwardedFor), peer.address];
  return chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? peer.address;
}

/** The address of whoever sent a request, as `addressBehind` finds it. */
export function senderAddress(req: IncomingMessage, peer: Peer, env: Env): string {
  return addressBehind(peer, forwardedFor(req), env.EARMARK_TRUSTED_PROXIES);
}

/** The `X-Forwarded-For` of a request; null where there is none. */
export function forwardedFor({ headers }: IncomingMessage): string | null {
  const named = headers['x-forwarded-for'];
  return named === undefined ? null : String(named);
}

/** The addresses that an `X-Forwarded-For` names. */
export function namedIn(forwardedFor: string | null): string[] {
  return (forwardedFor ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** CORS headers of an answer to an allowed origin; none for another (docs/contract.md, Added: HTTP 7). */
export function corsHeaders(origin: string | null, env: Env): Record<string, string> {
  if (origin === null || !originAllowed(origin, env)) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers':
      'Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id',
  };
}

/** Whether an origin is the service's own or on the operator's allowlist (docs/contract.md, MCP 13). */
export function originAllowed(origin: string, env: Env): boolean {
  const asked = origin.toLowerCase();
  return asked === new URL(env.webUrl).origin.toLowerCase() || env.EARMARK_ALLOWED_ORIGINS.includes(asked);
}

/**
 * Whether this service answers to a Host: its own name, or a name that DNS rebinding cannot use, namely an address, a
 * single label or a name reserved for private use.
 */
export function isServedHost(host: string, env: Env): boolean {
  const url = URL.parse(`http://${host}`);
  if (url === null) return false;
  const name = url.hostname.replace(/\.$/, '');
  return name === new URL(env.webUrl).hostname || cannotBeRebound(name);
}

function cannotBeRebound(name: string): boolean {
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  return !name.includes('.') || /\.(localhost|internal)$/.test(name);
}

/** The answer to OPTIONS: the methods in `Allow`, and what a browser may send where its origin is allowed. */
export function preflight(allow: string, origin: string | null, env: Env): Answer {
  const cors = corsHeaders(origin, env);
  const isAllowed = Object.keys(cors).length > 0;
  return {
    status: 204,
    body: null,
    headers: {
      Allow: allow,
      Vary: 'Origin',
      'Cache-Control': 'no-store',
      ...(isAllowed ? { ...cors, ...whatMayBeSent(allow) } : {}),
    },
  };
}

function whatMayBeSent(methods: string): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Service-Api-Key, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, X-Mcp-Readonly, X-Earmark-Test, Traceparent',
    'Access-Control-Max-Age': '86400',
  };
}
