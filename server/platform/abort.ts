/** What `work` gives, or the abort's own error as soon as `signal` aborts, whether or not the work heard it. */
export function beforeAbort<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return endedBy(signal, work, 0);
}

/**
 * What `work` gives, or the abort's own error once `signal` aborts and the work has ended too, at most `ms` later: what it
 * took is given back before anybody is told that it failed, and what it finished meanwhile is not lost.
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

/** What `work` gives under a signal that aborts after `ms`, with a `TimeoutError` that says so. */
export async function withinTime<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // `AbortSignal.timeout` would be held, with all that listens to it, until its time has come.
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

/** Work that a signal ends, and what is to happen at once when it does. */
export type Call = { readonly signal: AbortSignal; readonly underWay: Set<() => void> };

/** One listener for all statements of a call: to add and remove one for each costs more than a short statement's trip. */
export function callUnder(signal: AbortSignal): Call {
  const underWay = new Set<() => void>();
  const end = () => {
    for (const stop of underWay) stop();
  };
  signal.addEventListener('abort', end, { once: true });
  return { signal, underWay };
}
