import type pg from 'pg';

/**
 * Raised when what an older version makes of the data would be wrong, though no migration says so. A database keeps the
 * highest that it has met.
 */
export const DATA_VERSION = 1;

/** The data version of a database of ours; 0 where none is noted yet. */
export async function storedDataVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ value: string }>(
    `SELECT value FROM setting WHERE name = 'data.version'`,
  );
  return rows[0] ? Number(rows[0].value) : 0;
}

/** Notes that this version has worked on the data. */
export async function noteDataVersion(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO setting (name, value) VALUES ('data.version', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE setting.value::int < excluded.value::int`,
    [String(DATA_VERSION)],
  );
}
