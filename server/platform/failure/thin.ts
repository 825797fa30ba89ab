import type { Log } from '#server/platform/log.ts';

const EVERY_MS = 60_000;

type Said = { at: number; unsaid: number };
const saidBy = new WeakMap<object, Map<string, Said>>();

/**
 * Logs a failure that hits many calls at once: the first of a `cause`, then one line a minute with the number left out in
 * between (`alike`). `now` is in milliseconds.
 */
export function logThinly(
  log: Pick<Log, 'error'>,
  cause: string,
  fields: Readonly<Record<string, unknown>>,
  message: string,
  now = performance.now(),
): void {
  const causes = saidBy.get(log) ?? new Map<string, Said>();
  saidBy.set(log, causes);
  const last = causes.get(cause);
  if (last && now - last.at < EVERY_MS) {
    last.unsaid += 1;
    return;
  }
  causes.set(cause, { at: now, unsaid: 0 });
  log.error({ ...fields, ...(last?.unsaid ? { alike: last.unsaid } : {}) }, message);
}
