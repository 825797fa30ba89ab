import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { PrismaClient } from '#server/generated/prisma/client.ts';
import { type Call, callUnder } from '#server/platform/abort.ts';
import { spans, traced } from '#server/platform/observe/spans.ts';
import { CANCEL_MS, type Cancelling, cancelStatement } from '#server/platform/postgres/cancel.ts';
import { asAway, DatabaseAway, SESSION_OPTIONS, uncompiled } from '#server/platform/postgres/connection.ts';
import { asQuery, beginning, isOutdated, marked } from '#server/platform/postgres/prepared.ts';
import type { Inspect, RowOf, Shape } from '#server/platform/rows.ts';

export { default as sql, empty, join, raw } from 'sql-template-tag';

const DATE_OID = 1082;
const INT8_OID = 20;
// UTC days stay `YYYY-MM-DD`; counts fit a number. Set on our pool only: the migration engine reads whole 64-bit numbers.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === DATE_OID) return (text: string) => text;
    if (oid === INT8_OID) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

type UnknownRow = Record<string, unknown>;

/** Typed SQL over one pool, or over one transaction's connection. */
export interface Db {
  /** All rows of one statement, typed by the declared shape; of unknown values without one. */
  rows<S extends Shape>(shape: S, statement: Sql): Promise<RowOf<S>[]>;
  rows(statement: Sql): Promise<UnknownRow[]>;
  /** The first row, or undefined. */
  row<S extends Shape>(shape: S, statement: Sql): Promise<RowOf<S> | undefined>;
  row(statement: Sql): Promise<UnknownRow | undefined>;
  /** Runs a statement; returns how many rows it touched. */
  run(statement: Sql): Promise<number>;
  /** Runs `work` in one transaction: commits what it returns, rolls back on any error. Nested calls join the outer one. */
  transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
  /** Runs reads one by one on one connection, without a transaction: several databases may lie behind one address. */
  onOne<Result>(work: (reads: Reading) => Promise<Result>): Promise<Result>;
  /**
   * The same database. When `signal` aborts, its statements are cancelled in the server or stop waiting for a connection. Those that
   * take too long are, too, unless nobody waits for them (`isWaitedFor: false`).
   */
  cancelledBy(signal: AbortSignal, of?: { readonly isWaitedFor: boolean }): Db;
}

export type Reading = Pick<Db, 'rows' | 'row'>;

export type Database = Db & {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** The failure of the last statement if the database was away; null once it answers again. */
  away(): DatabaseAway | null;
  close(): Promise<void>;
};

/** The pool for statements, and a separate connection for cancels, so that a busy pool cannot delay them. */
type Pools = {
  readonly statements: pg.Pool;
  readonly cancels: pg.Pool;
  readonly statementMs: number;
  readonly inspect: Inspect | undefined;
  readonly prepares: boolean;
  away: DatabaseAway | null;
};

type DatabaseOptions = {
  /** How long a statement waits for a connection, in milliseconds. */
  readonly waitMs?: number;
  /** How long one statement of a call may take, in milliseconds. */
  readonly statementMs?: number;
  /** Whether statements stay prepared on their connection. PgBouncer before 1.21 does not support it. */
  readonly prepares?: boolean;
  /** Called with every result that has a declared shape. */
  readonly inspect?: Inspect;
};

/** Shorter than the budget of a read, so that a call without a connection gets an answer before it is cut off. */
const WAIT_MS = 10_000;

/** Shorter than the budget of a read, too. Work that no caller waits for may take as long as it needs. */
const STATEMENT_MS = 10_000;

/**
 * Opens one shared pool for `url`, used by Prisma and typed SQL. A statement that gets no connection within `waitMs` fails
 * with a `TimeoutError`. A statement of a call (`cancelledBy`) is cancelled after `statementMs`. If the server ignores the
 * cancel, the connection is closed and the call fails as on a broken connection.
 */
export function openDatabase(
  url: string,
  poolSize: number,
  { waitMs = WAIT_MS, statementMs = STATEMENT_MS, prepares = true, inspect }: DatabaseOptions = {},
): Database {
  const asked = { max: poolSize, types, options: SESSION_OPTIONS, connectionTimeoutMillis: waitMs };
  const statements = uncompiled(openPool(url, asked));
  const cancels = openPool(url, {
    max: 1,
    connectionTimeoutMillis: CANCEL_MS,
    query_timeout: CANCEL_MS,
  });
  const pools: Pools = { statements, cancels, statementMs, inspect, prepares, away: null };
  let prisma: PrismaClient | undefined;
  return {
    ...overPools(pools),
    pool: statements,
    get prisma() {
      prisma ??= new PrismaClient({ adapter: new PrismaPg(statements) });
      return prisma;
    },
    away: () => pools.away,
    close: async () => {
      await prisma?.$disconnect();
      await statements.end();
      await pools.cancels.end();
    },
  };
}

function openPool(url: string, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...config,
  });
  // An idle connection that the server drops must not end the process; the next query opens another.
  pool.on('error', () => undefined);
  return pool;
}

function overPools(pools: Pools, call?: Call): Db {
  const query = (statement: Sql) => lent(pools, call, (lease) => askAnew(pools, lease, statement));
  const on = (lease: Lent) => statementsBy((statement) => askAnew(pools, lease, statement), pools.inspect);
  return {
    ...statementsBy(query, pools.inspect),
    onOne: (work) => lent(pools, call, (lease) => work(on(lease))),
    transaction: (work) => inTransaction(pools, work, call),
    cancelledBy: (signal, { isWaitedFor } = { isWaitedFor: true }) =>
      overPools(pools, callUnder(signal, isWaitedFor)),
  };
}

function statementsBy(
  query: (statement: Sql) => Promise<pg.QueryResult>,
  inspect: Inspect | undefined,
): Pick<Db, 'rows' | 'row' | 'run'> {
  const read = async (shape: Shape | Sql, statement?: Sql) => {
    if (!statement) return (await query(shape as Sql)).rows;
    const result = await query(statement);
    inspect?.(shape as Shape, result, statement.text);
    return result.rows;
  };
  return {
    rows: read,
    row: async (shape: Shape | Sql, statement?: Sql) => (await read(shape, statement))[0],
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  };
}

function inTransaction<Result>(
  pools: Pools,
  work: (tx: Db) => Promise<Result>,
  call?: Call,
): Promise<Result> {
  return lent(pools, call, async ({ client, ask, fail }) => {
    try {
      await ask({ text: beginning() });
      const tx: Db = {
        ...statementsBy(async (statement) => {
          call?.signal.throwIfAborted();
          return ask(asQuery(client, statement, pools.prepares));
        }, pools.inspect),
        onOne: (inner) => inner(tx),
        transaction: (inner) => inner(tx),
        cancelledBy: () => tx,
      };
      const result = await work(tx);
      call?.signal.throwIfAborted();
      await ask({ text: 'COMMIT' });
      return result;
    } catch (error) {
      await ask({ text: 'ROLLBACK' }).catch(fail);
      throw error;
    }
  });
}

/** A lent connection: `ask` runs a statement on it, `fail` keeps it from being lent again. */
type Lent = {
  readonly client: pg.PoolClient;
  readonly ask: (query: pg.QueryConfig) => Promise<pg.QueryResult>;
  readonly fail: (reason: Error) => void;
};

/**
 * Lends `work` a connection. An abort ends the wait for one, or cancels the running statement; a statement that takes too
 * long is cancelled, too. A connection that broke or failed is closed instead of returned to the pool.
 */
async function lent<Result>(
  pools: Pools,
  call: Call | undefined,
  work: (connection: Lent) => Promise<Result>,
): Promise<Result> {
  const client = await connected(pools, call).catch((error: unknown) => tellFailure(pools, error));
  let broken: Error | undefined;
  let cancelling: Cancelling | undefined;
  const fail = (reason: Error) => {
    broken = reason;
  };
  const cancel = () => {
    cancelling ??= cancelStatement(pools.cancels, client, !pools.prepares);
  };
  const ask = async (query: pg.QueryConfig) => {
    const late = call?.isWaitedFor ? setTimeout(cancel, pools.statementMs) : undefined;
    try {
      return present(pools, await asked(client, query));
    } catch (error) {
      return tellFailure(pools, error);
    } finally {
      clearTimeout(late);
    }
  };
  // The pool does not listen to a lent connection, and an unhandled error event ends the process.
  client.on('error', fail);
  call?.underWay.add(cancel);
  try {
    call?.signal.throwIfAborted();
    return await work({ client, ask, fail });
  } catch (error) {
    if (error instanceof DatabaseAway) fail(error);
    throw error;
  } finally {
    call?.underWay.delete(cancel);
    // A cancel still under way would hit the next statement on this connection.
    await cancelling?.over();
    client.off('error', fail);
    client.release(broken);
  }
}

function asked(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  if (!spans()) return client.query(query);
  const name = /^\s*(\w+)/.exec(query.text)?.[1]?.toUpperCase() ?? 'statement';
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query.text };
  return traced(name, 'client', attributes, () => client.query(query));
}

function present<Result>(pools: Pools, result: Result): Result {
  pools.away = null;
  return result;
}

/** A timeout while waiting for a connection is reported as the outage if there is one. The pool marks it by its message alone. */
function tellFailure(pools: Pools, error: unknown): never {
  const { name, message } = error as Error;
  if (name === 'TimeoutError' || message.startsWith('timeout exceeded when trying to connect'))
    throw pools.away ?? new DOMException('No connection to the database was free in time.', 'TimeoutError');
  throw noted(pools, error);
}

function noted(pools: Pools, error: unknown): unknown {
  const failure = asAway(error);
  if (failure instanceof DatabaseAway) pools.away = failure;
  return failure;
}

/** A connection of the pool. One that arrives after the abort is released at once. */
function connected(pools: Pools, call: Call | undefined): Promise<pg.PoolClient> {
  const { statements } = pools;
  const isAtOnce = statements.idleCount > 0 && statements.waitingCount === 0;
  if (!call || isAtOnce) return statements.connect();
  const { signal, underWay } = call;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const asked = statements.connect();
    const leave = () => {
      reject(signal.reason);
      asked.then((client) => client.release()).catch((error: unknown) => noted(pools, error));
    };
    underWay.add(leave);
    // Unregister first: an abort after the hand-over must not release the connection a second time.
    asked.finally(() => underWay.delete(leave)).then(resolve, reject);
  });
}

/** Runs a statement outside of a transaction; retries it once, unprepared, if its prepared plan no longer fits the tables. */
async function askAnew(pools: Pools, { client, ask }: Lent, statement: Sql): Promise<pg.QueryResult> {
  try {
    return await ask(marked(asQuery(client, statement, pools.prepares)));
  } catch (error) {
    if (!isOutdated(error)) throw error;
    return ask({ text: statement.text, values: statement.values });
  }
}
