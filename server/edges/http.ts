import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * What edges read of a request. A `Request` fits it; the front door makes a lighter one from Node's own request, because
 * building a `Request` costs as much as a short answer.
 */
export type Asked = {
  readonly method: string;
  /** Whole, under the service's own address. */
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'> & { repeats?(name: string): boolean };
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

/** The same as a `Request` without its body, for libraries that get the body separately. */
export function requestOf(asked: Asked): Request {
  if (asked instanceof Request) return asked;
  const { method, url, headers } = asked;
  return new Request(url, { method, headers: [...(headers as SentHeaders)] });
}

/** The parts of a body as they arrive. Leaving some unread keeps the connection open, so that the answer can be sent. */
export function partsOf(body: NonNullable<Asked['body']>): AsyncIterable<Uint8Array> {
  return 'values' in body
    ? (body.values({ preventCancel: true }) as AsyncIterable<Uint8Array>)
    : (body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>);
}

/** Headers as sent, read as `Headers` reads them: names ignore case, values of one name are joined by commas. */
class SentHeaders implements Iterable<[string, string]> {
  readonly #values = new Map<string, string>();
  readonly #repeated = new Set<string>();
  constructor(raw: readonly string[]) {
    for (let at = 0; at < raw.length; at += 2) {
      const name = raw[at]!.toLowerCase();
      if (name.startsWith(':')) continue;
      const before = this.#values.get(name);
      if (before !== undefined) this.#repeated.add(name);
      this.#values.set(name, before === undefined ? raw[at + 1]! : `${before}, ${raw[at + 1]!}`);
    }
  }
  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }
  /** Whether a header was sent more than once. */
  repeats(name: string): boolean {
    return this.#repeated.has(name.toLowerCase());
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

/** A whole answer of an edge. The front door writes it out as it is; route handlers turn it into a `Response`. */
export type Answer = {
  readonly status: number;
  /** Each name has one spelling, so that no header occurs twice. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | string | null;
};

/** An answer as a `Response`, for route handlers. */
export function responseOf({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

/** The peer of a route handler, which sees no socket: its callers share one bucket unless a trusted proxy names them. */
export const handlerPeer: Peer = { address: 'route handler' };
