import { connect } from 'node:net';
import type pg from 'pg';

/** How long a server is given to end a statement that it is told to cancel. One that does not is away, or frozen. */
export const CANCEL_MS = 1_000;

export type Cancelling = {
  /** Ends once the cancel can meet no later statement; from then on the connection is not cut any more. */
  readonly over: () => Promise<unknown>;
};

/** A connection as the driver knows it. */
type Known = {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: { readonly stream: { destroy(): void } };
};

/** Asks the server to end the statement it is at. Where that does not happen in time, the connection is cut: nothing is heard of it any more. */
export function cancelStatement(cancels: pg.Pool, client: pg.PoolClient, isPooled: boolean): Cancelling {
  const known = client as unknown as Known;
  const { processID, connection } = known;
  const cut = setTimeout(() => connection.stream.destroy(), CANCEL_MS);
  // A pooler gives out process ids of its own, and understands no request but the protocol's.
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

/** Sends the protocol's CancelRequest on a connection of its own; ends when the server has taken it, or cannot be reached. */
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
