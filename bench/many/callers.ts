import { randomInt } from 'node:crypto';
import { scopes } from '#server/api/scopes.ts';
import { upsertAccount } from '#server/features/accounts/store.ts';
import { keyExpiry, mintKey } from '#server/features/keys/rules.ts';
import { insertConnectorKey } from '#server/features/keys/store.ts';
import { setPlan } from '#server/features/plans/store.ts';
import { loadSamplesOnce } from '#server/ingest/samples/load.ts';
import { type Database, sql } from '#server/platform/db.ts';
import { readEnv } from '#server/platform/env.ts';
import { computed } from '#server/platform/rows.ts';
import { closeServices, openServices } from '#server/platform/services.ts';
import type { Caller } from './drive.ts';

const PREMIUM = 12;
const FREE = 24;

export type Filled = {
  readonly callers: readonly Caller[];
  /** The caller that exceeds its calls of the minute. */
  readonly hasty: Caller;
  readonly ideas: readonly string[];
};

/** Loads the sample shows and makes accounts with a key each. Returns them, and the ids of the listed ideas. */
export async function fill(url: string, dir: string): Promise<Filled> {
  const services = await openServices(
    readEnv({
      DATABASE_URL: url,
      EARMARK_ENCODER: 'off',
      EARMARK_LOG_LEVEL: 'silent',
      EARMARK_DATA_DIR: dir,
    }),
  );
  await loadSamplesOnce(services);
  const { db } = services;
  const callers: Caller[] = [];
  for (let n = 0; n < PREMIUM + FREE; n += 1)
    callers.push(await callerOf(db, `caller${n}`, n < PREMIUM ? 'premium' : 'free'));
  const hasty = await callerOf(db, 'hasty', 'premium');
  const rows = await db.rows(
    { id: computed.uuid },
    sql`SELECT id FROM idea WHERE NOT hidden AND "supersededAt" IS NULL ORDER BY id`,
  );
  await closeServices(services);
  return { callers, hasty, ideas: rows.map(({ id }) => id) };
}

async function callerOf(db: Database, name: string, plan: Caller['plan']): Promise<Caller> {
  const now = new Date();
  const { id } = await upsertAccount(db, `${name}@example.org`, now);
  await setPlan(db, id, plan);
  const minted = mintKey('connector', 'live', randomInt);
  await insertConnectorKey(db, {
    accountId: id,
    name: null,
    scopes,
    env: 'live',
    minted,
    createdAt: now,
    expiresAt: keyExpiry(now),
  });
  return { key: minted.text, accountId: id, plan, saves: new Map(), opened: new Set(), unsure: new Set() };
}
