import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { roomOn } from '#server/cli/doctor/database.ts';
import { diagnose } from '#server/cli/doctor/doctor.ts';
import { RULES_ENGINE_VERSION } from '#server/ingest/extract/extractor.ts';
import { sql } from '#server/platform/db.ts';
import { migrate, migrationNames, migrationState } from '#server/platform/postgres/migrate.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { smtpSink } from '#server/testing/alerts.ts';
import { accountWithKey } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command.ts';
import { addEpisode } from '#server/testing/corpus.ts';
import { emptyDatabase } from '#server/testing/database/databases.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices({ EARMARK_DATA_DIR: '/tmp' });
  await seedCorpus(services);
});
afterAll(() => services.close());
afterEach(() => services.db.run(sql`DELETE FROM feed`));

const check = async (name: string) => (await diagnose(services)).find((one) => one.name === name)!;
const feed = (url: string, failures: number) =>
  services.db.run(
    sql`INSERT INTO feed (url, failures, "nextPollAt", "createdAt") VALUES (${url}, ${failures}, ${services.clock()}, ${services.clock()})`,
  );

describe('the doctor', () => {
  it('finds feeds well while nine in ten are read, and ill when more fail', async () => {
    await feed('https://bad.example/1.xml', 3);
    for (let n = 1; n < 10; n += 1) await feed(`https://good.example/${n}.xml`, 0);
    expect(await check('feeds')).toMatchObject({
      ok: true,
      detail: expect.stringContaining('1 of 10 failing'),
    });
    await feed('https://bad.example/2.xml', 1);
    expect(await check('feeds')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('earmark feeds list'),
    });
  });

  it('finds episodes well while nine in ten are read, and ill when more were given up', async () => {
    const { showId } = (await services.db.row(
      pick(tables.episode, 'showId'),
      sql`SELECT "showId" FROM episode LIMIT 1`,
    ))!;
    const failed = await addEpisode(services, { showId, state: 'failed' });
    const read = await Promise.all([1, 2, 3, 4].map(() => addEpisode(services, { showId })));
    expect(await check('episodes')).toMatchObject({
      ok: true,
      detail: expect.stringContaining('1 of 10 failed'),
    });
    await services.db.run(sql`DELETE FROM episode WHERE id = ANY(${read.map(({ id }) => id)}::uuid[])`);
    expect(await check('episodes')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('1 of 6 failed (see why with earmark episode list'),
    });
    await services.db.run(sql`DELETE FROM episode WHERE id = ${failed.id}::uuid`);
  });

  it('finds a corpus of an older engine ill until it waits to be read again', async () => {
    const read = (state: string, engine: string) =>
      services.db.run(sql`UPDATE episode SET state = ${state}, "engineVersion" = ${engine}`);
    await read('processed', 'rules-0.9.10');
    expect(await check('engine')).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^5 episodes .*\(earmark corpus reanalyse --older --background\)$/),
    });
    await read('transcribed', 'rules-0.9.10');
    expect(await check('engine')).toMatchObject({
      ok: true,
      detail: expect.stringContaining('5 of them wait'),
    });
    for (const engine of [RULES_ENGINE_VERSION, 'rules-99.0.0', 'model-99.0.0:local']) {
      await read('processed', engine);
      expect(await check('engine')).toMatchObject({ ok: true });
    }
  });

  it('finds webhooks ill that were switched off lately, or that nobody sweeps', async () => {
    const { accountId } = await accountWithKey(services);
    const off = (at: string) =>
      services.db.run(sql`
        INSERT INTO alert_webhook ("accountId", url, secret, "disabledAt") VALUES (${accountId}::uuid, 'https://a.example', 's', ${at}::timestamptz)`);
    await off('2026-07-01T00:00:00Z');
    expect(await check('webhooks')).toMatchObject({ ok: true });
    await off('2026-09-14T00:00:00Z');
    expect(await check('webhooks')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('1 switched off'),
    });
    await services.db.run(sql`DELETE FROM alert_webhook`);
    await services.db.run(sql`
      WITH w AS (INSERT INTO alert_webhook ("accountId", url, secret) VALUES (${accountId}::uuid, 'https://a.example', 's') RETURNING id),
        e AS (INSERT INTO alert_event ("accountId", kind, "eventKey", payload) VALUES (${accountId}::uuid, 'test', 'k', '{}') RETURNING id)
      INSERT INTO alert_delivery ("webhookId", "eventId", "nextAttemptAt") SELECT w.id, e.id, '2026-09-15T11:00:00Z' FROM w, e`);
    expect(await check('webhooks')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('is a worker running?'),
    });
  });

  it('finds digests ill that no mail server takes', async () => {
    const { accountId } = await accountWithKey(services);
    await services.db.run(
      sql`INSERT INTO alert_setting ("accountId", mail) VALUES (${accountId}::uuid, 'daily')`,
    );
    expect(await check('digests')).toMatchObject({ ok: true });
    await services.db.run(sql`UPDATE alert_setting SET "mailFailures" = 2`);
    expect(await check('digests')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('1 of 1 accounts'),
    });
  });

  it('asks the mail server whether it takes mail', async () => {
    const asked = async (url: string) => {
      const env = { ...services.env, EARMARK_SMTP_URL: url };
      return (await diagnose({ ...services, env })).find(({ name }) => name === 'mail')!;
    };
    const sink = await smtpSink();
    expect(await asked(sink.url)).toMatchObject({ ok: true });
    await sink.close();
    const dead = await asked('smtp://user:hunter22@127.0.0.1:1');
    expect(dead).toMatchObject({
      ok: false,
      detail: expect.stringContaining('check the server and EARMARK_SMTP_URL'),
    });
    expect(dead.detail).not.toContain('hunter22');
  });

  it('finds backups ill that failed or are late, and says since when', async () => {
    const scheduled = async (record: object | null) => {
      await services.db.run(sql`DELETE FROM setting WHERE name = 'backup.record'`);
      if (record)
        await services.db.run(
          sql`INSERT INTO setting (name, value) VALUES ('backup.record', ${JSON.stringify(record)})`,
        );
      const env = { ...services.env, EARMARK_BACKUP_DIR: '/tmp' };
      return (await diagnose({ ...services, env })).find(({ name }) => name === 'backups')!;
    };
    const done = { at: '2026-09-15T00:00:00Z', file: '/tmp/b', bytes: 5_000_000 };
    expect(await scheduled({ done, failed: null })).toMatchObject({
      ok: true,
      detail: 'the last at 2026-09-15T00:00:00Z, /tmp/b, 5.0 MB',
    });
    const failed = { at: '2026-09-15T11:00:00Z', reason: 'The disk is full.' };
    expect(await scheduled({ done, failed })).toMatchObject({
      ok: false,
      detail: expect.stringContaining(failed.reason),
    });
    const late = { ...done, at: '2026-09-12T00:00:00Z' };
    expect(await scheduled({ done: late, failed: null })).toMatchObject({
      ok: false,
      detail: expect.stringContaining('overdue'),
    });
    expect(await scheduled(null)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('none made yet'),
    });
    expect(await check('backups')).toMatchObject({
      ok: true,
      detail: expect.stringContaining('EARMARK_BACKUP_DIR'),
    });
  });

  it('finds a disk ill on which little is free', () => {
    expect(roomOn([{ folder: '/a', bytes: 9e9 }])).toEqual({ ok: true, detail: '9000.0 MB free for /a' });
    expect(
      roomOn([
        { folder: '/a', bytes: 9e9 },
        { folder: '/b', bytes: 2e8 },
      ]),
    ).toEqual({ ok: false, detail: '200.0 MB free for /b (free space, or move it to a larger disk)' });
  });
});

describe('earmark doctor', { timeout: 180_000 }, () => {
  const failing = ({ data }: Awaited<ReturnType<typeof runCommand>>) =>
    (data.checks as { name: string; ok: boolean; detail: string }[]).filter(({ ok }) => !ok);

  it('finds a database ill that a start would upgrade, and leaves it as it is', async () => {
    const last = migrationNames().at(-1)!;
    const before = await emptyDatabase(services);
    const named = { ...services, databaseUrl: before.url };
    try {
      const fresh = await runCommand(named, ['doctor']);
      expect(fresh.code).toBe(1);
      expect(failing(fresh)).toMatchObject([{ name: 'migrations', detail: expect.stringContaining(last) }]);
      expect((await migrationState(before.url)).applied).toEqual([]);

      await migrate(before.url);
      await before.query(`DELETE FROM _prisma_migrations WHERE migration_name = '${last}'`);
      expect(failing(await runCommand(named, ['doctor']))).toEqual([
        {
          name: 'migrations',
          ok: false,
          detail: `not applied: ${last} (start Earmark, which applies them)`,
        },
      ]);
      expect((await migrationState(before.url)).pending).toEqual([last]);
    } finally {
      await before.drop();
    }
  });

  it('fails on a missing table or column by its name, and still makes the other checks', async () => {
    const broken = await testServices();
    try {
      await broken.db.run(sql`ALTER TABLE saved_idea DROP COLUMN "savedAt"`);
      await broken.db.run(sql`DROP TABLE alert_setting`);
      const run = await runCommand(broken, ['doctor']);
      expect(run.code).toBe(1);
      expect(failing(run)).toMatchObject([
        {
          name: 'tables',
          detail: expect.stringMatching(/^missing: saved_idea\.savedAt, alert_setting \(restore /),
        },
        { name: 'digests', detail: expect.stringContaining('alert_setting') },
        { name: 'webhooks' },
      ]);
      await broken.db.run(sql`DROP TABLE setting`);
      const blind = await runCommand(broken, ['doctor']);
      expect(blind.code).toBe(1);
      expect(failing(blind)).toMatchObject([
        { name: 'start', detail: expect.stringContaining('"setting" does not exist') },
      ]);
    } finally {
      await broken.close();
    }
  });
});
