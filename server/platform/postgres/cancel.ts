import type pg from 'pg';

/** How long a server is given to end a statement that it is told to cancel. One that does not is away, or frozen. */
export const CANCEL_MS = 1_000;

export type Cancelling = {
  /** Ends once the cancel can meet no later statement; from then on the connection is not cut any more. */
  readonly over: () => Promise<unknown>;
};

/** Asks the server to end the statement it is at. Where that does not happen in time, the connection is cut: nothing is heard of it any more. */
export function cancelStatement(cancels: pg.Pool, client: pg.PoolClient): Cancelling {
  const { processID, connection } = client as unknown as {
    processID: number;
    connection: { stream: { destroy(): void } };
  };
  const cut = setTimeout(() => connection.stream.destroy(), CANCEL_MS);
  const asked = cancels.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => undefined);
  return {
    over: () => {
      clearTimeout(cut);
      return asked;
    },
  };
}
