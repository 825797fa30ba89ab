import { type Db, sql } from '#server/platform/db.ts';

/** Days to keep the network address behind a report or a free-tier key, against abuse. */
const ADDRESS_DAYS = 30;

/** Days to keep what an account opened and when it asked: over a year, so that a dispute about a bill can be settled. */
const USE_DAYS = 400;

/** Deletes what is past its time (docs/operations.md, "What is kept, and how long"). Idempotent. */
export async function forgetPast(db: Db, now: Date): Promise<void> {
  await db.run(sql`DELETE FROM session WHERE expires < ${now}`);
  await db.run(sql`DELETE FROM verification_token WHERE expires < ${now}`);
  const addresses = sql`"createdAt" < ${now}::timestamptz - make_interval(days => ${ADDRESS_DAYS}) AND ip <> ''`;
  await db.run(sql`UPDATE correction SET ip = '' WHERE ${addresses}`);
  await db.run(sql`UPDATE corpus_key SET ip = '' WHERE ${addresses}`);
  const day = sql`day < (${now}::timestamptz - make_interval(days => ${USE_DAYS}))::date`;
  await db.run(sql`DELETE FROM idea_read WHERE ${day}`);
  await db.run(sql`DELETE FROM ask_slot WHERE ${day}`);
}
