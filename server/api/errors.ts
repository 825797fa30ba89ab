import { z } from 'zod';
import { asksUsedUp, freeLimits, readsUsedUp } from '#server/api/limits.ts';
import { causesOf } from '#server/platform/failure/causes.ts';

type ErrorRow = {
  readonly status: number;
  /** One sentence for a person; a refusal may have a more exact one. */
  readonly message: string;
  /** Help article (`/help/<slug>`) for refusals a person can fix. */
  readonly help?: string;
  /** The same call can succeed later unchanged. */
  readonly retryable?: true;
};

/** The one table of errors (docs/contract.md, Errors). */
export const errorTable = {
  unauthorized: { status: 401, message: 'This call needs a valid connector key.', help: 'connector-keys' },
  forbidden_scope: {
    status: 403,
    message: 'This key does not have the scope that this call needs.',
    help: 'scopes',
  },
  origin_not_allowed: {
    status: 403,
    message: 'This browser origin is not on the allowlist.',
    help: 'browser-origins',
  },
  idea_read_limit: {
    status: 402,
    message: readsUsedUp(freeLimits.ideaReads),
    help: 'idea-read-limit',
  },
  ask_limit: {
    status: 402,
    message: asksUsedUp(freeLimits.asks),
    help: 'ask-limit',
  },
  follow_limit: {
    status: 402,
    message: 'You have reached the follow limit of the free plan.',
    help: 'follow-limit',
  },
  save_limit: {
    status: 402,
    message: `You have reached the ${freeLimits.savedIdeas} saved ideas of the free plan.`,
    help: 'save-limit',
  },
  premium_required: { status: 402, message: 'This needs a Premium plan.', help: 'premium' },
  key_limit: { status: 409, message: 'There are too many keys already.', help: 'key-limit' },
  not_found: { status: 404, message: 'Nothing was found under this address.' },
  invalid_request: { status: 422, message: 'A parameter is not valid.' },
  rate_limited: { status: 429, message: 'Too many requests: wait and try again.', retryable: true },
  ask_failed: {
    status: 502,
    message: 'The answer could not be completed; nothing was spent, try again.',
    retryable: true,
  },
  ask_disabled: {
    status: 503,
    message: 'Questions are switched off for now; try again later.',
    retryable: true,
  },
  agent_api_disabled: {
    status: 503,
    message: 'The agent API is switched off for now; try again later.',
    retryable: true,
  },
  timeout: {
    status: 504,
    message: 'The call took too long and was stopped; try again or narrow it.',
    retryable: true,
  },
  internal_server_error: {
    status: 500,
    message: 'Something went wrong on our side; the request id helps us find it.',
    retryable: true,
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as ErrorCode[];

/** Whether a value is a code of the table. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorTable, value);
}

export type ErrorDetails = {
  readonly message?: string;
  /** The message for the reader of a page, who knows no parameters; never in an answer of the API. */
  readonly spoken?: string;
  /** Overrides the table, e.g. 400 for an invalid parameter of an open tool, 405, 413, 415. */
  readonly status?: number;
  readonly missingScope?: string;
  readonly field?: string;
  readonly retryAfterSeconds?: number;
  readonly reason?: 'expired';
  readonly resetsAt?: string | null;
  readonly limit?: number;
  readonly used?: number;
  readonly feature?: string;
  /** Extra properties of the body: `idea`, `price`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Response headers, e.g. `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** A refusal of the contract. `renderRefusal` turns it into an error body; nothing else becomes one. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? errorTable[code].message);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

/** The refusal behind an error, however deeply a library wrapped it; null when there is none. */
export function refusalOf(error: unknown): Refusal | null {
  return namedCause<Refusal>(error, 'Refusal');
}

/** The refusal that closes a key past its life (docs/contract.md, Authentication 13). */
export function expiredKey(): Refusal {
  return new Refusal('unauthorized', {
    reason: 'expired',
    message: 'This key has expired: create a new one in settings.',
  });
}

/** Seconds after which a call is worth a retry while the operator has switched a surface off. */
const SWITCHED_OFF_SECONDS = 300;

/** The refusal while the operator has switched a surface off (docs/contract.md, Errors 14 and 20). `seconds` is what it asks to wait. */
export function switchedOff(
  code: 'agent_api_disabled' | 'ask_disabled',
  seconds: number = SWITCHED_OFF_SECONDS,
): Refusal {
  return new Refusal(code, { retryAfterSeconds: seconds });
}

/** The refusal while the service cannot reach its record (docs/contract.md, Added: HTTP 11): the same call may succeed soon. */
export function unreachable(): Refusal {
  return new Refusal('internal_server_error', {
    status: 503,
    retryAfterSeconds: 5,
    message: 'The service cannot reach its record for now; try again in a moment.',
  });
}

/** The refusal of a method that an address does not take; `allow` lists those it does. */
export function wrongMethod(allow: string): Refusal {
  return new Refusal('invalid_request', {
    status: 405,
    message: `This route takes ${allow}.`,
    headers: { Allow: allow },
  });
}

/** The refusal of a body of more bytes than are read. */
export function bodyTooLarge(most: number): Refusal {
  return new Refusal('invalid_request', { status: 413, message: `The body may be at most ${most} bytes.` });
}

/** The refusal of a caller that takes no JSON. */
export function notAcceptable(): Refusal {
  return new Refusal('invalid_request', { status: 406, message: 'Answers are application/json: accept it.' });
}

/** The refusal of a body of another media type (docs/contract.md, Endpoints 2). */
export function notSentAsJson(): Refusal {
  return new Refusal('invalid_request', { status: 415, message: 'Send the body as application/json.' });
}

/** The refusal of a JSON body in another encoding than the one that JSON has (RFC 8259, 8.1). */
export function notSentAsUtf8(): Refusal {
  return new Refusal('invalid_request', { status: 415, message: 'Send the body in UTF-8.' });
}

/** The refusal of a body that is compressed, with what is taken (RFC 9110, 12.5.3). */
export function bodyEncoded(coding: string): Refusal {
  return new Refusal('invalid_request', {
    status: 415,
    message: `The body comes with Content-Encoding ${coding.slice(0, 40)}: send it uncompressed.`,
    headers: { 'Accept-Encoding': 'identity' },
  });
}

// Compares names, because the pages' bundle and the server may hold two copies of the class.
function namedCause<Named extends Error>(error: unknown, name: Named['name']): Named | null {
  for (const cause of causesOf(error)) if (cause.name === name) return cause as Named;
  return null;
}

/** The body of an error, which may hold more than this (docs/contract.md, Error and PlanLimitError). */
export const errorBodySchema = z
  .looseObject({
    error: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    missingScope: z.string().optional(),
    field: z.string().optional(),
    retryAfterSeconds: z.int().optional(),
    settingsUrl: z.url().optional(),
    helpUrl: z.url().optional(),
    reason: z.literal('expired').optional(),
  })
  .meta({ id: 'Error' });

export const planLimitErrorSchema = z
  .looseObject({
    error: z.enum(['idea_read_limit', 'ask_limit', 'follow_limit', 'save_limit', 'premium_required']),
    message: z.string(),
    upgradeUrl: z.url(),
    resetsAt: z.iso.datetime().nullable().optional(),
    limit: z.int().optional(),
    used: z.int().optional(),
    feature: z.string().optional(),
    helpUrl: z.url().optional(),
    settingsUrl: z.url().optional(),
  })
  .meta({ id: 'PlanLimitError' });

export type RenderedError = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> & { readonly error: ErrorCode; readonly message: string };
};

/** The HTTP form of a refusal: status, headers (`Retry-After`, `Allow`) and the body (docs/contract.md, Errors). */
export function renderRefusal(refusal: Refusal, webUrl: string): RenderedError {
  const row: ErrorRow = errorTable[refusal.code];
  const { message: _message, spoken: _spoken, status, extra, headers, ...fields } = refusal.details;
  const answered = status ?? row.status;
  return {
    status: answered,
    headers: {
      ...headers,
      ...(fields.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(fields.retryAfterSeconds) }),
      ...(answered === 401 ? { 'WWW-Authenticate': 'Bearer realm="Earmark"' } : {}),
    },
    body: {
      error: refusal.code,
      message: refusal.message,
      ...fields,
      ...(row.help ? { helpUrl: `${webUrl}/help/${row.help}` } : {}),
      ...(answered === 401 || answered === 403 ? { settingsUrl: settingsUrl(webUrl) } : {}),
      ...(answered === 402 ? { upgradeUrl: upgradeUrl(webUrl) } : {}),
      ...extra,
    },
  };
}

/** Where keys and scopes are managed. */
export function settingsUrl(webUrl: string): string {
  return `${webUrl}/settings/connectors`;
}

/** Where a plan is upgraded; the link is tagged `utm_source=agent`. */
export function upgradeUrl(webUrl: string): string {
  return `${webUrl}/pricing?utm_source=agent`;
}

/** Thrown when the caller's copy is current: answered as a 304, which spends nothing. `etag` is the current validator. */
export class NotModified extends Error {
  override readonly name = 'NotModified';
  readonly etag: string;
  constructor(etag: string) {
    super('The copy is current.');
    this.etag = etag;
  }
}

/** The NotModified behind an error, however deeply a library wrapped it; null when there is none. */
export function notModifiedOf(error: unknown): NotModified | null {
  return namedCause<NotModified>(error, 'NotModified');
}
