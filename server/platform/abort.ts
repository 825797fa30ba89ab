/** What `work` gives, or the abort's own error as soon as `signal` aborts, whether or not the work heard it. */
export function beforeAbort<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
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
