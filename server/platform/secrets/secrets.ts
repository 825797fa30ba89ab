import { randomBytes } from 'node:crypto';
import { type Db, sql } from '#server/platform/db.ts';
import type { Env } from '#server/platform/env.ts';
import { pick, tables } from '#server/platform/rows.ts';

/** The secret that signs, then the former ones whose signatures are still valid, newest first. */
export type Secrets = readonly [string, ...string[]];

/** The secrets of this installation: from the settings, else from the database, where the first start makes one. */
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
  return [kept('secret')!, ...(former === undefined ? [] : former.split(','))];
}

/** Makes a new secret. All before it stay valid until they are forgotten. Processes read it when they start. */
export function rotateSecret(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.run(sql`SELECT 1 FROM setting WHERE name = 'secret' FOR UPDATE`);
    await tx.run(sql`
      INSERT INTO setting (name, value) SELECT 'secret.former', value FROM setting WHERE name = 'secret'
      ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value || ',' || setting.value`);
    await tx.run(sql`
      INSERT INTO setting (name, value) VALUES ('secret', ${fresh()}) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`);
  });
}

/** Makes the former secrets invalid; false when there is none. */
export async function forgetFormerSecret(db: Db): Promise<boolean> {
  return (await db.run(sql`DELETE FROM setting WHERE name = 'secret.former'`)) > 0;
}

function fresh(): string {
  return randomBytes(32).toString('base64url');
}
