import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db.ts';
import { computed, pick, type Shape, tables } from '#server/platform/rows.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  await services.db.run(sql`INSERT INTO setting (name, value) VALUES ('a', 'b')`);
  await services.db.run(sql`INSERT INTO show (slug, name) VALUES ('a', 'A')`);
});
afterAll(() => services.close());

const named = pick(tables.setting, 'name');

describe('a statement in a test', () => {
  it('gives rows of the shape that it declares', async () => {
    expect(
      await services.db.rows(
        { ...named, said: tables.setting.value, empty: computed.text.orNull() },
        sql`SELECT s.name, s.value AS said, NULL::text AS empty FROM (SELECT * FROM setting) s WHERE name = 'a'`,
      ),
    ).toEqual([{ name: 'a', said: 'b', empty: null }]);
  });

  it.each<[string, Shape, ReturnType<typeof sql>, string]>([
    [
      'lacks a column',
      pick(tables.setting, 'name', 'value'),
      sql`SELECT name FROM setting`,
      'no column value',
    ],
    ['has a column too many', named, sql`SELECT * FROM setting`, 'does not declare value'],
    [
      'reads another column',
      named,
      sql`SELECT value AS name FROM setting`,
      'from setting.value, not setting.name',
    ],
    ['computes a column', named, sql`SELECT lower(name) AS name FROM setting`, 'from an expression'],
    ['gives another type', { n: computed.int }, sql`SELECT '1'::text AS n`, 'of type text, not int'],
    [
      'gives a day for a moment',
      pick(tables.ideaRead, 'day'),
      sql`SELECT day FROM idea_read`,
      'another type',
    ],
    [
      'reads what may be null',
      { at: computed.text },
      sql`SELECT link AS at FROM show WHERE false`,
      'show.link, which may be null',
    ],
    ['gives null for a computed value', { n: computed.int }, sql`SELECT NULL::int AS n`, 'n is null'],
    [
      'gives null for a column that an outer join leaves empty',
      named,
      sql`SELECT s.name FROM (SELECT 1) one LEFT JOIN setting s ON false`,
      'name is null',
    ],
    [
      'gives null for a column that it says it leaves out',
      { link: tables.show.link.notNull() },
      sql`SELECT link FROM show`,
      'link is null',
    ],
  ])('fails where it %s', async (_what, shape, statement, said) => {
    await expect(services.db.rows(shape, statement)).rejects.toThrow(said);
    await expect(services.db.transaction((tx) => tx.row(shape, statement))).rejects.toThrow(said);
  });
});

describe('the schema', () => {
  it('is what the shapes of columns are typed by', () => {
    // @ts-expect-error There is no such column.
    expect(tables.show.nickname).toBeDefined();
    // @ts-expect-error There is no such table.
    expect(tables.podcast).toBeDefined();
  });
});
