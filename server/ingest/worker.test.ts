import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorker } from '#server/ingest/worker.ts';
import { sql } from '#server/platform/db.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

it('a worker does the hourly work at its start, however soon it ends', async () => {
  const expired = new Date(services.clock().getTime() - 1_000);
  await services.db.run(sql`
    INSERT INTO oauth_record (kind, id, payload, "expiresAt") VALUES ('AccessToken', 'old', '{}', ${expired})`);
  const worker = await startWorker(services);
  await expect.poll(() => services.db.rows(sql`SELECT 1 FROM oauth_record`), { timeout: 30_000 }).toEqual([]);
  await worker.stop();
});
