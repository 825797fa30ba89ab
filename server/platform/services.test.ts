import { afterEach, expect, it, vi } from 'vitest';
import { closeServices, services } from '#server/platform/services.ts';
import { testServices } from '#server/testing/services.ts';

afterEach(() => vi.unstubAllEnvs());

it('the services of a process are opened anew at the next call where opening them failed, and then kept', async () => {
  const { databaseUrl, close } = await testServices();
  vi.stubEnv('DATABASE_URL', databaseUrl.replace(/[^/]*$/, 'not_there'));
  await expect(services()).rejects.toThrow();
  vi.stubEnv('DATABASE_URL', databaseUrl);
  const opened = await services();
  expect(await services()).toBe(opened);
  await closeServices(opened);
  await close();
});
