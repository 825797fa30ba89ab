import { setImmediate as turn } from 'node:timers/promises';

/** How long work holds the thread before it lets others be served, in milliseconds. */
const SLICE_MS = 4;

let before: Promise<unknown> = Promise.resolve();

/**
 * What `work` returns, done in slices: it yields where it may stop, at best every fraction of a millisecond, and whoever waits
 * for the thread is served between. One work at a time, since the slices of several would follow each other without a break.
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
