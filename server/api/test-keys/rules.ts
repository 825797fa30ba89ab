import { invalidStatus } from '#server/api/access.ts';
import { type ErrorCode, errorTable, isErrorCode } from '#server/api/errors.ts';
import type { Access, ProcedureMeta } from '#server/api/meta.ts';

/** A call with a test key on a live server (docs/contract.md, Added: Test keys). */
export type TestCall = {
  /** The answer that its header asks for; null without the header. */
  readonly asked: string | null;
  /** The real time; in the samples it is always the same day. */
  readonly now: Date;
};

/** The header that asks for a refusal: by a status, or by a code of Errors. */
export const TEST_HEADER = 'X-Earmark-Test';

/** The `Retry-After` of a refusal on demand, in seconds. */
export const TEST_RETRY_SECONDS = 2;

const WORD = /^test-(\d{3}|[a-z_]+)$/i;
const ID = /^00000000-0000-4000-8000-000000000(\d{3})$/;
const EXPIRED = 'expired';
/** The statuses by which any route that takes a body refuses one unread. */
const UNREAD_BODY = [413, 415];
/** The status of too many keys in settings, which programs cannot reach; key issuance answers it in their place. */
const TOO_MANY_IN_SETTINGS = '409';

/** The word that asks for a status in any text: a symbol, a show, a search, a question. */
export function testWord(status: number): string {
  return `test-${status}`;
}

/** The id that asks for a status wherever an id is taken. */
export function testId(status: number): string {
  return `00000000-0000-4000-8000-000000000${status}`;
}

/** The status or code that the first such value asks for; null when no value is one of those words or ids. */
export function askedBy(values: Readonly<Record<string, unknown>>): string | null {
  for (const value of Object.values(values)) {
    const found = typeof value === 'string' && (WORD.exec(value) ?? ID.exec(value));
    if (found) return found[1]!.toLowerCase();
  }
  return null;
}

/** How the call came. */
type Via = 'rest' | 'mcp' | 'page';

/** A refusal on demand, with its status. */
export type Demanded = { readonly code: ErrorCode; readonly status: number; readonly reason?: 'expired' };

/**
 * The refusal of a procedure that `asked` names: by a status, which stands for the first code with it, or by a code. Null for one
 * that the procedure never gives. Only REST routes refuse a body.
 */
export function demanded(asked: string, meta: ProcedureMeta, via: Via): Demanded | null {
  const codes = codesOf(meta);
  if (asked === EXPIRED && codes.includes('unauthorized'))
    return { code: 'unauthorized', status: 401, reason: EXPIRED };
  const code = codes.find((one) => one === asked || String(statusOf(one, meta.access)) === asked);
  if (code) return { code, status: statusOf(code, meta.access) };
  const unread = UNREAD_BODY.find((status) => String(status) === asked);
  if (unread && via === 'rest' && meta.route?.method === 'POST')
    return { code: 'invalid_request', status: unread };
  return asked === TOO_MANY_IN_SETTINGS && codes.includes('key_limit')
    ? { code: 'key_limit', status: Number(asked) }
    : null;
}

/** Whether a text is what the header may ask for: a status of an error, a code, or `expired`. */
export function isAnswer(asked: string): boolean {
  const word = asked.toLowerCase();
  return word === EXPIRED || /^[45]\d\d$/.test(word) || isErrorCode(word);
}

/** Every code that a procedure may answer with, its own first. */
export function codesOf({ access, route, tool }: ProcedureMeta): ErrorCode[] {
  return [
    ...((route?.errors ?? tool?.errors ?? []) as readonly ErrorCode[]),
    'invalid_request',
    ...(access.kind === 'public' ? [] : (['unauthorized'] as const)),
    ...(access.kind === 'scope' ? (['forbidden_scope'] as const) : []),
    'rate_limited',
    'internal_server_error',
    'agent_api_disabled',
    'timeout',
  ];
}

/** The status of a code on routes of this access: too many keys are 429 on key issuance. */
export function statusOf(code: ErrorCode, access: Access): number {
  if (code === 'invalid_request') return invalidStatus(access);
  if (code === 'key_limit' && access.kind === 'public') return 429;
  return errorTable[code].status;
}
