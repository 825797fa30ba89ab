import type { ErrorCode } from './generated/api.ts';
/** An error's body (docs of the API: every refusal has `error` and `message`). */
export type ErrorBody = {
    readonly error: ErrorCode;
    readonly message: string;
    readonly [more: string]: unknown;
};
/** A refusal of the service. Each code has a class of its own, such as `NotFoundError`. */
export declare class EarmarkError extends Error {
    /** HTTP status. */
    readonly status: number;
    /** The machine code; `null` where something before the service answered without one. */
    readonly code: ErrorCode | null;
    /** The whole body, with what only some refusals say (`field`, `missingScope`, `idea`). */
    readonly body: Readonly<Record<string, unknown>>;
    /** Names the request in a question to support. */
    readonly requestId: string | null;
    /** Seconds to wait before the same call; `null` where none are told. */
    readonly retryAfterSeconds: number | null;
    constructor(response: Response, body: Readonly<Record<string, unknown>>);
    /** A help article for a person who can put it right. */
    get helpUrl(): string | null;
}
/** A limit of the account's plan (402). */
export declare class PlanLimitError extends EarmarkError {
    /** Where the plan is upgraded. */
    get upgradeUrl(): string;
    /** When the limit starts anew; `null` for one that does not. */
    get resetsAt(): string | null;
}
/** No answer came: the network failed, or it took longer than `timeoutMs`. */
export declare class EarmarkConnectionError extends Error {
    readonly name = "EarmarkConnectionError";
}
