export type Rounds = {
  /** Begins a round at once, unless one runs. */
  begin(): void;
  /** Begins no more, and waits for the one that runs. */
  stop(): Promise<void>;
};

type Options = {
  /** A round that threw: the next one is begun all the same. */
  readonly failed: (error: unknown) => void;
  /** Whether waiting for the next round keeps the process from ending by itself; it does unless told. */
  readonly keepsProcess?: boolean;
};

/** Does a round of work now and every so many milliseconds, one at a time: where one takes longer, the turn is let go. */
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
