import { afterAll, beforeAll, expect, it } from 'vitest';
import { nearest } from '#server/features/meaning/find.ts';
import type { Db } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

it('fails nobody who waits where the one who came first hangs up', async () => {
  const read = Promise.withResolvers<void>();
  const rows = (async (...given: Parameters<Db['rows']>) => {
    await read.promise;
    return services.db.rows(...given);
  }) as Db['rows'];
  const on: Services = { ...services, db: Object.assign(Object.create(services.db), { rows }) };
  const hangUp = new AbortController();
  const look = (signal: AbortSignal) =>
    nearest(on, 'idea', new Float32Array(384).fill(1), { least: 0.5, most: 10, signal });
  const gone = look(hangUp.signal);
  const waiting = look(new AbortController().signal);
  hangUp.abort(new Error('gone'));
  // The first hears of it at once, before what is read has come.
  await expect(gone).rejects.toThrow('gone');
  read.resolve();
  expect(await waiting).toEqual([]);
});
