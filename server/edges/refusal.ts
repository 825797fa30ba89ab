import { TRPCError } from '@trpc/server';
import { Refusal, refusalOf } from '#server/api/errors.ts';
import { invalidRequest } from '#server/api/invalid.ts';
import { causesOf } from '#server/platform/failure/causes.ts';

/**
 * Any error as the refusal to answer with; one that is not ours says nothing but `internal_server_error`. An invalid
 * parameter answers `invalidStatus`: 400 on the open routes, 422 elsewhere (docs/contract.md, Errors).
 */
export function toRefusal(error: unknown, invalidStatus: 400 | 422): Refusal {
  const own = refusalOf(error);
  if (own) return own;
  const invalid = invalidRequest(error, invalidStatus === 400 ? 400 : undefined);
  if (invalid) return invalid;
  if (isAbort(error)) return new Refusal('timeout');
  return new Refusal('internal_server_error');
}

/** PostgreSQL's code of a statement that was cancelled. */
const QUERY_CANCELED = '57014';

function isAbort(error: unknown): boolean {
  for (const { name, code } of causesOf(error)) {
    if (name === 'AbortError' || name === 'TimeoutError' || code === QUERY_CANCELED) return true;
  }
  return false;
}

/** What the log says of an error of ours. */
export function describeError(error: unknown): string {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
