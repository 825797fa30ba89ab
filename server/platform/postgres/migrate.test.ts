import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/db.ts';
import { accountOf } from '#server/platform/failure/failure.ts';
import { migrate, migrationState, schemaDrift } from '#server/platform/postgres/migrate.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

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

  it('are applied again where one was cut short', async () => {
    await services.db.pool.query(`
      CREATE INDEX "idea_search_idx" ON "idea" USING GIN ("search"); CREATE INDEX "idea_searchFull_idx" ON "idea" USING GIN ("searchFull");
      DROP FUNCTION idea_terms CASCADE; UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0 WHERE migration_name LIKE '%marked_words'`);
    expect(await migrationState(services.databaseUrl)).toMatchObject({
      failed: [expect.stringContaining('marked_words')],
    });
    expect(await migrate(services.databaseUrl)).toEqual([expect.stringContaining('marked_words')]);
    const { rows } = await services.db.pool.query(
      `SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%idea_terms%' OR indexname LIKE 'idea_search%' ORDER BY 1`,
    );
    expect(rows).toEqual([{ indexname: 'idea_terms_full_idx' }, { indexname: 'idea_terms_idx' }]);
    expect(await migrationState(services.databaseUrl)).toMatchObject({ pending: [], failed: [] });
  });

  it('are applied again where one was carried out and not noted', async () => {
    const since = (await migrationState(services.databaseUrl)).applied
      .sort()
      .filter((name) => name >= '20261123060000');
    await services.db.pool.query(
      'UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0 WHERE migration_name = ANY($1)',
      [since],
    );
    expect(await migrate(services.databaseUrl)).toEqual(since);
    expect(await schemaDrift(services.databaseUrl)).toBeNull();
  });

  it('show a table that schema.prisma does not know as drift', async () => {
    await services.db.pool.query('CREATE TABLE stray (id int PRIMARY KEY)');
    expect(await schemaDrift(services.databaseUrl)).toContain('stray');
  });
});

describe('a database that is not in UTF-8', () => {
  const name = `latin_${randomBytes(6).toString('hex')}`;
  beforeAll(() =>
    services.db.pool.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`),
  );
  afterAll(() => services.db.pool.query(`DROP DATABASE ${name} WITH (FORCE)`));

  it('is refused in one sentence', async () => {
    const refused = migrate(services.databaseUrl.replace(/[^/]*$/, name)).then(String, accountOf);
    expect(await refused).toMatch(/^The database at [^\n]+ has the encoding LATIN1, [^\n]+\.$/);
  });
});

describe('a user who may not do what a migration does', () => {
  const name = `u_${randomBytes(6).toString('hex')}`;
  /** Our database, as that user opens it. */
  const asUser = (database: string) =>
    services.databaseUrl.replace(/\/\/[^@]*@/, `//${name}:hunter22@`).replace(/[^/]*$/, database);
  beforeAll(async () => {
    await services.db.pool.query(`CREATE ROLE ${name} LOGIN PASSWORD 'hunter22'`);
    await services.db.pool.query(`CREATE DATABASE ${name}`);
  });
  afterAll(async () => {
    await services.db.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await services.db.pool.query(`DROP ROLE ${name}`);
  });
  const said = (database: string) => migrate(asUser(database)).then(String, accountOf);
  const sentence = (database: string, missing: string) =>
    new RegExp(
      `^The database at [\\w.]+:\\d+/${database} cannot be set up: permission denied for ${missing}\\.$`,
    );

  it('is told in one sentence that an empty database takes no tables of theirs', async () => {
    expect(await said(name)).toMatch(sentence(name, 'schema public'));
  });

  it('is told in one sentence that the tables are another’s', async () => {
    const [database] = services.databaseUrl.split('/').slice(-1);
    expect(await said(database!)).toMatch(sentence(database!, 'table _prisma_migrations'));
  });

  it('is told in one sentence that the database holds other tables', async () => {
    const admin = openDatabase(services.databaseUrl.replace(/[^/]*$/, name), 1);
    await admin.pool.query('GRANT CREATE ON SCHEMA public TO PUBLIC; CREATE TABLE account (id int)');
    await admin.close();
    expect(await said(name)).toMatch(
      new RegExp(`^The database at [\\w.]+:\\d+/${name} cannot be set up: database schema is not empty\\.$`),
    );
  });
});
