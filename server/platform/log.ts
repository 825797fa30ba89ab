import { pino } from 'pino';
import { endProgress } from '#server/platform/progress.ts';

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

/** How long a line may wait for others, in milliseconds, and how many characters wait together. */
const HELD_MS = 500;
const HELD_CHARS = 4096;
const ERROR = 50;

/**
 * Structured log on standard error; standard output is for the answers of commands. Each line names its process and host.
 * Lines are buffered and written together after the answers they describe. An error flushes the buffer, and so does the end
 * of the process.
 */
export function createLog(level: string): Log {
  const lines = pino.destination({ fd: 2, sync: false, minLength: HELD_CHARS, periodicFlush: HELD_MS });
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(args, write, at) {
          write.apply(this, args);
          if (at < ERROR) return;
          endProgress();
          lines.flushSync();
        },
      },
      formatters: { log: withoutSecrets },
    },
    lines,
  );
}

/** Fields that are redacted in a line and one level deeper. */
const SECRET: ReadonlySet<string> = new Set(['authorization', 'key', 'token', 'email']);

/** The fields with secrets redacted. Returns the same object if there are none, since every answer logs a line. */
function withoutSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  const isBare = Object.entries(fields).every(([name, value]) => !SECRET.has(name) && !hidesSecret(value));
  return isBare
    ? fields
    : mapped(fields, (value) => (hidesSecret(value) ? mapped(value, (inner) => inner) : value));
}

function hidesSecret(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.keys(value).some((name) => SECRET.has(name));
}

function mapped(
  fields: Record<string, unknown>,
  shown: (value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, SECRET.has(name) ? '[Redacted]' : shown(value)]),
  );
}

/** Returns an error handler that logs a warning that `what` failed: for work that is retried by itself. */
export function warnOf(log: Log, what: string): (error: unknown) => void {
  // The queue reports errors as plain objects.
  return (error) => log.warn({ err: (error as Partial<Error> | null)?.message ?? String(error) }, what);
}
