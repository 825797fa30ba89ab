import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Services } from '#server/platform/services.ts';

export type OtherDatabase = {
  readonly url: string;
  /** Rows of a statement. */
  query(text: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
};

/** An empty database beside that of the test. */
export async function emptyDatabase({ db, databaseUrl }: Services): Promise<OtherDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await db.pool.query(`CREATE DATABASE ${name}`);
  const url = databaseUrl.replace(/[^/]*$/, name);
  return {
    url,
    query: (text) => queryOnce(url, text),
    drop: async () => void (await db.pool.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** The rows of one statement on a connection of its own. */
export async function queryOnce(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The tables of a database by name, each with its number of rows and a hash that ignores their order. */
export async function contentsOf(url: string): Promise<Record<string, unknown>> {
  const tables = await queryOnce(
    url,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const contents: Record<string, unknown> = {};
  for (const { name } of tables)
    [contents[String(name)]] = await queryOnce(
      url,
      `SELECT count(*)::int AS rows, md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS hash FROM "${name}" t`,
    );
  return contents;
}
