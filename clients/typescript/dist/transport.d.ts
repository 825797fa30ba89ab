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
/** Sends calls, tries again what can be tried again, and turns refusals into errors. */
export declare class Transport {
    #private;
    constructor(options: EarmarkOptions);
    /** The answer's JSON. Throws `EarmarkError` for a refusal and `EarmarkConnectionError` when none came. */
    protected send<Answer>(call: Call, options?: CallOptions): Promise<Answer>;
    /** Every entry of a list, page after page. */
    protected entries<Entry>(page: (cursor: string | undefined) => Promise<{
        readonly nextCursor: string | null;
    }>, field: string): AsyncGenerator<Entry, void, undefined>;
}
