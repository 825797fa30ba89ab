import { logThinly } from '#server/platform/failure/thin.ts';
import type { Log } from '#server/platform/log.ts';
import { awayOf } from '#server/platform/postgres/connection.ts';

/** Logs an error of ours with its stack. While the database is away, one line a minute says so for all calls. */
export function logError(
  log: Pick<Log, 'error'>,
  error: unknown,
  fields: Readonly<Record<string, unknown>>,
  message: string,
): void {
  const outage = awayOf(error);
  if (outage) logThinly(log, outage.why, { err: outage.message }, 'calls fail');
  else
    log.error(
      { ...fields, err: error instanceof Error ? (error.stack ?? error.message) : String(error) },
      message,
    );
}
