import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorker } from '#server/ingest/worker.ts';
import { sql } from '#server/platform/db.ts';
import { episode, NONE, server, withModel, services as withServer } from '#server/testing/reading/model.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

it('a worker does the hourly work at its start', async () => {
  const expired = new Date(services.clock().getTime() - 1_000);
  await services.db.run(sql`
    INSERT INTO oauth_record (kind, id, payload, "expiresAt") VALUES ('AccessToken', 'old', '{}', ${expired})`);
  const worker = await startWorker(services);
  await expect.poll(() => services.db.rows(sql`SELECT 1 FROM oauth_record`), { timeout: 30_000 }).toEqual([]);
  await worker.stop();
});

describe('a worker', () => {
  withModel();

  it('goes on with other episodes while one takes long', { timeout: 120_000 }, async () => {
    server.replies = ['hangs', NONE];
    for (const _ of [1, 2, 3]) await episode();
    const worker = await startWorker(withServer);
    const processed = async () =>
      (await withServer.db.rows(sql`SELECT 1 FROM episode WHERE state = 'processed'`)).length;
    await expect.poll(processed, { timeout: 90_000 }).toBe(2);
    await worker.stop();
  });
});
