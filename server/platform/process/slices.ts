import { setImmediate as turn } from 'node:timers/promises';

/** How long work may block the thread at a time, in milliseconds. */
const SLICE_MS = 4;

let before: Promise<unknown> = Promise.resolve();

/**
 * The result of `work`, run in slices so that requests are served in between. `work` yields where it may pause, ideally every
 * fraction of a millisecond. One work runs at a time: slices of several would follow each other without a pause.
 */
export function inSlices<Result>(work: Iterator<void, Result>): Promise<Result> {
  const done = before.then(() => sliced(work));
  before = done.catch(() => undefined);
  return done;
}

/** The result of `work`, which cannot pause, in its turn among all such works: requests are served before it. */
export function inTurn<Result>(work: () => Result): Promise<Result> {
  return inSlices({ next: () => ({ done: true, value: work() }) });
}

async function sliced<Result>(work: Iterator<void, Result>): Promise<Result> {
  for (;;) {
    await turn();
    const until = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
  }
}
