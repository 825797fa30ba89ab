import pg from 'pg';
import { inSchema } from '#server/ingest/samples/rules.ts';
import { dayAfter, utcDay } from '#server/platform/clock.ts';
import { type Database, type Db, openDatabase, raw, sql } from '#server/platform/db.ts';
import { connect, SESSION_OPTIONS } from '#server/platform/postgres/connection.ts';
import { migrationNames, replayMigrations } from '#server/platform/postgres/migrate.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import type { Services } from '#server/platform/services.ts';

/** The schema with the tables of the record for test keys. */
export const SCHEMA = 'earmark_test';

const POOL = 4;
const MADE_OF = 'test.madeOf';
const DAY = 'test.day';

/** Opens connections that reach only those tables, which may not exist yet (`tablesMadeOf`); returns their address, too. */
export function openTables({ databaseUrl, env }: Pick<Services, 'databaseUrl' | 'env'>): {
  readonly databaseUrl: string;
  readonly db: Database;
} {
  const url = inSchema(databaseUrl, SCHEMA, SESSION_OPTIONS);
  return { databaseUrl: url, db: openDatabase(url, POOL, { prepares: env.EARMARK_DB_PREPARE }) };
}

/**
 * What the tables behind `db` were made of; null where they do not exist or are not filled. Throws when statements would
 * reach other tables, as behind a pooler that drops the settings of a connection.
 */
export async function tablesMadeOf(db: Db): Promise<string | null> {
  const { schema } = (await db.row(
    { schema: computed.text.orNull() },
    sql`SELECT current_schema()::text AS schema`,
  ))!;
  if (schema === null) return null;
  if (schema !== SCHEMA)
    throw new Error(`Connections for test keys reach the schema ${schema}, not ${SCHEMA}.`);
  const row = await db.row(
    pick(tables.setting, 'value'),
    sql`SELECT value FROM setting WHERE name = ${MADE_OF}`,
  );
  return row?.value ?? null;
}

/** Notes that the tables are filled. */
export async function noteMadeOf(db: Db, what: string): Promise<void> {
  await db.run(sql`INSERT INTO setting (name, value) VALUES (${MADE_OF}, ${what})`);
}

/** Makes the tables anew, empty. Erasing a real account also erases what its test keys did. */
export async function makeTables(databaseUrl: string): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query<{ own: string }>('SELECT current_schema()::text AS own');
    const accounts = `${pg.escapeIdentifier(rows[0]!.own)}.account`;
    await client.query(
      `BEGIN; DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE; CREATE SCHEMA ${SCHEMA}; SET LOCAL search_path = ${SCHEMA}`,
    );
    await replayMigrations(
      client,
      migrationNames().map((name) => ({ name })),
    );
    await client.query(
      `ALTER TABLE account ADD FOREIGN KEY (id) REFERENCES ${accounts}(id) ON DELETE CASCADE; COMMIT`,
    );
  } finally {
    await client.end();
  }
}

/** Deletes what test keys did on a UTC day before `now`; `beginDay` does so only when a test key comes back. */
export async function forgetEndedDay(db: Db, now: Date): Promise<void> {
  const { there } = (await db.row(
    { there: computed.bool },
    sql`SELECT to_regclass(${`${SCHEMA}.account`}) IS NOT NULL AS there`,
  ))!;
  if (!there) return;
  const schema = raw(SCHEMA);
  await db.run(sql`
    DELETE FROM ${schema}.account WHERE (SELECT value FROM ${schema}.setting WHERE name = ${DAY}) < ${utcDay(now)}`);
}

type Entered = { readonly day: string; readonly accountId: string; readonly now: Date };

/**
 * Forgets what was written on another UTC day, and lets an account write. What was written on the day after `day` stays: then this
 * call began before midnight, or its server's clock is behind.
 */
export async function beginDay(db: Db, { day, accountId, now }: Entered): Promise<void> {
  await db.transaction(async (tx) => {
    const isNew = await tx.run(sql`
      INSERT INTO setting (name, value) VALUES (${DAY}, ${day})
      ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value
        WHERE setting.value NOT IN (EXCLUDED.value, ${dayAfter(day)})`);
    if (isNew > 0) await tx.run(sql`DELETE FROM account`);
    await tx.run(sql`
      INSERT INTO account (id, email, plan, "createdAt") VALUES (${accountId}::uuid, ${`${accountId}@test.invalid`}, 'premium', ${now})
      ON CONFLICT DO NOTHING`);
  });
}
