import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBackup } from '#server/platform/backup/read.ts';
import { writeBackup } from '#server/platform/backup/write.ts';
import { sql } from '#server/platform/db.ts';
import { productVersion, projectRoot } from '#server/platform/env.ts';
import { holdInstance } from '#server/platform/postgres/data-dir.ts';
import { runCommand } from '#server/testing/command.ts';
import { contentsOf, emptyDatabase } from '#server/testing/database/databases.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let folder: string;
beforeAll(async () => {
  services = await testServices();
  await seedCorpus(services);
  const filler = sql`INSERT INTO setting (name, value) SELECT 'filler.' || n, repeat(md5(n::text), 20) FROM generate_series(1, 20000) n`;
  await services.db.run(filler);
});
afterAll(() => services.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earmark-cli-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const earmark = (args: readonly string[], settings?: Record<string, string>) =>
  runCommand(services, args, settings);
const ONE_SENTENCE = /^[^\n]+\.\n$/;

describe('earmark backup and restore', { timeout: 240_000 }, () => {
  it('bring a database into an empty one, and say the same of the file each time', async () => {
    const file = join(folder, 'b.backup');
    const written = await earmark(['backup', file]);
    expect(written).toMatchObject({ code: 0, data: { file, format: 1, version: productVersion } });
    expect(await earmark(['backup', '--verify', file], { DATABASE_URL: '' })).toEqual(written);
    const empty = await emptyDatabase(services);
    try {
      const restored = await earmark(['restore', file], { DATABASE_URL: empty.url });
      expect(restored).toMatchObject({ code: 0, data: { ...written.data, migrated: [], leftOut: [] } });
      expect(await contentsOf(empty.url)).toMatchObject(await contentsOf(services.databaseUrl));
      const again = await earmark(['restore', file], { DATABASE_URL: empty.url });
      expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(ONE_SENTENCE) });
      expect(again.stderr).toContain('is not empty');
    } finally {
      await empty.drop();
    }
  });

  it('bring a data folder that is gone into being again, but not under a running server', async () => {
    const file = join(folder, 'b.backup');
    await writeBackup(services.databaseUrl, file, { now: services.clock() });
    const settings = { DATABASE_URL: '', EARMARK_DATA_DIR: join(folder, 'data') };
    const running = holdInstance(settings.EARMARK_DATA_DIR);
    const refused = await earmark(['restore', file], settings);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already running on the data in'),
    });
    running.release();
    expect(await earmark(['restore', file], settings)).toMatchObject({ code: 0 });
    expect((await earmark(['stats'], settings)).data).toEqual((await earmark(['stats'])).data);
  });

  it('refuse what is no backup, is not there, or is there already, in one sentence', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'a text');
    for (const args of [
      ['backup', '--verify', other],
      ['backup', '--verify', join(folder, 'none')],
      ['backup', other],
      ['backup', join(folder, 'none', 'b.backup')],
      ['restore', other],
    ])
      expect(await earmark(args)).toMatchObject({
        code: 1,
        data: {},
        stderr: expect.stringMatching(ONE_SENTENCE),
      });
  });
});

describe('earmark backup that is killed', { timeout: 240_000 }, () => {
  it('leaves no file of that name but a whole one, and the next takes its remains away', async () => {
    const file = join(folder, 'b.backup');
    const killed = spawn(process.execPath, [join(projectRoot, 'server/cli.ts'), 'backup', file], {
      env: { ...process.env, DATABASE_URL: services.databaseUrl, NODE_OPTIONS: '' },
      stdio: 'ignore',
    });
    await expect.poll(() => readdirSync(folder).length, { timeout: 60_000, interval: 5 }).toBe(1);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    if (existsSync(file)) {
      await readBackup(file);
      rmSync(file);
    }
    expect(await earmark(['backup', file])).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toEqual(['b.backup']);
  });
});
