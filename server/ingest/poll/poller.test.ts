import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPoller } from '#server/ingest/poll/poller.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const DEADLINE_MS = 30_000;
const MINUTE_MS = 60_000;

/** A poller of feeds, in this order, that answer after so many milliseconds or never; `read` tells when each was read. */
function polling(feeds: readonly { id: string; answersAfter: number }[]) {
  const due = [...feeds];
  const read = new Map<string, number>();
  const began: string[] = [];
  const started = Date.now();
  const poller = startPoller({
    lease: async (count) => due.splice(0, count).map(({ id }) => id),
    poll: async (id, { waiting, ending }) => {
      began.push(id);
      const { answersAfter } = feeds.find((feed) => feed.id === id)!;
      const answer = new Promise<boolean>((resolve) => {
        setTimeout(() => resolve(answersAfter <= DEADLINE_MS), Math.min(answersAfter, DEADLINE_MS));
        ending.addEventListener('abort', () => resolve(false));
      });
      if (await waiting(answer)) read.set(id, Date.now() - started);
    },
    failed: (error) => {
      throw error;
    },
  });
  return { poller, read, began };
}

const hanging = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `hangs ${at}`, answersAfter: Number.POSITIVE_INFINITY }));

describe('a feed that answers', () => {
  it('waits less than a minute behind a thousand that hang', async () => {
    const { poller, read } = polling([...hanging(1_000), { id: 'healthy', answersAfter: 200 }]);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(read.get('healthy')).toBeLessThan(MINUTE_MS);
    await poller.stop();
  });

  it('waits less than a minute, however many of up to a thousand others are slow, and how slow', async () => {
    const others = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 10 * DEADLINE_MS }), fc.constant(10 * DEADLINE_MS)),
      { minLength: 900, maxLength: 1_000 },
    );
    await fc.assert(
      fc.asyncProperty(others, async (slowness) => {
        const slow = slowness.map((answersAfter, at) => ({ id: `slow ${at}`, answersAfter }));
        const { poller, read } = polling([...slow, { id: 'healthy', answersAfter: 200 }]);
        await vi.advanceTimersByTimeAsync(MINUTE_MS);
        expect(read.get('healthy')).toBeLessThan(MINUTE_MS);
        await poller.stop();
      }),
      { numRuns: 10 },
    );
  });
});

describe('a poller', () => {
  it('polls no more feeds at once than it has places, while they answer in time', async () => {
    const { poller, began } = polling(
      Array.from({ length: 100 }, (_, at) => ({ id: `${at}`, answersAfter: 900 })),
    );
    await vi.advanceTimersByTimeAsync(500);
    expect(began).toHaveLength(32);
    await poller.stop();
  });

  it('takes no more feeds while fetched ones wait to be read, however slowly they were fetched', async () => {
    const began: string[] = [];
    let read = () => {};
    const reading = new Promise<void>((done) => {
      read = done;
    });
    const poller = startPoller({
      lease: async (count) => Array.from({ length: count }, (_, at) => `${began.length + at}`),
      poll: async (id, { waiting }) => {
        began.push(id);
        await waiting(new Promise((done) => setTimeout(done, 2_500)));
        await reading;
      },
      failed: (error) => {
        throw error;
      },
    });
    await vi.advanceTimersByTimeAsync(10_000);
    // Begun in the 2.5 seconds before the first was fetched.
    expect(began).toHaveLength(96);
    read();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(began.length).toBeGreaterThan(96);
    const stopped = poller.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    await stopped;
  });

  it('ends at once though feeds hang, and takes no more', async () => {
    const { poller, began } = polling(hanging(100));
    await vi.advanceTimersByTimeAsync(500);
    await poller.stop();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(began).toHaveLength(32);
  });
});
