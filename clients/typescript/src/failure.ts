import type { ErrorCode } from './generated/api.ts';

/** An error's body (docs of the API: every refusal has `error` and `message`). */
export type ErrorBody = {
  readonly error: ErrorCode;
  readonly message: string;
  readonly [more: string]: unknown;
};

/** A refusal of the service. Each code has a class of its own, such as `NotFoundError`. */
export class EarmarkError extends Error {
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

  constructor(response: Response, body: Readonly<Record<string, unknown>>) {
    super(typeof body.message === 'string' ? body.message : `HTTP ${response.status} without an error body.`);
    this.name = new.target.name;
    this.status = response.status;
    this.code = typeof body.error === 'string' ? (body.error as ErrorCode) : null;
    this.body = body;
    this.requestId = response.headers.get('x-request-id');
    this.retryAfterSeconds = waitTold(response.headers);
  }

  /** A help article for a person who can put it right. */
  get helpUrl(): string | null {
    return (this.body.helpUrl as string | undefined) ?? null;
  }
}

/** `Retry-After` in seconds: it tells them, or a date (RFC 9110), which is counted from the sender's own clock. */
function waitTold(headers: Headers): number | null {
  const told = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(told)) return Number(told);
  const until = told.endsWith('GMT') ? Date.parse(told) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** A limit of the account's plan (402). */
export class PlanLimitError extends EarmarkError {
  /** Where the plan is upgraded. */
  get upgradeUrl(): string {
    return this.body.upgradeUrl as string;
  }

  /** When the limit starts anew; `null` for one that does not. */
  get resetsAt(): string | null {
    return (this.body.resetsAt as string | undefined) ?? null;
  }
}

/** No answer came: the network failed, or it took longer than `timeoutMs`. */
export class EarmarkConnectionError extends Error {
  override readonly name = 'EarmarkConnectionError';
}
