import { TRPCError } from '@trpc/server';
import { Refusal, refusalOf } from '#server/api/errors.ts';
import { invalidRequest } from '#server/api/invalid.ts';
import { causesOf } from '#server/platform/failure/causes.ts';
import { logError } from '#server/platform/failure/failed.ts';
import type { Fault } from '#server/platform/failure/readiness.ts';
import { logThinly } from '#server/platform/failure/thin.ts';
import type { Log } from '#server/platform/log.ts';
import { awayOf } from '#server/platform/postgres/connection.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * Any error as the refusal to answer with; one that is not ours says nothing but `internal_server_error`. An invalid
 * parameter answers `invalidStatus`: 400 on the open routes, 422 elsewhere (docs/contract.md, Errors).
 */
export function toRefusal(error: unknown, invalidStatus: 400 | 422): Refusal {
  const own = refusalOf(error);
  if (own) return own;
  const invalid = invalidRequest(error, invalidStatus === 400 ? 400 : undefined);
  if (invalid) return invalid;
  if (awayOf(error)) return away();
  if (isAbort(error)) return new Refusal('timeout');
  return new Refusal('internal_server_error');
}

/** A call that the service cannot answer for now (docs/contract.md, Added: HTTP 11): the same call may succeed soon. */
function away(): Refusal {
  return new Refusal('internal_server_error', {
    status: 503,
    retryAfterSeconds: 5,
    message: 'The service cannot reach its record for now; try again in a moment.',
  });
}

/** The same of a service that has found a fault of its own: the log says which, the answer does not. */
export function faulty(services: Pick<Services, 'log'>, { of, detail }: Fault): Refusal {
  logThinly(services.log, of, { err: detail }, 'not ready');
  return away();
}

/** PostgreSQL's code of a statement that was cancelled. */
const QUERY_CANCELED = '57014';

function isAbort(error: unknown): boolean {
  for (const { name, code } of causesOf(error)) {
    if (name === 'AbortError' || name === 'TimeoutError' || code === QUERY_CANCELED) return true;
  }
  return false;
}

/** Logs an error of ours and where it happened; a refusal was meant and is not logged. */
export function logFailure(
  log: Pick<Log, 'error'>,
  error: unknown,
  fields: Readonly<Record<string, unknown>>,
  message: string,
): void {
  if (refusalOf(error)) return;
  logError(log, error instanceof TRPCError ? (error.cause ?? error) : error, fields, message);
}
