import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db.ts';
import { whileHeld } from '#server/platform/postgres/held-lock.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const NAME = 'episode:one';
const hold = <Result>(work: (lost: AbortSignal) => Promise<Result>) =>
  whileHeld(services.databaseUrl, NAME, work);

it('lets one at a time do the work, and the next after it', async () => {
  const outer = await hold(async () => ({ inner: await hold(async () => 'done') }));
  expect(outer).toEqual({ inner: null });
  expect(await hold(async () => 'done')).toBe('done');
});

it('is free again after work that failed', async () => {
  await expect(hold(() => Promise.reject(new Error('no transcript')))).rejects.toThrow('no transcript');
  expect(await hold(async () => 'done')).toBe('done');
});

it('tells the work when its connection breaks, and lets the work end', async () => {
  const seen = await hold(async (lost) => {
    expect(lost.aborted).toBe(false);
    const told = new Promise((done) => lost.addEventListener('abort', done, { once: true }));
    await services.db.run(sql`
      SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    await told;
    await expect(services.db.cancelledBy(lost).row(sql`SELECT 1 AS one`)).rejects.toThrow(NAME);
    return hold(async () => 'another has it');
  });
  expect(seen).toBe('another has it');
});
