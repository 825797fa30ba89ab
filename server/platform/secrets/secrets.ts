import { randomBytes } from 'node:crypto';
import { type Db, sql } from '#server/platform/db.ts';
import type { Env } from '#server/platform/env.ts';
import { pick, tables } from '#server/platform/rows.ts';

/** What signs, and after it what signed before and is still believed. */
export type Secrets = readonly [string, ...string[]];

/** The secrets of this installation: those of the settings, else the ones kept in the database, where the first start makes one. */
export async function secretsOf(env: Env, db: Db): Promise<Secrets> {
  if (env.EARMARK_SECRET) return [env.EARMARK_SECRET, ...env.EARMARK_SECRET_FORMER];
  await db.run(sql`
    INSERT INTO setting (name, value) VALUES ('secret', ${fresh()}) ON CONFLICT (name) DO NOTHING`);
  const rows = await db.rows(
    pick(tables.setting, 'name', 'value'),
    sql`SELECT name, value FROM setting WHERE name IN ('secret', 'secret.former')`,
  );
  const kept = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
  const former = kept('secret.former');
  return [kept('secret')!, ...(former === undefined ? [] : [former])];
}

/** Makes a new secret; the one before is believed on, the one before that no longer. Processes take it up when they start. */
export function rotateSecret(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.run(sql`SELECT 1 FROM setting WHERE name = 'secret' FOR UPDATE`);
    await tx.run(sql`
      INSERT INTO setting (name, value) SELECT 'secret.former', value FROM setting WHERE name = 'secret'
      ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`);
    await tx.run(sql`
      INSERT INTO setting (name, value) VALUES ('secret', ${fresh()}) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`);
  });
}

/** Ends the belief in the secret before; false when there is none. */
export async function forgetFormerSecret(db: Db): Promise<boolean> {
  return (await db.run(sql`DELETE FROM setting WHERE name = 'secret.former'`)) > 0;
}

function fresh(): string {
  return randomBytes(32).toString('base64url');
}
