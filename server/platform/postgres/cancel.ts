import { connect } from 'node:net';
import type pg from 'pg';

/** How long a server may take to cancel a statement, in milliseconds. One that does not is away or frozen. */
export const CANCEL_MS = 1_000;

export type Cancelling = {
  /** Resolves once the cancel can hit no later statement; after that the connection is not closed any more. */
  readonly over: () => Promise<unknown>;
};

/** The driver's fields of a connection. */
type Known = {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: { readonly stream: { destroy(): void } };
};

/** Asks the server to cancel the running statement. Closes the connection if it does not end in time. */
export function cancelStatement(cancels: pg.Pool, client: pg.PoolClient, isPooled: boolean): Cancelling {
  const known = client as unknown as Known;
  const { processID, connection } = known;
  const cut = setTimeout(() => connection.stream.destroy(), CANCEL_MS);
  // A pooler hands out its own process ids, and understands only the protocol's request.
  const asked = isPooled
    ? requestCancel(known)
    : cancels.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => undefined);
  return {
    over: () => {
      clearTimeout(cut);
      return asked;
    },
  };
}

const CANCEL_REQUEST = 80_877_102;

/** Sends the protocol's CancelRequest on a new connection. Resolves when the server has accepted it or cannot be reached. */
function requestCancel({ host, port, processID, secretKey }: Known): Promise<void> {
  const request = Buffer.alloc(16);
  for (const [n, number] of [request.length, CANCEL_REQUEST, processID, secretKey].entries())
    request.writeInt32BE(number, n * 4);
  return new Promise((done) => {
    const socket = connect(port, host, () => socket.end(request));
    socket.setTimeout(CANCEL_MS, () => socket.destroy());
    socket.on('error', () => undefined).once('close', () => done());
  });
}
