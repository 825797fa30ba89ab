import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { bodyEncoded, bodyTooLarge, notSentAsJson } from '#server/api/errors.ts';
import type { Env } from '#server/platform/env.ts';
import { limitedAddress } from '#server/platform/fetch/address.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const COMPRESS_FROM_BYTES = 1024;

/**
 * What edges read of a request. A `Request` is one; the front door makes a lighter one of what Node has read already,
 * since to build a `Request` with its headers costs as much as a short answer.
 */
export type Asked = {
  readonly method: string;
  /** Whole, under the service's own address. */
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  readonly body: Pick<ReadableStream<Uint8Array>, 'values'> | Readable | null;
  readonly signal: AbortSignal;
};

/** A request as the front door read it; `gone` aborts when the caller hangs up. */
export function askedOf(req: IncomingMessage, webUrl: string, gone: AbortSignal): Asked {
  const method = req.method ?? 'GET';
  return {
    method,
    url: new URL(req.url!, webUrl).href,
    headers: new SentHeaders(req.rawHeaders),
    body: method === 'GET' || method === 'HEAD' ? null : req,
    signal: gone,
  };
}

/** The same as a `Request` without its body, for libraries that are given the body apart. */
export function requestOf(asked: Asked): Request {
  if (asked instanceof Request) return asked;
  const { method, url, headers } = asked;
  return new Request(url, { method, headers: [...(headers as SentHeaders)] });
}

/** Parts of a body as they come; what is left unread does not end the connection, so that the answer can be sent. */
export function partsOf(body: NonNullable<Asked['body']>): AsyncIterable<Uint8Array> {
  return 'values' in body
    ? (body.values({ preventCancel: true }) as AsyncIterable<Uint8Array>)
    : (body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>);
}

/** Headers as they were sent, read as `Headers` reads them: without regard to case, those of one name joined by commas. */
class SentHeaders implements Iterable<[string, string]> {
  readonly #values = new Map<string, string>();
  constructor(raw: readonly string[]) {
    for (let at = 0; at < raw.length; at += 2) {
      const name = raw[at]!.toLowerCase();
      if (name.startsWith(':')) continue;
      const before = this.#values.get(name);
      this.#values.set(name, before === undefined ? raw[at + 1]! : `${before}, ${raw[at + 1]!}`);
    }
  }
  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries();
  }
}

/** Where a request came from, as the listener saw it. */
export type Peer = { readonly address: string };

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

/** The address that limits count the caller by (`limitedAddress`): the peer's, or the one that trusted proxies vouch for. */
export function clientIp(request: Asked, peer: Peer, trustedProxies: number): string {
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
export async function readBody(request: Asked, maxBytes: number): Promise<BodyRead> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return { ok: false, status: 413 };
  if (!request.body) return { ok: true, text: '' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of partsOf(request.body)) {
      size += chunk.byteLength;
      if (size > maxBytes) return { ok: false, status: 413 };
      chunks.push(chunk);
    }
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { ok: false, status: 400 };
  }
}

/** The value of a JSON body; undefined for a body that is no JSON. Throws 413 past `maxBytes`, and 415 for what is not sent as plain JSON. */
export async function readJson(request: Asked, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw notSentAsJson();
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') throw bodyEncoded(coding);
  const read = await readBody(request, maxBytes);
  if (!read.ok && read.status === 413) throw bodyTooLarge(maxBytes);
  return read.ok ? parsed(read.text) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An answer of `text` (null for none), compressed with what the caller accepts when that is worth it. */
export function textAnswer(request: Asked, text: string | null, head: Head): Promise<Answer> | Answer {
  if (text === null) return { ...head, body: null };
  const size = Buffer.byteLength(text);
  const plain = encodingFor(size, acceptOf(request)) === null;
  return plain ? whole(request, text, size, head) : packed(request, keptText(text), head);
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
export async function packed(request: Asked, text: KeptText, head: Head): Promise<Answer> {
  const { bytes } = text;
  const encoding = encodingFor(bytes.length, acceptOf(request));
  if (encoding === null) return whole(request, bytes, bytes.length, head);
  const body = await formOf(text, encoding);
  const headers = { ...head.headers, 'Content-Encoding': encoding };
  return whole(request, body, body.length, { ...head, headers });
}

/** The answer of a body that would have been another form for another caller. */
function whole(
  { method }: Asked,
  body: NonNullable<Answer['body']>,
  size: number,
  { status, headers: { Vary, ...named } }: Head,
): Answer {
  const headers = {
    ...named,
    Vary: Vary ? `${Vary}, Accept-Encoding` : 'Accept-Encoding',
    'Content-Length': String(size),
  };
  return { status, headers, body: method === 'HEAD' ? null : body };
}

function formOf({ bytes, forms }: KeptText, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const known = forms.get(encoding);
  if (known) return known;
  const made = inForm(bytes, encoding);
  forms.set(encoding, made);
  // What failed once is tried again for who asks next.
  made.catch(() => forms.delete(encoding));
  return made;
}

/** Bytes compressed, off the main thread. */
export function inForm(bytes: Buffer, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return compressGzip(bytes);
  return compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

/** How a body of so many bytes goes to whoever sends this `Accept-Encoding`; null where it goes as it is. */
export function encodingFor(size: number, accepted: string | null): Encoding | null {
  return size < COMPRESS_FROM_BYTES ? null : acceptedEncoding(accepted);
}

function acceptOf({ headers }: Asked): string | null {
  return headers.get('accept-encoding');
}

/** The best of our encodings that an `Accept-Encoding` names; null for none. */
export function acceptedEncoding(header: string | null): Encoding | null {
  if (header === null) return null;
  const offered = new Set(
    header
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  );
  return offered.has('br') ? 'br' : offered.has('gzip') ? 'gzip' : null;
}

/** The peer of a route handler, which sees no socket: unnamed callers share one bucket, and only trusted proxies can name them. */
export const handlerPeer: Peer = { address: 'route handler' };
