export type Rounds = {
  /** Starts a round now, unless one is running. */
  begin(): void;
  /** Starts no more rounds, and waits for the running one. */
  stop(): Promise<void>;
};

type Options = {
  /** Called with the error of a round; rounds go on. */
  readonly failed: (error: unknown) => void;
  /** Whether the timer keeps the process alive; true by default. */
  readonly keepsProcess?: boolean;
};

/** Runs `round` now and every `everyMs` milliseconds, one at a time. A round that takes longer skips the turns it covers. */
export function startRounds(
  everyMs: number,
  round: () => Promise<unknown>,
  { failed, keepsProcess = true }: Options,
): Rounds {
  let running: Promise<unknown> | null = null;
  let stopped = false;
  const begin = () => {
    if (stopped) return;
    running ??= round()
      .catch(failed)
      .finally(() => {
        running = null;
      });
  };
  begin();
  const clock = setInterval(begin, everyMs);
  if (!keepsProcess) clock.unref();
  return {
    begin,
    stop: async () => {
      stopped = true;
      clearInterval(clock);
      await running;
    },
  };
}
