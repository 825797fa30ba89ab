import type { Sql } from 'sql-template-tag';
import { withinTime } from '#server/platform/abort.ts';
import { type Db, openDatabase, type Reading, sql } from '#server/platform/db.ts';
import type { Log } from '#server/platform/log.ts';
import { awayOf } from '#server/platform/postgres/connection.ts';
import { startRounds } from '#server/platform/process/rounds.ts';
import { computed, type Shape } from '#server/platform/rows.ts';

/** The database for reads that may be seconds old, beside a primary. Both are cancelled by `signal`. */
export type ReadsOf = (primary: Db, signal: AbortSignal, witness?: Witness) => Db;
/** Receives the row of `statement` before each read on the replica, on the same connection: the read is no older than that row. */
export type Witness = { readonly statement: Sql; readonly hear: (row: unknown) => void };
export type Reads = { readonly of: ReadsOf; close(): Promise<void> };

/** How often a replica is checked, and how far behind it may be, in milliseconds. */
const LOOK_MS = 2_000;
const MOST_BEHIND_MS = 10_000;

type Options = {
  readonly poolSize: number;
  readonly prepares: boolean;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly lookMs?: number;
};

/**
 * Sends reads to the replica at `url` while it answers and is at most ten seconds behind, else to the primary. Reads that fail
 * because of the replica are retried on the primary. Writes and transactions always go to the primary.
 */
export function openReads(url: string, { poolSize, prepares, log, lookMs = LOOK_MS }: Options): Reads {
  const replica = openDatabase(url, poolSize, { prepares, waitMs: lookMs });
  // Counts as away until the first check.
  let isUsable = false;
  const turn = (usable: boolean) => {
    if (usable === isUsable) return;
    isUsable = usable;
    if (usable) log.info('reads that may be seconds old go to the replica');
    else log.warn('the replica is away or behind: its reads go to the primary');
  };
  // A replica that accepts connections and never answers counts as away.
  const look = async () => turn(await withinTime(lookMs, (signal) => isNear(replica.cancelledBy(signal))));
  const looking = startRounds(lookMs, look, { failed: () => turn(false), keepsProcess: false });
  return {
    of: (primary, signal, witness) =>
      overBoth(
        { primary: primary.cancelledBy(signal), replica: replica.cancelledBy(signal), witness },
        () => isUsable,
        () => turn(false),
      ),
    close: async () => {
      await looking.stop();
      await replica.close();
    },
  };
}

/** Whether a database is a primary, or a standby that streams and is at most MOST_BEHIND_MS behind. */
async function isNear(replica: Db): Promise<boolean> {
  const row = await replica.row(
    { near: computed.bool },
    sql`
    SELECT NOT pg_is_in_recovery() OR (EXISTS (SELECT 1 FROM pg_stat_wal_receiver)
      AND (COALESCE(pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn(), false)
        OR COALESCE(now() - pg_last_xact_replay_timestamp() < ${MOST_BEHIND_MS}::int * interval '1 millisecond', false))) AS near`,
  );
  return row!.near;
}

type Both = { readonly primary: Db; readonly replica: Db; readonly witness: Witness | undefined };

function overBoth({ primary, replica, witness }: Both, isUsable: () => boolean, fell: () => void): Db {
  const read = async <Rows>(from: (db: Reading) => Promise<Rows>): Promise<Rows> => {
    if (!isUsable()) return from(primary);
    try {
      return await (witness ? witnessed(replica, witness, from) : from(replica));
    } catch (error) {
      if (awayOf(error)) fell();
      else if (!isOfReplica(error)) throw error;
      return from(primary);
    }
  };
  return {
    rows: (shape: Shape | Sql, statement?: Sql) => read((db) => db.rows(shape as Shape, statement as Sql)),
    row: (shape: Shape | Sql, statement?: Sql) => read((db) => db.row(shape as Shape, statement as Sql)),
    run: (statement) => primary.run(statement),
    onOne: (work) => primary.onOne(work),
    transaction: (work) => primary.transaction(work),
    cancelledBy: (signal) => {
      const both = { primary: primary.cancelledBy(signal), replica: replica.cancelledBy(signal), witness };
      return overBoth(both, isUsable, fell);
    },
  };
}

/** Uses one connection for both: several replicas behind one address may differ in how far they are behind. */
function witnessed<Rows>(
  replica: Db,
  { statement, hear }: Witness,
  from: (reads: Reading) => Promise<Rows>,
): Promise<Rows> {
  return replica.onOne(async (reads) => {
    hear(await reads.row(statement));
    return from(reads);
  });
}

/** Whether the replica caused the failure: replay cancelled the query, or no connection was free in time. */
function isOfReplica(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return code === '40001' || name === 'TimeoutError';
}
