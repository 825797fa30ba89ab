import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { restoreBackup } from '#server/platform/backup/restore.ts';
import { upgrade } from '#server/platform/backup/upgrade.ts';
import { writeBackup } from '#server/platform/backup/write.ts';
import { readEnv } from '#server/platform/env.ts';
import {
  migrate,
  migrationNames,
  migrationState,
  migrationTexts,
  replayMigrations,
  schemaDrift,
} from '#server/platform/postgres/migrate.ts';
import { emptyDatabase, type OtherDatabase } from '#server/testing/database/databases.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let folder: string;
let old: OtherDatabase;
let said: string;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  old = await emptyDatabase(services);
  folder = mkdtempSync(join(tmpdir(), 'earmark-upgrade-'));
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
  await old.drop();
});

const FIRST_ROWS = `
  INSERT INTO setting (name, value) VALUES ('secret', 'of the old version');
  INSERT INTO show (id, slug, name) VALUES ('00000000-0000-4000-8000-000000000001', 'old', 'An old show');
  INSERT INTO episode (id, "showId", guid, title, "publishedAt", state, "engineVersion")
    VALUES ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'g', 'An old episode', now(), 'processed', 'rules-0.1.0');
  INSERT INTO idea ("showId", "episodeId", "publishedAt", headline, thesis, statement, stance, "discussionDepth", "subjectKind", "subjectKey", "subjectName", "engineVersion",
    tickers, "mentionedTickers", entities, themes, "riskFlags", "validationSignals")
    VALUES ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', now(), 'h', 't', 's', 'BULLISH', 3, 'ticker', 'NVDA', 'NVIDIA', 'rules-0.1.0',
    '{NVDA}', '{}', '{}', '{}', '{}', '{}');
  INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", text) VALUES ('00000000-0000-4000-8000-000000000002', 0, 9, 'An old passage');
  INSERT INTO account (email) VALUES ('old@example.org')`;

/** A database as the version left it that had this many of our migrations, with some rows. */
async function asOf(count: number): Promise<void> {
  const client = new pg.Client({ connectionString: old.url });
  await client.connect();
  try {
    const texts = migrationTexts().slice(0, count);
    await replayMigrations(client, texts);
    for (const { name, checksum } of texts)
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
         VALUES (gen_random_uuid()::text, $2, now(), $1, 1)`,
        [name, checksum],
      );
    await client.query(FIRST_ROWS);
  } finally {
    await client.end();
  }
}

const env = (settings: Record<string, string> = {}) => readEnv({ EARMARK_BACKUP_DIR: folder, ...settings });
const oldRows = () =>
  old.query(
    `SELECT (SELECT count(*)::int FROM show) AS shows, (SELECT stance FROM idea) AS stance, (SELECT value FROM setting WHERE name = 'secret') AS secret,
      (SELECT email FROM account) AS email, (SELECT text FROM passage) AS passage`,
  );
const OLD_ROWS = [
  {
    shows: 1,
    stance: 'BULLISH',
    secret: 'of the old version',
    email: 'old@example.org',
    passage: 'An old passage',
  },
];

const prefixes = migrationNames().map((name, at) => [at + 1, name] as const);

describe('a database of an earlier version', () => {
  it.each(prefixes.slice(0, -1))(
    'with %i migrations (to %s) is backed up, then migrated with its rows',
    async (count) => {
      await asOf(count);
      await upgrade(old.url, env());
      expect(await migrationState(old.url)).toMatchObject({ pending: [], failed: [] });
      expect(await schemaDrift(old.url)).toBeNull();
      expect(await oldRows()).toEqual(OLD_ROWS);
      const [file, ...others] = readdirSync(folder);
      expect(others).toEqual([]);
      expect(said).toContain(`To be applied: ${migrationNames().slice(count).join(', ')}.`);
      expect(said).toContain(`npx earmark restore ${join(folder, file!)}`);
    },
  );

  // Each is replayed above by what restores it; a few show the way from the file.
  it.each(prefixes.slice(0, -1).filter(([count]) => count % 8 === 1))(
    'with %i migrations (to %s) is restored from that backup, then migrated',
    async (count) => {
      await asOf(count);
      await upgrade(old.url, env());
      const anew = await emptyDatabase(services);
      try {
        const restored = await restoreBackup(anew.url, join(folder, readdirSync(folder)[0]!));
        expect(restored.header.migrations).toHaveLength(count);
        expect(restored.migrated).toEqual(migrationNames().slice(count));
        expect(await schemaDrift(anew.url)).toBeNull();
        const rows = await anew.query(
          'SELECT (SELECT count(*)::int FROM show) AS shows, (SELECT email FROM account) AS email',
        );
        expect(rows).toEqual([{ shows: 1, email: 'old@example.org' }]);
      } finally {
        await anew.drop();
      }
    },
  );

  it('is left as it is, in one sentence, where the backup cannot be made', async () => {
    await asOf(1);
    const nowhere = env({ EARMARK_BACKUP_DIR: '/dev/null/x' });
    await expect(upgrade(old.url, nowhere)).rejects.toThrow(
      /^The database was left as it is, since no backup could be made before its upgrade\. .+ Set EARMARK_BACKUP_DIR to another folder, or EARMARK_BACKUP_BEFORE_UPGRADE=off\.$/,
    );
    expect((await migrationState(old.url)).applied).toHaveLength(1);
  });

  it('is migrated without a backup where none is wanted', async () => {
    await asOf(1);
    await upgrade(old.url, env({ EARMARK_BACKUP_BEFORE_UPGRADE: 'off' }));
    expect(readdirSync(folder)).toEqual([]);
    expect(await oldRows()).toEqual(OLD_ROWS);
  });

  it('is upgraded once by processes that start together', async () => {
    await asOf(2);
    await Promise.all([1, 2, 3].map(() => upgrade(old.url, env())));
    expect(readdirSync(folder)).toHaveLength(1);
    expect(await oldRows()).toEqual(OLD_ROWS);
  });
});

describe('a database that is new', () => {
  it('is set up without a word or a backup', async () => {
    await upgrade(old.url, env());
    expect([said, readdirSync(folder)]).toEqual(['', []]);
    expect(await migrationState(old.url)).toMatchObject({ pending: [], failed: [] });
  });
});

describe('a database of a later version', () => {
  it.each([
    [
      'migration',
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'x', now(), '29990101000000_later')`,
      'it has the migration 29990101000000_later',
    ],
    [
      'data version',
      `UPDATE setting SET value = '99' WHERE name = 'data.version'`,
      'its data version is 99, ours 1',
    ],
  ])('is refused in one sentence by its %s', async (_what, statement, why) => {
    await migrate(old.url);
    await old.query(statement);
    await expect(migrate(old.url)).rejects.toThrow(
      new RegExp(
        `^The database at \\S+ is of a later version of Earmark \\(${why}\\): run that version, or restore a backup from before it into an empty one\\.$`,
      ),
    );
  });

  it('is still backed up, and its backup is refused', async () => {
    await migrate(old.url);
    await old.query(`UPDATE setting SET value = '99' WHERE name = 'data.version'`);
    const file = join(folder, 'later.backup');
    await writeBackup(old.url, file, { now: services.clock() });
    const anew = await emptyDatabase(services);
    await expect(restoreBackup(anew.url, file)).rejects.toThrow('was made by a later version of Earmark');
    await anew.drop();
  });
});
