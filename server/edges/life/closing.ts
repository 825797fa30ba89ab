import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Whether a server is about to end, and the answers that it must end with first. */
export type Closing = {
  begun(): boolean;
  /** Follows an answer: one that is not begun when the end is says that its connection ends with it. */
  follow(res: ServerResponse): void;
  begin(): void;
};

export function openClosing(): Closing {
  const underWay = new Set<ServerResponse>();
  let begun = false;
  return {
    begun: () => begun,
    follow: (res) => {
      if (begun) res.shouldKeepAlive = false;
      underWay.add(res);
      res.once('close', () => underWay.delete(res));
    },
    begin: () => {
      begun = true;
      for (const res of underWay) res.shouldKeepAlive = false;
    },
  };
}

/** How often connections that have fallen idle are closed while a server drains, in milliseconds. */
const SWEEP_MS = 50;

type Times = {
  /** Milliseconds in which requests are still taken, so that whoever passes them on hears first that this server is not ready. */
  readonly noticeMs: number;
  /** Milliseconds that answers under way have from then on; what is left is cut. */
  readonly graceMs: number;
};

/**
 * Ends a server without losing a request: it says that it is not ready, lets each connection end with its next answer,
 * then takes no new one, lets answers under way end, and closes those that wait for nothing.
 */
export async function drain(server: Server, closing: Closing, { noticeMs, graceMs }: Times): Promise<void> {
  closing.begin();
  await pause(noticeMs);
  await takeUpWaiting(server);
  const closed = new Promise<void>((done) => {
    server.close(() => done());
  });
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(late);
}

/** Turns of the loop at most that are spent on connections which keep coming. */
const MOST_TURNS = 1_000;

/**
 * Takes up the connections that the system has accepted for us: they would be reset with the requests that are on them. Each turn of the
 * loop takes one.
 */
async function takeUpWaiting(server: Server): Promise<void> {
  let taken = true;
  const note = () => {
    taken = true;
  };
  server.on('connection', note);
  for (let turn = 0; taken && turn < MOST_TURNS; turn++) {
    taken = false;
    await nextTurn();
  }
  server.off('connection', note);
}
