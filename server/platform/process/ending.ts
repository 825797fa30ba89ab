const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Resolves at the first signal to end. The process goes on listening: a terminal and the parent process may both send the signal,
 * and the second would otherwise kill it.
 */
export function endRequested(): Promise<void> {
  return new Promise((done) => {
    for (const signal of SIGNALS) process.on(signal, () => done());
  });
}
