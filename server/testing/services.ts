import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createBuckets } from '#server/platform/buckets.ts';
import { openCallLog } from '#server/platform/calls/log.ts';
import { openDatabase } from '#server/platform/db.ts';
import { readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import type { Services } from '#server/platform/services.ts';
import { queryOnce } from '#server/testing/database/databases.ts';
import { rowInspector } from '#server/testing/database/row-shapes.ts';

export type TestServices = Services & {
  /** Sets the clock that every rule sees. */
  setNow(moment: Date | string): void;
  close(): Promise<void>;
};

/** Services on a database of their own, copied from the migrated template. Their clock stands still until `setNow`. */
export async function testServices(
  settings: Record<string, string> = {},
  now = '2026-09-15T12:00:00Z',
): Promise<TestServices> {
  const template = inject('templateUrl');
  const onServer = (statement: string) => queryOnce(template.replace(/[^/]*$/, 'postgres'), statement);
  const name = `t_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE earmark`);
  const url = template.replace(/[^/]*$/, name);
  const env = readEnv({
    EARMARK_BASE_URL: 'http://earmark.test',
    EARMARK_LOG_LEVEL: 'silent',
    EARMARK_ENCODER: 'off',
    ...settings,
  });
  const log = createLog('silent');
  const db = openDatabase(url, 10, { inspect: await rowInspector(url) });
  const calls = openCallLog(db, log);
  let moment = new Date(now);
  return {
    env,
    databaseUrl: url,
    stopDatabase: async () => undefined,
    db,
    reads: (primary) => primary,
    closeReads: async () => undefined,
    log,
    clock: () => new Date(moment),
    buckets: createBuckets(env.REDIS_URL, log),
    calls,
    secrets: ['a secret of thirty-two characters or more'],
    setNow: (next) => {
      moment = new Date(next);
    },
    close: async () => {
      await calls.close();
      await db.close();
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
