import { startRounds } from '#server/platform/process/rounds.ts';

/** One of the places in which feeds are polled at once. */
export type Place = {
  /** Aborts when the poller is told to end. */
  readonly ending: AbortSignal;
  /** Waits for a publisher's answer. A slow one gives its place to another feed until the answer is there. */
  waiting<Answer>(answer: Promise<Answer>): Promise<Answer>;
};

export type PollerWork = {
  /** Leases at most `count` feeds that are due, longest due first. Returns their ids. */
  lease(count: number): Promise<readonly string[]>;
  poll(feedId: string, place: Place): Promise<unknown>;
  failed(error: unknown): void;
};

export type Poller = {
  /** Leases no more feeds, cancels the requests under way, and waits until no poll runs. */
  stop(): Promise<void>;
};

/** Milliseconds between two looks for due feeds. */
const LOOK_MS = 1_000;

/** Feeds polled at once, without those that wait for a slow answer. */
const PLACES = 32;

/**
 * A request gives up its place after this many milliseconds. So 32 feeds a second begin even if none ever answers, and at
 * most 960 connections wait at once, for a request has half a minute.
 */
const SLOW_MS = 1_000;

/**
 * Polls what is due, until it is stopped. A feed that hangs keeps no other waiting. A document that was fetched holds a place until it is
 * read, even if its feed gave its place away before: no feed is leased while all places are held.
 */
export function startPoller({ lease, poll, failed }: PollerWork): Poller {
  const ending = new AbortController();
  const underWay = new Set<Promise<void>>();
  let isMoreDue = false;
  const places = openPlaces(() => {
    if (isMoreDue) looks.begin();
  });

  const begin = (feedId: string) => {
    const { waiting, leave } = places.take();
    const polled = poll(feedId, { ending: ending.signal, waiting })
      .then(() => undefined, failed)
      .finally(() => {
        leave();
        underWay.delete(polled);
      });
    underWay.add(polled);
  };

  const look = async () => {
    while (places.free() > 0 && !ending.signal.aborted) {
      const free = places.free();
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

type HeldPlace = Pick<Place, 'waiting'> & {
  /** Gives the place up; does nothing where it was given up. */
  leave(): void;
};

/** The places of a poller, none of them held. `left` is called whenever one may be free again. */
function openPlaces(left: () => void): { free(): number; take(): HeldPlace } {
  let held = 0;
  const take = () => {
    let isHeld = false;
    const hold = () => {
      if (!isHeld) held += 1;
      isHeld = true;
    };
    const leave = () => {
      if (isHeld) held -= 1;
      isHeld = false;
      left();
    };
    const waiting = async <Answer>(answer: Promise<Answer>) => {
      const slow = setTimeout(leave, SLOW_MS);
      try {
        return await answer;
      } finally {
        clearTimeout(slow);
        hold();
      }
    };
    hold();
    return { waiting, leave };
  };
  return { free: () => PLACES - held, take };
}
