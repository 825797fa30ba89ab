import {
  personKey,
  saysWho,
  type Withdrawn,
  wholeName,
} from '#server/features/visibility/withdrawn/rules.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

const WITHDRAWN = 'people.withdrawn';
const LOCK = sql`hashtext(${WITHDRAWN})`;

/** People whose words are no longer published. */
export async function withdrawnPeople(db: Db): Promise<Withdrawn> {
  const row = await db.row(
    pick(tables.setting, 'value'),
    sql`SELECT value FROM setting WHERE name = ${WITHDRAWN}`,
  );
  return new Set(row ? (JSON.parse(row.value) as string[]).map(personKey) : []);
}

/** Stores who is withdrawn. Call it after `changeWithdrawn`. */
export async function keepWithdrawn(tx: Db, withdrawn: Withdrawn): Promise<void> {
  const value = JSON.stringify([...withdrawn]);
  await tx.run(sql`
    INSERT INTO setting (name, value) VALUES (${WITHDRAWN}, ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}

/**
 * `withdrawnPeople` for a transaction that writes words or names: nobody is withdrawn until it ends. Call it before the
 * transaction locks shows or episodes.
 */
export async function holdWithdrawn(tx: Db): Promise<Withdrawn> {
  await tx.row(sql`SELECT pg_advisory_xact_lock_shared(${LOCK})`);
  return withdrawnPeople(tx);
}

/** `withdrawnPeople` for a transaction that changes who is withdrawn: nobody writes words or names until it ends. */
export async function changeWithdrawn(tx: Db): Promise<Withdrawn> {
  await tx.row(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
  return withdrawnPeople(tx);
}

/** The first withdrawn name that a text holds, as it is written there, of names that say who is meant; null when it holds none. */
export async function withdrawnNamed(db: Db, text: string, withdrawn: Withdrawn): Promise<string | null> {
  const names = [...withdrawn].filter(saysWho).map((person) => wholeName(person, 'in any case'));
  const row = await db.row(
    { name: computed.text },
    sql`SELECT substring(${text}::text FROM name) AS name FROM unnest(${names}::text[]) AS name WHERE ${text}::text ~ name LIMIT 1`,
  );
  return row?.name ?? null;
}
