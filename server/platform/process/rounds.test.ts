import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRounds } from '#server/platform/process/rounds.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const EVERY_MS = 1_000;
const failed = (error: unknown) => {
  throw error;
};

/** Rounds that take `takesMs` each, with the moments at which they began and ended. */
function rounds(takesMs: number) {
  const began: number[] = [];
  const ended: number[] = [];
  const started = Date.now();
  const round = async () => {
    began.push(Date.now() - started);
    await new Promise((done) => setTimeout(done, takesMs));
    ended.push(Date.now() - started);
  };
  return { began, ended, running: startRounds(EVERY_MS, round, { failed }) };
}

describe('rounds of work', () => {
  it('begin at once and at every turn', async () => {
    const { began, running } = rounds(10);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(began).toEqual([0, 1_000, 2_000]);
    await running.stop();
  });

  it('are never two at once: a turn that comes too early is let go', async () => {
    const { began, running } = rounds(1_500);
    await vi.advanceTimersByTimeAsync(3_400);
    running.begin();
    expect(began).toEqual([0, 2_000]);
    await vi.advanceTimersByTimeAsync(700);
    expect(began).toEqual([0, 2_000, 4_000]);
    const stopping = running.stop();
    await vi.advanceTimersByTimeAsync(1_500);
    await stopping;
  });

  it('begin out of turn when asked', async () => {
    const { began, running } = rounds(10);
    await vi.advanceTimersByTimeAsync(300);
    running.begin();
    await vi.advanceTimersByTimeAsync(100);
    expect(began).toEqual([0, 300]);
    await running.stop();
  });

  it('stop when the one that runs has ended, and begin no more', async () => {
    const { began, ended, running } = rounds(700);
    await vi.advanceTimersByTimeAsync(100);
    let stopped = false;
    const stopping = running.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(stopped).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    await stopping;
    running.begin();
    await vi.advanceTimersByTimeAsync(10_000);
    expect({ began, ended }).toEqual({ began: [0], ended: [700] });
  });

  it('go on after one that failed, and say why it did', async () => {
    const reasons: unknown[] = [];
    let count = 0;
    const running = startRounds(
      EVERY_MS,
      async () => {
        count += 1;
        if (count === 1) throw new Error('the database is away');
      },
      { failed: (error) => reasons.push(error) },
    );
    await vi.advanceTimersByTimeAsync(1_500);
    expect({ count, reasons }).toEqual({ count: 2, reasons: [new Error('the database is away')] });
    await running.stop();
  });
});
