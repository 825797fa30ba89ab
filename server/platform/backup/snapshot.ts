import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BackupError, FORMAT, type Header, type Part, type Table } from '#server/platform/backup/contents.ts';
import { gathered } from '#server/platform/backup/parts.ts';
import { tableSum } from '#server/platform/backup/read.ts';
import { inOrder, type Reference } from '#server/platform/backup/rules.ts';
import { connect, locationOf } from '#server/platform/postgres/connection.ts';
import { storedDataVersion } from '#server/platform/postgres/data-version.ts';

/** A name quoted for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Runs `work` on a consistent snapshot of the database at `url`; others can write meanwhile. Throws BackupError when the
 * database is not Earmark's, and DatabaseUnreachable.
 */
export async function onSnapshot<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(url);
  try {
    const tables = await tableNames(client);
    if (!tables.includes('_prisma_migrations'))
      throw new BackupError(
        `The database ${locationOf(url)} holds nothing of Earmark: there is nothing to back up.`,
      );
    // Synchronized scans may start in the middle of a table: two backups of the same rows would differ.
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL synchronize_seqscans = off;
       SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL row_security = off; SET LOCAL timezone = 'UTC'`,
    );
    // Lock before the snapshot is taken, so that no table is altered between reading the catalogue and its rows.
    await client.query(`LOCK TABLE ${tables.map(quoted).join(', ')} IN ACCESS SHARE MODE`);
    if ((await tableNames(client)).join() !== tables.join())
      throw new BackupError('The tables of the database were changed meanwhile: try again.');
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Leaves out the partitions: they hold the calls of the last thirty days, which are dropped day by day. */
const LASTING = `NOT relispartition`;

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND ${LASTING} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** The header of a backup of this snapshot. */
export async function describe(client: pg.Client, version: string, now: Date): Promise<Header> {
  const { rows: migrations } = await client.query<Header['migrations'][number]>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  const { rows: engines } = await client.query<{ engine: string; episodes: number }>(
    `SELECT COALESCE("engineVersion", 'unknown') AS engine, count(*)::int AS episodes FROM episode WHERE state = 'processed' GROUP BY 1 ORDER BY 1`,
  );
  const { rows: sequences } = await client.query<Header['sequences'][number]>(
    `SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`,
  );
  const { rows: server } = await client.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  );
  return {
    format: FORMAT,
    version,
    madeAt: now.toISOString(),
    postgres: server[0]!.version,
    migrations,
    dataVersion: await storedDataVersion(client),
    engines: Object.fromEntries(engines.map(({ engine, episodes }) => [engine, episodes])),
    tables: inOrder(await tablesOf(client), await referencesOf(client)),
    sequences,
  };
}

/** The tables of our schema by name, with their columns that are not generated. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND ${LASTING}
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY 1 ORDER BY 1`,
  );
  return rows;
}

async function referencesOf(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `SELECT t.relname::text AS from, r.relname::text AS to FROM pg_constraint k
     JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
     WHERE k.contype = 'f' AND t.relnamespace = current_schema()::regnamespace`,
  );
  return rows;
}

/** A snapshot as the parts of a backup, without its trailer. */
export async function* partsOf(client: pg.Client, header: Header): AsyncGenerator<Part> {
  yield { kind: 'header', value: header };
  for (const table of header.tables) {
    yield { kind: 'table', value: table };
    const sum = tableSum();
    const rows = client.query(copyTo(`COPY ${target(table)} TO STDOUT`));
    for await (const value of gathered(rows)) {
      sum.add(value);
      yield { kind: 'rows', value };
    }
    yield { kind: 'tableEnd', value: sum.end() };
  }
}

/** A table for `COPY`, with its columns by name: in an older database they may be in another order. */
export function target({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}
