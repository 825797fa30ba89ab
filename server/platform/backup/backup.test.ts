import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBackup } from '#server/platform/backup/read.ts';
import { restoreBackup } from '#server/platform/backup/restore.ts';
import { writeBackup } from '#server/platform/backup/write.ts';
import { sql } from '#server/platform/db.ts';
import { productVersion } from '#server/platform/env.ts';
import { migrationState, schemaDrift } from '#server/platform/postgres/migrate.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addShow } from '#server/testing/corpus.ts';
import { contentsOf, emptyDatabase, type OtherDatabase } from '#server/testing/database/databases.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let folder: string;
let empty: OtherDatabase;
let file: string;
let made = 0;
beforeAll(async () => {
  services = await testServices();
  await seedCorpus(services);
  await addShow(services, { slug: 'awkward', name: 'a\ttab\n\\.\nand a backslash \\N “quoted” 😀' });
  await services.db.run(sql`UPDATE show SET description = '\\N', author = '' WHERE slug = 'awkward'`);
  await services.db.run(
    sql`INSERT INTO passage_vector ("passageId", encoder, vector) SELECT id, 'e', decode('00ff5c0a09', 'hex') FROM passage`,
  );
  folder = mkdtempSync(join(tmpdir(), 'earmark-backup-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await services.close();
});
beforeEach(async () => {
  empty = await emptyDatabase(services);
  file = join(folder, `${++made}.backup`);
});
afterEach(() => empty.drop());

const write = (options: Partial<Parameters<typeof writeBackup>[2]> = {}) =>
  writeBackup(services.databaseUrl, file, { now: services.clock(), ...options });
const restore = () => restoreBackup(empty.url, file);
const isEmpty = async () =>
  (await empty.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).length === 0;

/** Writes the file anew with these bytes in the place of those, inside its compression. */
function change(from: string, to: string): void {
  const text = gunzipSync(readFileSync(file)).toString('latin1');
  expect(text).toContain(from);
  writeFileSync(file, gzipSync(Buffer.from(text.replace(from, to), 'latin1')));
}

describe('a backup', () => {
  it('restores into an empty database every row of every table, the schema and the counters', async () => {
    const written = await write();
    const restored = await restore();
    expect(await contentsOf(empty.url)).toEqual(await contentsOf(services.databaseUrl));
    expect(restored.rows).toBe(written.rows);
    expect(await schemaDrift(empty.url)).toBeNull();
    expect(await migrationState(empty.url)).toMatchObject({ pending: [], failed: [] });
    const next = `SELECT nextval(pg_get_serial_sequence('passage', 'id')) > (SELECT COALESCE(max(id), 0) FROM passage) AS free`;
    expect(await empty.query(next)).toEqual([{ free: true }]);
  });

  it('leaves out the calls of keys, and of what it restored they begin anew', async () => {
    const { key, accountId } = await accountWithKey(services);
    await call(services, 'GET', '/v1/agent/me', { key });
    await services.calls.flush();
    await write();
    expect(await restore()).toMatchObject({ leftOut: [] });
    const kept = `SELECT 1 FROM api_call WHERE "accountId" = '${accountId}'`;
    expect([(await services.db.pool.query(kept)).rows.length, await empty.query(kept)]).toEqual([1, []]);
    // What the other tests compare is the whole database.
    await services.db.run(sql`DROP TABLE api_call_20260915`);
  });

  it('of what it restored is the same, table by table', async () => {
    const first = await write();
    await restore();
    const second = await writeBackup(empty.url, `${file}.again`, { now: services.clock() });
    expect(second.tables).toEqual(first.tables);
  });

  it('holds one moment, whatever is written meanwhile', async () => {
    await services.db.run(sql`CREATE TABLE IF NOT EXISTS pair_a (id int)`);
    await services.db.run(sql`CREATE TABLE IF NOT EXISTS pair_b (id int, filler text)`);
    let writing = true;
    const writer = (async () => {
      for (let id = 0; writing; id++)
        await services.db.transaction(async (tx) => {
          await tx.run(sql`INSERT INTO pair_b SELECT ${id}::int, repeat('x', 1000)`);
          await tx.run(sql`INSERT INTO pair_a VALUES (${id}::int)`);
        });
    })();
    const { tables } = await write();
    writing = false;
    await writer;
    const rowsOf = (name: string) => tables.find((table) => table.name === name)!.rows;
    expect(rowsOf('pair_a')).toBe(rowsOf('pair_b'));
    // Tables that no migration made have nowhere to go.
    expect((await restore()).leftOut).toEqual(['pair_a', 'pair_b']);
    await services.db.run(sql`DROP TABLE pair_a, pair_b`);
  });

  it('is readable for its owner alone', async () => {
    await write();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('never replaces a file', async () => {
    await write();
    await expect(write()).rejects.toThrow(/is there already: name a new one\.$/);
  });

  it('never replaces one that another process wrote meanwhile', async () => {
    const onTable = () => writeFileSync(file, 'another backup');
    await expect(write({ onTable })).rejects.toThrow(/is there already: name a new one\.$/);
    expect(readFileSync(file, 'utf8')).toBe('another backup');
    expect(readdirSync(folder).filter((name) => name.startsWith(`${made}.backup.`))).toEqual([]);
  });

  it('leaves nothing where it was broken off', async () => {
    await expect(write({ signal: AbortSignal.abort() })).rejects.toThrow();
    expect(readdirSync(folder).filter((name) => name.startsWith(`${made}.`))).toEqual([]);
  });

  it('takes away what a killed process left of it, and nothing of one that runs', async () => {
    const here = hostname().replaceAll('.', '_');
    const left = ['4194304.part', `${here}-4194304.part`, `${here}-${process.pid}.part`, 'elsewhere-1.part'];
    const underWay = [`${here}-1.part`, `elsewhere-${process.pid}.part`, 'elsewhere-4194304.part'];
    for (const name of [...left, ...underWay]) writeFileSync(`${file}.${name}`, 'half');
    const twoHoursAgo = Date.now() / 1000 - 7_200;
    for (const name of left) utimesSync(`${file}.${name}`, twoHoursAgo, twoHoursAgo);
    await write();
    expect(readdirSync(folder).filter((name) => name.startsWith(`${made}.backup.`))).toEqual(
      underWay.map((name) => `${made}.backup.${name}`).sort(),
    );
  });

  it('is refused of a database that holds nothing of Earmark', async () => {
    await expect(writeBackup(empty.url, file, { now: services.clock() })).rejects.toThrow(
      /there is nothing to back up\.$/,
    );
  });
});

describe('a restore', () => {
  it('is refused into a database that holds anything, and leaves that alone', async () => {
    await write();
    await empty.query('CREATE TABLE theirs (id int)');
    await expect(restore()).rejects.toThrow(/is not empty: restore into an empty one/);
    expect(await empty.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([
      { tablename: 'theirs' },
    ]);
  });

  it('of a file that was cut short says so, and leaves the database empty', async () => {
    await write();
    truncateSync(file, statSync(file).size - 200);
    await expect(restore()).rejects.toThrow(`The file ${file} is not whole: it ends before its end.`);
    expect(await isEmpty()).toBe(true);
    await expect(readBackup(file)).rejects.toThrow('is not whole');
  });

  it.each([
    ['a row', 'The Alpha Hour', 'The Omega Hour'],
    ['a count', '"rows":3,', '"rows":4,'],
    ['the list of migrations', '20261122000000_vectors', '20261122000000_vectorz'],
  ])(
    'of a file in which %s was changed is refused, and leaves the database empty',
    async (_what, from, to) => {
      await write();
      change(from, to);
      await expect(readBackup(file)).rejects.toThrow(/is damaged: it does not hold what was written\.$/);
      await expect(restore()).rejects.toThrow(/damaged|later version/);
      expect(await isEmpty()).toBe(true);
    },
  );

  it('of a database of a later version names the migration that is not ours', async () => {
    await services.db.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('later', 'x', now(), '29990101000000_later')`,
    );
    await write();
    await services.db.pool.query(`DELETE FROM _prisma_migrations WHERE id = 'later'`);
    await expect(restore()).rejects.toThrow(
      `was made by a later version of Earmark (${productVersion}, migration 29990101000000_later): restore it with that one.`,
    );
    expect(await isEmpty()).toBe(true);
  });

  it.each([
    ['no backup', 'a line\n'],
    ['gzip of something else', gzipSync('a line\n')],
    ['empty', ''],
  ])('of a file that is %s is refused in one sentence', async (_what, bytes) => {
    writeFileSync(file, bytes);
    await expect(restore()).rejects.toThrow(
      /^The file \S+ is (no backup of Earmark|not whole: it ends before its end)\.$/,
    );
  });
});
