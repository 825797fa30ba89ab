import { format, stripVTControlCharacters, types } from 'node:util';
import { logThinly } from '#server/platform/failure/thin.ts';
import type { Log } from '#server/platform/log.ts';
import { doing } from '#server/platform/observe/doing.ts';
import { awayOf } from '#server/platform/postgres/connection.ts';

type Lines = Pick<Log, 'error' | 'warn'>;

/**
 * Writes what Next and other libraries print with `console.error` and `console.warn` as lines of the log: standard error holds
 * one JSON object a line. While the database is away its failures are one line a minute. Returns what undoes it.
 */
export function logConsole(log: Lines): () => void {
  const { error, warn } = console;
  console.error = (...printed) => write(log, 'error', printed);
  console.warn = (...printed) => write(log, 'warn', printed);
  return () => void Object.assign(console, { error, warn });
}

function write(log: Lines, level: keyof Lines, printed: readonly unknown[]): void {
  const failure = printed.find((one): one is Error => types.isNativeError(one));
  const away = awayOf(failure);
  const requestId = doing()?.id;
  if (away) logThinly(log, away.why, { err: away.message }, 'pages fail');
  else if (failure) log[level]({ requestId, err: failure.message, stack: failure.stack }, 'failed');
  else log[level]({ requestId }, stripVTControlCharacters(format(...printed)));
}
