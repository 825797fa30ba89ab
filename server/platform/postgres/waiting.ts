import { endProgress } from '#server/platform/progress.ts';

const EVERY_MS = 5_000;

/**
 * Waits for `work`, and reports on standard error every few seconds what the process waits for: a silent one looks as if it
 * hung.
 */
export async function sayingWait<Result>(what: () => string, work: Promise<Result>): Promise<Result> {
  const began = performance.now();
  const say = () => {
    const seconds = Math.round((performance.now() - began) / 1000);
    endProgress();
    process.stderr.write(`Waiting for ${what()} (${seconds} s so far).\n`);
  };
  const clock = setInterval(say, EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(clock);
  }
}
