import { pino } from 'pino';

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

/** Structured log on standard error, so that commands keep standard output for their answer. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['authorization', 'key', 'token', 'email', '*.authorization', '*.key', '*.token', '*.email'],
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
