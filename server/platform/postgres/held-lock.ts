import type pg from 'pg';
import { connect } from '#server/platform/postgres/connection.ts';

/**
 * Runs `work` while holding the lock `name`; null when another process on the database holds it. The lock has its own connection,
 * so it takes none from the pool and ends with the process. `lost` aborts when that connection breaks: another process may
 * hold `name` from then on.
 */
export async function whileHeld<Result>(
  databaseUrl: string,
  name: string,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const client = await connect(databaseUrl);
  const lost = new AbortController();
  client.once('end', () => lost.abort(new Error(`The connection that held the lock on ${name} broke.`)));
  try {
    return (await took(client, name)) ? await work(lost.signal) : null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function took(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got', [name]);
  return rows[0].got;
}
