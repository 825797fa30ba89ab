import { pino } from 'pino';

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

/** How long a line may wait for others, in milliseconds, and how many characters wait together. */
const HELD_MS = 500;
const HELD_CHARS = 4096;
const ERROR = 50;

/**
 * Structured log on standard error, so that commands keep standard output for their answer. Each line names its process and host. Lines are written together,
 * after the answers that they tell of; an error writes all there are at once, and so does the end of the process.
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
          if (at >= ERROR) lines.flushSync();
        },
      },
      formatters: { log: withoutSecrets },
    },
    lines,
  );
}

/** Never in a line, nor one level deeper. */
const SECRET: ReadonlySet<string> = new Set(['authorization', 'key', 'token', 'email']);

/** What a line may say of its fields; the same object where none is secret, since there is a line for every answer. */
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

/** Warns that `what` failed: for work that is tried again by itself. */
export function warnOf(log: Log, what: string): (error: unknown) => void {
  // The queue tells its errors as plain objects.
  return (error) => log.warn({ err: (error as Partial<Error> | null)?.message ?? String(error) }, what);
}
