import { startRounds } from '#server/platform/process/rounds.ts';

/** One of the places in which feeds are polled at once. */
export type Place = {
  /** Aborts when the poller is told to end. */
  readonly ending: AbortSignal;
  /** Waits for a publisher's answer: one that is slow gives the place to another feed meanwhile. */
  waiting<Answer>(answer: Promise<Answer>): Promise<Answer>;
};

export type PollerWork = {
  /** Takes so many feeds that are due, longest due first, so that no other poller takes them. */
  lease(count: number): Promise<readonly string[]>;
  poll(feedId: string, place: Place): Promise<unknown>;
  failed(error: unknown): void;
};

export type Poller = {
  /** Takes no more feeds, calls off those that wait for an answer, and ends when none is under way. */
  stop(): Promise<void>;
};

/** How often due feeds are looked for. */
const LOOK_MS = 1_000;

/** Feeds polled at once, those that are slow to answer apart. */
const PLACES = 32;

/**
 * An answer that takes longer gives up its place. So 32 feeds a second are begun though none of them ever answers, and
 * with half a minute for an answer at most 960 connections wait.
 */
const SLOW_MS = 1_000;

/** Polls what is due, until it is stopped. A feed that hangs keeps no other waiting. */
export function startPoller({ lease, poll, failed }: PollerWork): Poller {
  const ending = new AbortController();
  const underWay = new Set<Promise<void>>();
  let taken = 0;
  let isMoreDue = false;

  const begin = (feedId: string) => {
    let hasPlace = true;
    taken += 1;
    const leave = () => {
      if (hasPlace) taken -= 1;
      hasPlace = false;
      if (isMoreDue) looks.begin();
    };
    const waiting = async <Answer>(answer: Promise<Answer>) => {
      const slow = setTimeout(leave, SLOW_MS);
      try {
        return await answer;
      } finally {
        clearTimeout(slow);
      }
    };
    const polled = poll(feedId, { ending: ending.signal, waiting })
      .then(() => undefined, failed)
      .finally(() => {
        leave();
        underWay.delete(polled);
      });
    underWay.add(polled);
  };

  const look = async () => {
    while (taken < PLACES && !ending.signal.aborted) {
      const free = PLACES - taken;
      const feeds = await lease(free);
      isMoreDue = feeds.length === free;
      feeds.forEach(begin);
      if (!isMoreDue) return;
    }
  };
  const looks = startRounds(LOOK_MS, look, { failed });
  return {
    stop: async () => {
      ending.abort();
      await looks.stop();
      await Promise.all(underWay);
    },
  };
}
