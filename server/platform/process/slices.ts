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
