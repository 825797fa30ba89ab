import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { PrismaClient } from '#server/generated/prisma/client.ts';

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

/** Typed SQL over one pool, or over one transaction's connection. */
export interface Db {
  /** All rows of one statement, as `Row`. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row extends object>(statement: Sql): Promise<Row | undefined>;
  /** Runs a statement; returns how many rows it touched. */
  run(statement: Sql): Promise<number>;
  /** Runs `work` in one transaction: commits what it returns, rolls back on any error. Nested calls join the outer one. */
  transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
  /** The same database, whose statements are cancelled in the server when `signal` aborts. */
  cancelledBy(signal: AbortSignal): Db;
}

export type Database = Db & {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  close(): Promise<void>;
};

/** Opens one shared pool for `url`; Prisma and typed SQL both use it. */
export function openDatabase(url: string, poolSize: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: poolSize,
    options: '-c timezone=UTC',
    idleTimeoutMillis: 30_000,
  });
  // An idle connection that the server drops must not end the process; the next query opens another.
  pool.on('error', () => undefined);
  let prisma: PrismaClient | undefined;
  return {
    ...overPool(pool),
    pool,
    get prisma() {
      prisma ??= new PrismaClient({ adapter: new PrismaPg(pool) });
      return prisma;
    },
    close: async () => {
      await prisma?.$disconnect();
      await pool.end();
    },
  };
}

function overPool(pool: pg.Pool, signal?: AbortSignal): Db {
  const query = (statement: Sql) =>
    signal ? cancellable(pool, statement, signal) : pool.query(asQuery(statement));
  return {
    ...statements(query),
    transaction: (work) => inTransaction(pool, work, signal),
    cancelledBy: (next) => overPool(pool, next),
  };
}

function statements(query: (statement: Sql) => Promise<pg.QueryResult>): Pick<Db, 'rows' | 'row' | 'run'> {
  return {
    rows: async <Row extends object>(statement: Sql) => (await query(statement)).rows as Row[],
    row: async <Row extends object>(statement: Sql) => (await query(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Db) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted();
  const client = await pool.connect();
  const cancel = () => void cancelBackend(pool, client);
  signal?.addEventListener('abort', cancel, { once: true });
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const tx: Db = {
      ...statements((statement) => client.query(asQuery(statement))),
      transaction: (inner) => inner(tx),
      cancelledBy: () => tx,
    };
    const result = await work(tx);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    client.release(broken);
  }
}

async function cancellable(pool: pg.Pool, statement: Sql, signal: AbortSignal): Promise<pg.QueryResult> {
  signal.throwIfAborted();
  const client = await pool.connect();
  const cancel = () => void cancelBackend(pool, client);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await client.query(asQuery(statement));
  } finally {
    signal.removeEventListener('abort', cancel);
    client.release();
  }
}

function cancelBackend(pool: pg.Pool, client: pg.PoolClient): Promise<unknown> {
  const { processID } = client as unknown as { processID: number };
  return pool.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => undefined);
}

function asQuery(statement: Sql): pg.QueryConfig {
  return { text: statement.text, values: statement.values as unknown[] };
}
