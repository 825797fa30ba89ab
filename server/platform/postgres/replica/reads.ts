import type { Sql } from 'sql-template-tag';
import { withinTime } from '#server/platform/abort.ts';
import { type Db, openDatabase, type Reading, sql } from '#server/platform/db.ts';
import type { Log } from '#server/platform/log.ts';
import { awayOf } from '#server/platform/postgres/connection.ts';
import { startRounds } from '#server/platform/process/rounds.ts';
import { computed, type Shape } from '#server/platform/rows.ts';

/** What reads that may be seconds old go to, beside a primary; both are cancelled with `signal`. */
export type ReadsOf = (primary: Db, signal: AbortSignal, witness?: Witness) => Db;
/** Hears before each read of a replica what `statement` gives there, on the connection that the read then takes: the read is no older. */
export type Witness = { readonly statement: Sql; readonly hear: (row: unknown) => void };
export type Reads = { readonly of: ReadsOf; close(): Promise<void> };

/** How often a replica is looked at, and how far behind it may be, in milliseconds. */
const LOOK_MS = 2_000;
const MOST_BEHIND_MS = 10_000;

type Options = {
  readonly poolSize: number;
  readonly prepares: boolean;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly lookMs?: number;
};

/**
 * Reads that go to the replica at `url` while it is there and at most ten seconds behind, and to the primary otherwise; what
 * the replica fails at for its own reasons is asked of the primary. Writes and transactions go to the primary always.
 */
export function openReads(url: string, { poolSize, prepares, log, lookMs = LOOK_MS }: Options): Reads {
  const replica = openDatabase(url, poolSize, { prepares, waitMs: lookMs });
  // Until it has been looked at it is taken for away.
  let isUsable = false;
  const turn = (usable: boolean) => {
    if (usable === isUsable) return;
    isUsable = usable;
    if (usable) log.info('reads that may be seconds old go to the replica');
    else log.warn('the replica is away or behind: its reads go to the primary');
  };
  // A replica that accepts and never answers must not be waited for: it is away.
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

/** Whether a database has at most so much to catch up; one that streams from nobody, and is no primary itself, cannot know. */
async function isNear(replica: Db): Promise<boolean> {
  const row = await replica.row(
    { near: computed.bool },
    sql`
    SELECT NOT pg_is_in_recovery() OR (EXISTS (SELECT 1 FROM pg_stat_wal_receiver)
      AND (pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
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

/** One connection for both: of several replicas behind one address each is as far behind as it is. */
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

/** What a replica ends because what it replays took the rows away, and what waits there for a connection in vain. */
function isOfReplica(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return code === '40001' || name === 'TimeoutError';
}
