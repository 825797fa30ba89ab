import { EarmarkConnectionError, EarmarkError } from "./failure.js";
import { errorOf } from "./generated/errors.js";
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const MOST_BACKOFF_MS = 8_000;
/** Refusals before which nothing was done, or what was done was undone. A 502 without our code is a proxy's, which cannot know. */
const ALWAYS = new Set([429, 502, 503]);
const WHEN_REPEATABLE = new Set([500, 504]);
/** Sends calls, tries again what can be tried again, and turns refusals into errors. */
export class Transport {
    #options;
    constructor(options) {
        this.#options = options;
    }
    /** The answer's JSON. Throws `EarmarkError` for a refusal and `EarmarkConnectionError` when none came. */
    async send(call, options = {}) {
        const request = this.#requestOf(call, options);
        for (let tried = 0;; tried += 1) {
            try {
                return (await this.#once(call, request, options.signal));
            }
            catch (error) {
                const wait = tried < (this.#options.maxRetries ?? 3) ? waitAfter(error, call, tried) : null;
                if (wait === null)
                    throw error;
                await pause(wait, options.signal);
            }
        }
    }
    /** Every entry of a list, page after page. */
    async *entries(page, field) {
        let cursor;
        do {
            const answer = await page(cursor);
            yield* answer[field] ?? [];
            cursor = answer.nextCursor ?? undefined;
        } while (cursor !== undefined);
    }
    #requestOf(call, { idempotencyKey }) {
        const { method, query, body, keyed } = call;
        const { baseUrl, apiKey } = this.#options;
        const url = new URL(`${baseUrl.replace(/\/+$/, '')}${pathOf(call)}`);
        for (const [name, value] of Object.entries(query ?? {}))
            if (value !== undefined && value !== null)
                url.searchParams.set(name, String(value));
        const headers = new Headers({ accept: 'application/json' });
        if (apiKey)
            setHeader(headers, 'authorization', `Bearer ${apiKey}`, 'apiKey');
        if (body)
            headers.set('content-type', 'application/json');
        // One key for all tries of a call.
        if (keyed)
            setHeader(headers, 'idempotency-key', idempotencyKey ?? randomKey(), 'idempotencyKey');
        return { url, init: { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) } };
    }
    async #once(call, { url, init }, signal) {
        const { fetch: send = fetch, timeoutMs = 40_000 } = this.#options;
        const late = AbortSignal.timeout(timeoutMs);
        let response;
        let text;
        try {
            response = await send(url, { ...init, signal: signal ? AbortSignal.any([signal, late]) : late });
            text = await response.text();
        }
        catch (cause) {
            if (signal?.aborted)
                throw cause;
            throw new EarmarkConnectionError(`${call.operation}: no answer from ${url.host}.`, { cause });
        }
        this.#notice(call, response);
        const body = parsed(text);
        if (response.ok && body !== undefined)
            return body;
        throw errorOf(response, (body ?? {}));
    }
    #notice({ operation }, { headers }) {
        const deprecation = headers.get('deprecation');
        if (deprecation === null)
            return;
        this.#options.onDeprecation?.({
            operation,
            deprecation,
            sunset: headers.get('sunset'),
            link: headers.get('link'),
        });
    }
}
function pathOf({ path, inPath = {} }) {
    return path.replace(/\{(\w+)\}/g, (_, name) => segment(name, inPath[name]));
}
/** A value as one segment of a path. Throws for those that would name another route. */
function segment(name, value) {
    if (['', '.', '..'].includes(value))
        throw new TypeError(`${name} must not be empty, "." or "..".`);
    return encodeURIComponent(value);
}
/** Sets a header to what the caller gave as `given`. */
function setHeader(headers, name, value, given) {
    try {
        headers.set(name, value);
    }
    catch (cause) {
        throw new TypeError(`${given} holds characters that a header cannot carry.`, { cause });
    }
}
/** By `getRandomValues`, since browsers have `randomUUID` on pages over https alone. */
function randomKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
/** Milliseconds until another try; null when none can help, or only after longer than anyone should wait. */
function waitAfter(error, { repeatable }, tried) {
    const backoff = Math.random() * Math.min(MOST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** tried);
    if (error instanceof EarmarkConnectionError)
        return repeatable ? backoff : null;
    if (!(error instanceof EarmarkError))
        return null;
    if (!ALWAYS.has(error.status) && !(repeatable && WHEN_REPEATABLE.has(error.status)))
        return null;
    if (error.status === 502 && error.code === null && !repeatable)
        return null;
    if (error.retryAfterSeconds === null)
        return backoff;
    const told = error.retryAfterSeconds * 1000;
    return told > LONGEST_WAIT_MS ? null : told;
}
function pause(ms, signal) {
    return new Promise((done, fail) => {
        const stop = () => {
            clearTimeout(timer);
            fail(signal.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', stop);
            done();
        }, ms);
        if (signal?.aborted)
            stop();
        else
            signal?.addEventListener('abort', stop, { once: true });
    });
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
