import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, migrationState, schemaDrift } from '#server/platform/migrate.ts';
import { type TestServices, testServices } from '#server/platform/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

describe('migrations', () => {
  it('build exactly what schema.prisma describes', async () => {
    expect(await schemaDrift(services.databaseUrl)).toBeNull();
  });

  it('are applied once', async () => {
    expect(await migrate(services.databaseUrl)).toEqual([]);
    expect(await migrationState(services.databaseUrl)).toMatchObject({ pending: [], failed: [] });
  });

  it('show a table that schema.prisma does not know as drift', async () => {
    await services.db.pool.query('CREATE TABLE stray (id int PRIMARY KEY)');
    expect(await schemaDrift(services.databaseUrl)).toContain('stray');
  });
});
