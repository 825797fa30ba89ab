import type { Agent, Dispatcher } from 'undici';
import { headerOf, readBody } from '#server/platform/fetch/body.ts';
import { type FailureKind, FetchFailure, toFailure } from '#server/platform/fetch/failure.ts';
import { guardedConnect, type Lookup, refuseLiteral } from '#server/platform/fetch/guard.ts';
import { late } from '#server/platform/process/late.ts';

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
  maxWireBytes: 32 * 1024 * 1024,
  maxBytes: 32 * 1024 * 1024,
} as const;

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([301, 308]);
const MAX_RETRY_AFTER_SECONDS = 7 * 24 * 3600;
const DEFAULT_ACCEPT =
  'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';

/**
 * Builds a fetch that cannot be tricked into reaching the operator's own network: only http and https, and every address is
 * checked when connecting, also on redirects and for IP literals. So a name that resolves differently the second time gains
 * nothing. Time and bytes are capped, compressed and decompressed.
 */
export function createGuardedFetch(config: GuardConfig): GuardedFetch {
  return async (url, wanted = {}) => {
    const deadline = AbortSignal.timeout(config.timeoutMs);
    const signal = wanted.signal ? AbortSignal.any([deadline, wanted.signal]) : deadline;
    const agent = new (late.undici().Agent)({ connect: guardedConnect(config), pipelining: 0 });
    try {
      return await follow(url, wanted, config, agent, signal);
    } catch (error) {
      return failed(toFailure(error, deadline, wanted.signal, config.timeoutMs));
    } finally {
      // The answer is complete: an open socket would only outlive its deadline.
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
    const answer = await late.undici().request(url, {
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
