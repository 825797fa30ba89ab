import { EarmarkConnectionError, EarmarkError } from './failure.ts';
import { errorOf } from './generated/errors.ts';

export type EarmarkOptions = {
  /** Where the service is, such as `https://earmark.example`. */
  readonly baseUrl: string;
  /** A connector key or an access token. Left out, the open routes answer. */
  readonly apiKey?: string | undefined;
  /** How often a call is tried again when that can help; 3 when left out. */
  readonly maxRetries?: number;
  /** How long one try may take; 40 seconds when left out. */
  readonly timeoutMs?: number;
  /** Hears when the service says that a route is going to end. */
  readonly onDeprecation?: (notice: DeprecationNotice) => void;
  /** Another `fetch`. */
  readonly fetch?: typeof fetch;
};

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** For writes that take one; made when left out. */
  readonly idempotencyKey?: string | undefined;
};

export type DeprecationNotice = {
  readonly operation: string;
  /** When it was deprecated: `@` and seconds since 1970 (RFC 9745). */
  readonly deprecation: string;
  /** When it ends, an HTTP date (RFC 8594). */
  readonly sunset: string | null;
  readonly link: string | null;
};

/** One operation, ready to be sent. */
export type Call = {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With the names of what `inPath` holds: `/v1/agent/ideas/{ideaId}`. */
  readonly path: string;
  readonly inPath?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: object;
  /** The same call twice comes to the same as once. */
  readonly repeatable: boolean;
  /** Takes `Idempotency-Key`. */
  readonly keyed: boolean;
};

const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const MOST_BACKOFF_MS = 8_000;
/** Refusals before which nothing was done, or what was done was undone. A 502 without our code is a proxy's, which cannot know. */
const ALWAYS = new Set([429, 502, 503]);
const WHEN_REPEATABLE = new Set([500, 504]);

/** Sends calls, tries again what can be tried again, and turns refusals into errors. */
export class Transport {
  readonly #options: EarmarkOptions;

  constructor(options: EarmarkOptions) {
    this.#options = options;
  }

  /** The answer's JSON. Throws `EarmarkError` for a refusal and `EarmarkConnectionError` when none came. */
  protected async send<Answer>(call: Call, options: CallOptions = {}): Promise<Answer> {
    const request = this.#requestOf(call, options);
    for (let tried = 0; ; tried += 1) {
      try {
        return (await this.#once(call, request, options.signal)) as Answer;
      } catch (error) {
        const wait = tried < (this.#options.maxRetries ?? 3) ? waitAfter(error, call, tried) : null;
        if (wait === null) throw error;
        await pause(wait, options.signal);
      }
    }
  }

  /** Every entry of a list, page after page. */
  protected async *entries<Entry>(
    page: (cursor: string | undefined) => Promise<{ readonly nextCursor: string | null }>,
    field: string,
  ): AsyncGenerator<Entry, void, undefined> {
    let cursor: string | undefined;
    do {
      const answer = await page(cursor);
      yield* (answer as unknown as Record<string, Entry[]>)[field] ?? [];
      cursor = answer.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  #requestOf(call: Call, { idempotencyKey }: CallOptions) {
    const { method, query, body, keyed } = call;
    const { baseUrl, apiKey } = this.#options;
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}${pathOf(call)}`);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    const headers = new Headers({ accept: 'application/json' });
    if (apiKey) setHeader(headers, 'authorization', `Bearer ${apiKey}`, 'apiKey');
    if (body) headers.set('content-type', 'application/json');
    // One key for all tries of a call.
    if (keyed) setHeader(headers, 'idempotency-key', idempotencyKey ?? randomKey(), 'idempotencyKey');
    return { url, init: { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) } };
  }

  async #once(
    call: Call,
    { url, init }: { url: URL; init: RequestInit },
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const { fetch: send = fetch, timeoutMs = 40_000 } = this.#options;
    const late = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await send(url, { ...init, signal: signal ? AbortSignal.any([signal, late]) : late });
      text = await response.text();
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new EarmarkConnectionError(`${call.operation}: no answer from ${url.host}.`, { cause });
    }
    this.#notice(call, response);
    const body = parsed(text);
    if (response.ok && body !== undefined) return body;
    throw errorOf(response, (body ?? {}) as Record<string, unknown>);
  }

  #notice({ operation }: Call, { headers }: Response): void {
    const deprecation = headers.get('deprecation');
    if (deprecation === null) return;
    this.#options.onDeprecation?.({
      operation,
      deprecation,
      sunset: headers.get('sunset'),
      link: headers.get('link'),
    });
  }
}

function pathOf({ path, inPath = {} }: Call): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, inPath[name]!));
}

/** A value as one segment of a path. Throws for those that would name another route. */
function segment(name: string, value: string): string {
  if (['', '.', '..'].includes(value)) throw new TypeError(`${name} must not be empty, "." or "..".`);
  return encodeURIComponent(value);
}

/** Sets a header to what the caller gave as `given`. */
function setHeader(headers: Headers, name: string, value: string, given: string): void {
  try {
    headers.set(name, value);
  } catch (cause) {
    throw new TypeError(`${given} holds characters that a header cannot carry.`, { cause });
  }
}

/** By `getRandomValues`, since browsers have `randomUUID` on pages over https alone. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Milliseconds until another try; null when none can help, or only after longer than anyone should wait. */
function waitAfter(error: unknown, { repeatable }: Call, tried: number): number | null {
  const backoff = Math.random() * Math.min(MOST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** tried);
  if (error instanceof EarmarkConnectionError) return repeatable ? backoff : null;
  if (!(error instanceof EarmarkError)) return null;
  if (!ALWAYS.has(error.status) && !(repeatable && WHEN_REPEATABLE.has(error.status))) return null;
  if (error.status === 502 && error.code === null && !repeatable) return null;
  if (error.retryAfterSeconds === null) return backoff;
  const told = error.retryAfterSeconds * 1000;
  return told > LONGEST_WAIT_MS ? null : told;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer);
      fail(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
