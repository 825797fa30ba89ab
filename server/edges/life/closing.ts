import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Whether a server is about to end, and the answers under way, whose connections must end first. */
export type Closing = {
  begun(): boolean;
  /** Follows an answer: if its headers are not sent when the end begins, they close the connection. */
  follow(res: ServerResponse): void;
  begin(): void;
};

/** A closing that has not begun. */
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

/** Milliseconds between two sweeps of idle connections while a server drains. */
const SWEEP_MS = 50;

type Times = {
  /** Milliseconds in which requests are still taken, so that load balancers learn first that this server is not ready. */
  readonly noticeMs: number;
  /** Milliseconds that answers under way have after that; then their connections are cut. */
  readonly graceMs: number;
};

/**
 * Ends a server without losing a request. It reports that it is not ready and lets each connection end with its next answer;
 * then it takes no new connection, waits for answers under way, and closes idle connections.
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

/** The most turns of the event loop that are spent while connections keep coming. */
const MOST_TURNS = 1_000;

/** Takes the connections that the system has already accepted, which would otherwise be reset with their requests. Each turn of the loop takes one. */
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
