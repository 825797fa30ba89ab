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
      redact: ['authorization', 'key', 'token', 'email', '*.authorization', '*.key', '*.token', '*.email'],
    },
    lines,
  );
}

/** Warns that `what` failed: for work that is tried again by itself. */
export function warnOf(log: Log, what: string): (error: unknown) => void {
  return (error) => log.warn({ err: error instanceof Error ? error.message : String(error) }, what);
}
