import type pg from 'pg';

/**
 * Raise it when an older version would misread the data, though there is no new migration. A database keeps the highest
 * version that has opened it.
 */
export const DATA_VERSION = 1;

/** The data version that a database has stored; 0 if none. */
export async function storedDataVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ value: string }>(
    `SELECT value FROM setting WHERE name = 'data.version'`,
  );
  return rows[0] ? Number(rows[0].value) : 0;
}

/** Stores this data version, unless a higher one is stored. */
export async function noteDataVersion(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO setting (name, value) VALUES ('data.version', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE setting.value::int < excluded.value::int`,
    [String(DATA_VERSION)],
  );
}
