import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { isAllowedHost, isPublicAddress } from './address.ts';

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export type GuardConfig = {
  /** `EARMARK_FEED_ALLOW_HOSTS`: hosts (`host` or `host:port`) that may be private. */
  readonly allowHosts: readonly string[];
  readonly userAgent: string;
  /** Milliseconds for everything: lookup, redirects, the last byte. */
  readonly timeoutMs: number;
  /** Bytes on the wire. */
  readonly maxWireBytes: number;
  /** Bytes after decompression. */
  readonly maxBytes: number;
  /** Replaced in tests; the system's resolver otherwise. */
  readonly lookup?: Lookup;
  /** Milliseconds since 1970, to read a Retry-After date. */
  readonly now?: () => number;
};

export type FetchRequest = {
  readonly accept?: string;
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  readonly signal?: AbortSignal;
};

export type FailureKind =
  | 'address'
  | 'blocked'
  | 'network'
  | 'timeout'
  | 'redirect'
  | 'status'
  | 'too-large'
  | 'encoding'
  | 'aborted';

type Answered = {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Where the answer came from, without credentials. */
  readonly finalUrl: string;
  /** Where an unbroken chain of 301 and 308 says that the document lives now; null otherwise. */
  readonly permanentRedirectTo: string | null;
};

export type FetchResult =
  | (Answered & { readonly status: 'ok'; readonly bytes: Uint8Array; readonly contentType: string | null })
  | (Answered & { readonly status: 'not-modified' })
  | {
      readonly status: 'failed';
      readonly kind: FailureKind;
      /** One sentence for an operator. */
      readonly reason: string;
      readonly httpStatus: number | null;
      readonly retryAfterSeconds: number | null;
      /** 410: the publisher has taken it down for good. */
      readonly gone: boolean;
    };

/** Fetches a public document; never throws for what the network or the other side does. */
export type GuardedFetch = (url: string, wanted?: FetchRequest) => Promise<FetchResult>;

export const FETCH_DEFAULTS = {
  timeoutMs: 30_000,
  maxWireBytes: 48 * 1024 * 1024,
  maxBytes: 48 * 1024 * 1024,
} as const;

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([301, 308]);
const MAX_RETRY_AFTER_SECONDS = 7 * 24 * 3600;
const DEFAULT_ACCEPT =
  'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';

class FetchFailure extends Error {
  readonly kind: FailureKind;
  readonly httpStatus: number | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: FailureKind,
    reason: string,
    httpStatus: number | null = null,
    retryAfter: number | null = null,
  ) {
    super(reason);
    this.kind = kind;
    this.httpStatus = httpStatus;
    this.retryAfterSeconds = retryAfter;
  }
}

/**
 * Builds a fetch that cannot be talked into reaching the operator's own network: http and https only, every
 * address checked as it is connected to (so a name that resolves differently the second time gains nothing), on
 * every redirect, IP literals included. Time and bytes are capped, compressed and not.
 */
export function createGuardedFetch(config: GuardConfig): GuardedFetch {
  return async (url, wanted = {}) => {
    const deadline = AbortSignal.timeout(config.timeoutMs);
    const signal = wanted.signal ? AbortSignal.any([deadline, wanted.signal]) : deadline;
    const agent = new Agent({
      connect: guardedConnect(config),
      maxRedirections: 0,
      pipelining: 0,
    } as Agent.Options);
    try {
      return await follow(url, wanted, config, agent, signal);
    } catch (error) {
      return failed(toFailure(error, deadline, wanted.signal, config.timeoutMs));
    } finally {
      // Nothing is owed an answer any more; an open socket would only outlive its deadline.
      agent.destroy().catch(() => undefined);
    }
  };
}

function failed(failure: FetchFailure): FetchResult {
  return {
    status: 'failed',
    kind: failure.kind,
    reason: failure.message,
    httpStatus: failure.httpStatus,
    retryAfterSeconds: failure.retryAfterSeconds,
    gone: failure.httpStatus === 410,
  };
}

async function follow(
  start: string,
  wanted: FetchRequest,
  config: GuardConfig,
  agent: Agent,
  signal: AbortSignal,
): Promise<FetchResult> {
  const first = webAddress(start, undefined);
  const credentials = takeCredentials(first);
  let url = first;
  let permanent: string | null = null;
  let unbroken = credentials === null;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    refuseLiteral(url, config.allowHosts);
    const authorization = credentials !== null && url.origin === first.origin ? credentials : null;
    const answer = await request(url, {
      dispatcher: agent,
      signal,
      headers: headersFor(wanted, config, authorization),
    });
    if (!REDIRECTS.has(answer.statusCode)) {
      return await settle(answer, url, permanent, wanted, config, signal);
    }
    answer.body.on('error', () => undefined).destroy();
    url = redirectTarget(answer, url);
    unbroken &&= PERMANENT.has(answer.statusCode);
    if (unbroken) permanent = url.href;
  }
  throw new FetchFailure('redirect', `The address redirects more than ${MAX_REDIRECTS} times.`);
}

function webAddress(text: string, base: URL | undefined): URL {
  const url = URL.parse(text, base);
  if (!url) throw new FetchFailure('address', 'The address is not a valid URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchFailure(
      'address',
      `Only http and https addresses are fetched, not ${url.protocol.slice(0, 20)}`,
    );
  }
  url.hash = '';
  return url;
}

/** Removes the user and password from the address; they travel as a header, and only to where they were given. */
function takeCredentials(url: URL): string | null {
  if (url.username === '' && url.password === '') return null;
  const pair = `${decodeURIComponentSafely(url.username)}:${decodeURIComponentSafely(url.password)}`;
  url.username = '';
  url.password = '';
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function headersFor(
  wanted: FetchRequest,
  config: GuardConfig,
  authorization: string | null,
): Record<string, string> {
  return {
    accept: wanted.accept ?? DEFAULT_ACCEPT,
    'accept-encoding': 'gzip, br',
    'user-agent': config.userAgent,
    ...(wanted.etag ? { 'if-none-match': wanted.etag } : {}),
    ...(wanted.lastModified ? { 'if-modified-since': wanted.lastModified } : {}),
    ...(authorization === null ? {} : { authorization }),
  };
}

function redirectTarget(answer: Dispatcher.ResponseData, from: URL): URL {
  const location = headerOf(answer, 'location');
  if (location === null) {
    throw new FetchFailure(
      'redirect',
      `The server redirects (${answer.statusCode}) without saying where to.`,
    );
  }
  const target = webAddress(location, from);
  target.username = '';
  target.password = '';
  return target;
}

async function settle(
  answer: Dispatcher.ResponseData,
  url: URL,
  permanentRedirectTo: string | null,
  wanted: FetchRequest,
  config: GuardConfig,
  signal: AbortSignal,
): Promise<FetchResult> {
  const answered: Answered = {
    etag: headerOf(answer, 'etag'),
    lastModified: headerOf(answer, 'last-modified'),
    finalUrl: url.href,
    permanentRedirectTo,
  };
  const isOk = answer.statusCode >= 200 && answer.statusCode < 300;
  if (isOk) {
    const bytes = await readBody(answer, config, signal);
    return { status: 'ok', bytes, contentType: headerOf(answer, 'content-type'), ...answered };
  }
  answer.body.on('error', () => undefined).destroy();
  const asked = Boolean(wanted.etag || wanted.lastModified);
  if (answer.statusCode === 304 && asked) return { status: 'not-modified', ...answered };
  throw new FetchFailure(
    'status',
    statusReason(answer.statusCode),
    answer.statusCode,
    retryAfter(headerOf(answer, 'retry-after'), config.now ?? Date.now),
  );
}

function statusReason(status: number): string {
  switch (status) {
    case 304:
      return 'The server answered "not modified" (304) to an unconditional request.';
    case 401:
    case 403:
      return `The server refuses access (${status}).`;
    case 404:
      return 'The server knows no such document (404).';
    case 410:
      return 'The publisher has removed the document for good (410).';
    case 429:
      return 'The server asks to slow down (429).';
    default:
      return `The server answered with status ${status}.`;
  }
}

/** Seconds from a Retry-After header, as a number or a date; at most a week, never negative. */
function retryAfter(header: string | null, now: () => number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now()) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS) : null;
}

async function readBody(
  answer: Dispatcher.ResponseData,
  config: GuardConfig,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const announced = Number(headerOf(answer, 'content-length') ?? 0);
  if (announced > config.maxWireBytes) {
    answer.body.on('error', () => undefined).destroy();
    throw tooLarge(config.maxWireBytes);
  }
  const parts: Buffer[] = [];
  let size = 0;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const part of source) {
      size += part.length;
      if (size > config.maxBytes) throw tooLarge(config.maxBytes);
      parts.push(part);
    }
  };
  const metered = Readable.from(meter(answer.body, config.maxWireBytes), { objectMode: false });
  await pipeline([metered, ...decodersFor(headerOf(answer, 'content-encoding')), collect], { signal });
  return Buffer.concat(parts, size);
}

async function* meter(body: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > limit) throw tooLarge(limit);
    yield part;
  }
}

function tooLarge(limit: number): FetchFailure {
  return new FetchFailure(
    'too-large',
    `The document is larger than ${Math.max(1, Math.round(limit / 1024))} KB.`,
  );
}

function decodersFor(encoding: string | null): Transform[] {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return names
    .filter((name) => name !== '' && name !== 'identity')
    .reverse()
    .slice(0, 3)
    .map((name) => {
      if (name === 'gzip' || name === 'x-gzip') return createGunzip();
      if (name === 'br') return createBrotliDecompress();
      if (name === 'deflate') return createInflate();
      throw new FetchFailure(
        'encoding',
        `The server used a compression nobody asked for (${name.slice(0, 20)}).`,
      );
    });
}

function headerOf(answer: Dispatcher.ResponseData, name: string): string | null {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** An IP literal never reaches the resolver, so it is checked before connecting. */
function refuseLiteral(url: URL, allowHosts: readonly string[]): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 || isAllowedHost(url, allowHosts) || isPublicAddress(host)) return;
  throw blocked();
}

function blocked(): FetchFailure {
  return new FetchFailure(
    'blocked',
    'The address leads into a private or reserved network, which is not allowed.',
  );
}

/** undici's connector with a resolver that hands out public addresses only. */
function guardedConnect(config: GuardConfig): buildConnector.connector {
  return (options, callback) => {
    const port = options.port ? `:${options.port}` : '';
    const origin = new URL(`${options.protocol}//${options.hostname}${port}`);
    const isAllowed = isAllowedHost(origin, config.allowHosts);
    const connect = buildConnector({
      lookup: guardedLookup(config.lookup ?? lookupAll, isAllowed),
      timeout: config.timeoutMs,
    });
    connect(options, (error, socket) => {
      if (error || !socket) return callback(error ?? new Error('no socket'), null);
      // The last word is the socket's own: whatever happened before, this is whom we talk to.
      if (!isAllowed && !isPublicAddress(socket.remoteAddress ?? '')) {
        socket.destroy();
        return callback(blocked(), null);
      }
      callback(null, socket);
    });
  };
}

/** One forbidden address among several is enough to refuse: honest hosts do not publish both kinds. */
function guardedLookup(lookup: Lookup, isAllowed: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const bad = !isAllowed && addresses.some((entry) => !isPublicAddress(entry.address));
        if (bad) return callback(blocked(), '', 4);
        const first = addresses[0];
        if (!first) return callback(new FetchFailure('network', 'The host name has no address.'), '', 4);
        if (options.all) return callback(null, [...addresses]);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };
}

async function lookupAll(hostname: string): Promise<readonly ResolvedAddress[]> {
  const found = await systemLookup(hostname, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

function toFailure(
  error: unknown,
  deadline: AbortSignal,
  caller: AbortSignal | undefined,
  timeoutMs: number,
): FetchFailure {
  if (error instanceof FetchFailure) return error;
  if (caller?.aborted) return new FetchFailure('aborted', 'The fetch was called off.');
  if (deadline.aborted) {
    return new FetchFailure('timeout', `The server took longer than ${Math.ceil(timeoutMs / 1000)} seconds.`);
  }
  const inner = causeOf(error);
  if (inner instanceof FetchFailure) return inner;
  return new FetchFailure('network', networkReason(codeOf(inner)));
}

/** Happy eyeballs wraps the failures of each address into one. */
function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError)
    return error.errors.find((one) => one instanceof FetchFailure) ?? error.errors[0];
  if (error instanceof Error && error.cause) return error.cause;
  return error;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function networkReason(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA')
    return 'The host name could not be resolved.';
  if (code === 'ECONNREFUSED') return 'The server refused the connection.';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return 'The server could not be reached in time.';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return 'The server has no valid TLS certificate.';
  if (/^Z_|^ERR__ERROR|BROTLI/.test(code)) return 'The compressed answer is damaged.';
  if (/^HPE_|OVERFLOW/.test(code)) return 'The server does not answer with valid HTTP.';
  return `The connection broke off${code === '' ? '' : ` (${code})`}.`;
}
