import { TRPCError } from '@trpc/server';
import { Refusal, type RenderedError, refusalOf, renderRefusal, unreachable } from '#server/api/errors.ts';
import { type InvalidPart, invalidRequest } from '#server/api/invalid.ts';
import { causesOf } from '#server/platform/failure/causes.ts';
import { logError } from '#server/platform/failure/failed.ts';
import type { Fault } from '#server/platform/failure/readiness.ts';
import { logThinly } from '#server/platform/failure/thin.ts';
import type { Log } from '#server/platform/log.ts';
import { awayOf } from '#server/platform/postgres/connection.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * The refusal that answers any error; an unforeseen error says nothing but `internal_server_error`. An invalid parameter
 * answers `invalidStatus`: 400 on the open routes, 422 elsewhere (docs/contract.md, Errors 11).
 */
export function toRefusal(
  error: unknown,
  invalidStatus: 400 | 422,
  part: InvalidPart = 'Parameter',
): Refusal {
  const own = refusalOf(error);
  if (own) return own;
  const invalid = invalidRequest(error, invalidStatus === 400 ? 400 : undefined, part);
  if (invalid) return invalid;
  if (awayOf(error)) return unreachable();
  if (isAbort(error)) return new Refusal('timeout');
  return new Refusal('internal_server_error');
}

/**
 * How a refused call is answered (docs/contract.md, Errors 1): one of 500 or above names the request, under whose id an error
 * of ours is logged.
 */
export function errorAnswer(
  { log, env }: Pick<Services, 'log' | 'env'>,
  refusal: Refusal,
  error: unknown,
  requestId: string,
): RenderedError {
  if (refusal.code === 'internal_server_error') logFailure(log, error, { requestId }, 'request failed');
  return namingRequest(renderRefusal(refusal, env.webUrl), requestId);
}

/** An error that names the request where its status is 500 or above, and only there. */
export function namingRequest(rendered: RenderedError, requestId: string): RenderedError {
  return rendered.status < 500 ? rendered : { ...rendered, body: { ...rendered.body, requestId } };
}

/** The refusal by a service that has found a fault of its own. The log names the fault, the answer does not. */
export function faulty(services: Pick<Services, 'log'>, { of, detail }: Fault): Refusal {
  logThinly(services.log, of, { err: detail }, 'not ready');
  return unreachable();
}

/** PostgreSQL's code of a statement that was cancelled. */
const QUERY_CANCELED = '57014';

function isAbort(error: unknown): boolean {
  for (const { name, code } of causesOf(error)) {
    if (name === 'AbortError' || name === 'TimeoutError' || code === QUERY_CANCELED) return true;
  }
  return false;
}

/** Logs an error of ours with `fields`; a refusal is none. While the database is away, one line a minute stands for all calls. */
export function logFailure(
  log: Pick<Log, 'error'>,
  error: unknown,
  fields: Readonly<Record<string, unknown>>,
  message: string,
): void {
  if (refusalOf(error)) return;
  logError(log, error instanceof TRPCError ? (error.cause ?? error) : error, fields, message);
}
