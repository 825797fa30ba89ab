import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inSlices, inTurn } from './slices.ts';

const STEP_MS = 2;

/** Work of so many steps, each of which holds the thread and tells that it was done. */
function* work(steps: number, told: () => void): Generator<void, number> {
  for (let i = 0; i < steps; i++) {
    const until = performance.now() + STEP_MS;
    while (performance.now() < until);
    told();
    yield;
  }
  return steps;
}

/** Work that cannot pause. */
function steady(told: () => void): number {
  told();
  return 1;
}

/** What came of the works, and how many steps at most were done while nobody else had the thread. */
async function held(start: (told: () => void) => Promise<number>[]) {
  let most = 0;
  let steps = 0;
  let isOver = false;
  const results = Promise.all(
    start(() => {
      steps += 1;
      most = Math.max(most, steps);
    }),
  ).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await turn();
    steps = 0;
  }
  return { results: await results, most };
}

describe('work in slices', () => {
  it('gives what it returns, and lets others be served every few milliseconds', async () => {
    expect(await held((told) => [inSlices(work(20, told))])).toEqual({ results: [20], most: 2 });
  });

  it('holds the thread no longer where several wait for theirs', async () => {
    const { results, most } = await held((told) => [1, 5, 5, 1].map((steps) => inSlices(work(steps, told))));
    expect(results).toEqual([1, 5, 5, 1]);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('serves others between works that cannot pause', async () => {
    const { most } = await held((told) => [1, 2, 3].map(() => inTurn(() => steady(told))));
    expect(most).toBe(1);
  });

  it('goes on with the next where one fails', async () => {
    const failing = inSlices(
      // biome-ignore lint/correctness/useYield: it fails at its first step.
      (function* (): Generator<void, number> {
        throw new Error('broken');
      })(),
    );
    const next = inSlices(work(1, () => undefined));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe(1);
  });
});
