/** The result of `work`. Throws the abort's own error as soon as `signal` aborts, even if `work` ignores the signal. */
export function beforeAbort<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return endedBy(signal, work, 0);
}

/**
 * The result of `work`. After an abort it waits up to `ms` milliseconds for `work` to end, then throws the abort's own error:
 * `work` can release what it holds first, and a result that comes in time is not lost.
 */
export function endedBy<Result>(signal: AbortSignal, work: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    let waiting: NodeJS.Timeout | undefined;
    const stop = () => reject(signal.reason);
    const wait = () => {
      if (ms > 0) waiting = setTimeout(stop, ms);
      else stop();
    };
    if (signal.aborted) wait();
    signal.addEventListener('abort', wait, { once: true });
    const failed = (error: unknown) => reject(signal.aborted ? signal.reason : error);
    work.then(resolve, failed).finally(() => {
      signal.removeEventListener('abort', wait);
      clearTimeout(waiting);
    });
  });
}

/** The result of `work` under a signal that aborts with a `TimeoutError` after `ms` milliseconds. */
export async function withinTime<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // `AbortSignal.timeout` would stay in memory with all its listeners until it fires.
  const over = new AbortController();
  const late = setTimeout(
    () => over.abort(new DOMException('It took longer than it was given.', 'TimeoutError')),
    ms,
  );
  try {
    return await work(over.signal);
  } finally {
    clearTimeout(late);
  }
}

/** A signal, and the functions to run at once when it aborts. `isWaitedFor`: somebody waits for it, so it may not take long. */
export type Call = {
  readonly signal: AbortSignal;
  readonly underWay: Set<() => void>;
  readonly isWaitedFor: boolean;
};

/** One abort listener for all statements of a call: adding and removing one each costs more than a short statement. */
export function callUnder(signal: AbortSignal, isWaitedFor: boolean): Call {
  const underWay = new Set<() => void>();
  const end = () => {
    for (const stop of underWay) stop();
  };
  signal.addEventListener('abort', end, { once: true });
  return { signal, underWay, isWaitedFor };
}
