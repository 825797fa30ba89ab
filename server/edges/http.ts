import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Env } from '#server/platform/env.ts';
import { limitedAddress } from '#server/platform/fetch/address.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const COMPRESS_FROM_BYTES = 1024;

/** Where a request came from, as the listener saw it; `gone` aborts when the caller hangs up. */
export type Peer = { readonly address: string; readonly gone?: AbortSignal };

/** Who sent a request, as its socket says. */
export function peerOf({ socket }: IncomingMessage): Peer {
  return { address: (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '') };
}

/** What an edge answers, whole: the front door writes it out as it is, elsewhere it becomes a `Response`. */
export type Answer = {
  readonly status: number;
  /** A name is written in one way only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | string | null;
};

export function responseOf({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

/** Aborts when the caller of a request hangs up. */
export function goneOf(request: Request, peer: Peer): AbortSignal {
  return peer.gone ?? request.signal;
}

/** The address that limits count the caller by (`limitedAddress`): the peer's, or the one that trusted proxies vouch for. */
export function clientIp(request: Request, peer: Peer, trustedProxies: number): string {
  return limitedAddress(addressBehind(peer, request.headers.get('x-forwarded-for'), trustedProxies));
}

/** The peer, or the one that the configured number of trusted proxies vouches for, as `X-Forwarded-For` says. */
export function addressBehind(peer: Peer, forwardedFor: string | null, trustedProxies: number): string {
  if (trustedProxies === 0) return peer.address;
  const chain = [...(forwardedFor ?? '').split(','), peer.address].map((part) => part.trim()).filter(Boolean);
  return chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? peer.address;
}

/** CORS headers for an origin of the allowlist; none for another. */
export function corsHeaders(origin: string | null, env: Env): Record<string, string> {
  if (origin === null || !originAllowed(origin, env)) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers':
      'Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id',
  };
}

export function originAllowed(origin: string, env: Env): boolean {
  const asked = origin.toLowerCase();
  return asked === new URL(env.webUrl).origin.toLowerCase() || env.EARMARK_ALLOWED_ORIGINS.includes(asked);
}

/**
 * Whether a Host is one that this service answers to: its own name, or one that a stranger's DNS cannot have pointed here
 * (rebinding), which addresses, single labels and names reserved for private use cannot be.
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

export function preflight(allow: string, origin: string | null, env: Env): Answer {
  return {
    status: 204,
    body: null,
    headers: {
      Allow: allow,
      Vary: 'Origin',
      ...corsHeaders(origin, env),
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Service-Api-Key, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, X-Mcp-Readonly, X-Earmark-Test, Traceparent',
      'Access-Control-Max-Age': '86400',
    },
  };
}

export type BodyRead =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly status: 413 | 400 };

/** The body as UTF-8 text, at most `maxBytes`; stops reading past that. */
export async function readBody(request: Request, maxBytes: number): Promise<BodyRead> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return { ok: false, status: 413 };
  if (!request.body) return { ok: true, text: '' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // To cancel what is left would end the connection before the answer.
    const parts = request.body.values({ preventCancel: true });
    for await (const chunk of parts as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) return { ok: false, status: 413 };
      chunks.push(chunk);
    }
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { ok: false, status: 400 };
  }
}

/** An answer of `text` (null for none), compressed with what the caller accepts when that is worth it. */
export async function textAnswer(request: Request, text: string | null, head: Head): Promise<Answer> {
  return text === null ? { ...head, body: null } : packed(request, keptText(text), head);
}

type Head = Pick<Answer, 'status' | 'headers'>;

/** A text with the forms of it that were made so far: kept by whoever serves one text often. */
export type KeptText = {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly forms: Map<Encoding, Promise<Buffer<ArrayBuffer>>>;
};
type Encoding = 'br' | 'gzip';

export function keptText(text: string | Uint8Array<ArrayBuffer>): KeptText {
  const bytes =
    typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  return { bytes, forms: new Map() };
}

/** An answer of a text, compressed with what the caller accepts when that is worth it. */
export async function packed(request: Request, text: KeptText, head: Head): Promise<Answer> {
  const encoding =
    text.bytes.length < COMPRESS_FROM_BYTES ? null : acceptedEncoding(request.headers.get('accept-encoding'));
  const body = encoding ? await formOf(text, encoding) : text.bytes;
  const headers = {
    ...head.headers,
    Vary: head.headers.Vary ? `${head.headers.Vary}, Accept-Encoding` : 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
    'Content-Length': String(body.length),
  };
  return { status: head.status, headers, body: request.method === 'HEAD' ? null : body };
}

function formOf({ bytes, forms }: KeptText, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const made = forms.get(encoding) ?? (encoding === 'br' ? brotli(bytes) : compressGzip(bytes));
  forms.set(encoding, made);
  return made;
}

function brotli(bytes: Buffer): Promise<Buffer<ArrayBuffer>> {
  return compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

function acceptedEncoding(header: string | null): Encoding | null {
  const offered = new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  );
  return offered.has('br') ? 'br' : offered.has('gzip') ? 'gzip' : null;
}

/** The peer of a route handler, which sees no socket: unnamed callers share one bucket, and only trusted proxies can name them. */
export const handlerPeer: Peer = { address: 'route handler' };
