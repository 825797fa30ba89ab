import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBackup } from '#server/platform/backup/read.ts';
import { backUpWhenDue, backupRecord } from '#server/platform/backup/schedule.ts';
import { sql } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** Is called when a backup has been written, before it is read back. */
const written = vi.hoisted(() => vi.fn());
vi.mock('#server/platform/backup/write.ts', async (original) => {
  const real = await original<typeof import('#server/platform/backup/write.ts')>();
  return {
    ...real,
    writeBackup: async (...given: Parameters<typeof real.writeBackup>) => {
      const report = await real.writeBackup(...given);
      written();
      return report;
    },
  };
});

let services: TestServices;
let folder: string;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'earmark-schedule-')), 'kept');
});
afterEach(async () => {
  rmSync(join(folder, '..'), { recursive: true });
  await services.db.run(sql`DELETE FROM setting WHERE name = 'backup.record'`);
});

/** A worker that makes backups into this folder, two of which are kept. */
const worker = (into = folder): Services => ({
  ...services,
  env: {
    ...services.env,
    EARMARK_BACKUP_DIR: into,
    backupDir: into,
    EARMARK_BACKUP_EVERY: 24,
    EARMARK_BACKUP_KEEP: 2,
  },
});
const at = (moment: string) => services.setNow(moment);

describe('scheduled backups', () => {
  it('are made once a turn, whole, and only the newest are kept', async () => {
    const made = [];
    for (const day of ['10', '11', '12']) {
      at(`2026-09-${day}T03:00:00Z`);
      made.push(await backUpWhenDue(worker()), await backUpWhenDue(worker()));
    }
    expect(made).toEqual(['done', null, 'done', null, 'done', null]);
    const kept = readdirSync(folder).sort();
    expect(kept).toEqual(['earmark-20260911T030000Z.backup', 'earmark-20260912T030000Z.backup']);
    const report = await readBackup(join(folder, kept[1]!));
    expect(await backupRecord(services.db)).toEqual({
      done: { at: '2026-09-12T03:00:00.000Z', file: join(folder, kept[1]!), bytes: report.bytes },
      failed: null,
    });
  });

  it('take away what a killed process left of an earlier one', async () => {
    mkdirSync(folder);
    const here = hostname().replaceAll('.', '_');
    for (const left of [`earmark-20260909T030000Z.backup.${here}-4194304.part`, `mine.${here}-4194304.part`])
      writeFileSync(join(folder, left), 'half');
    at('2026-09-10T03:00:00Z');
    await backUpWhenDue(worker());
    expect(readdirSync(folder).sort()).toEqual([
      'earmark-20260910T030000Z.backup',
      `mine.${here}-4194304.part`,
    ]);
  });

  it('are made by one process of all', async () => {
    at('2026-09-10T03:00:00Z');
    const made = await Promise.all([1, 2, 3, 4].map(() => backUpWhenDue(worker())));
    expect(made.filter((one) => one === 'done')).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('that fail are noted with the reason beside the last that was made, and tried again an hour later', async () => {
    at('2026-09-10T03:00:00Z');
    await backUpWhenDue(worker());
    at('2026-09-11T03:00:00Z');
    const nowhere = worker('/dev/null/backups');
    expect(await backUpWhenDue(nowhere)).toBe('failed');
    expect(await backupRecord(services.db)).toMatchObject({
      done: { at: '2026-09-10T03:00:00.000Z' },
      failed: {
        at: '2026-09-11T03:00:00.000Z',
        reason: 'The folder /dev/null/backups cannot be made for backups (ENOTDIR).',
      },
    });
    at('2026-09-11T03:59:00Z');
    expect(await backUpWhenDue(nowhere)).toBeNull();
    at('2026-09-11T04:00:00Z');
    expect(await backUpWhenDue(worker())).toBe('done');
    expect((await backupRecord(services.db)).failed).toBeNull();
  });

  it('are none where no folder is named', async () => {
    expect(await backUpWhenDue(services)).toBeNull();
  });

  it('end with the process that makes them, and leave nothing', async () => {
    at('2026-09-10T03:00:00Z');
    expect(await backUpWhenDue(worker(), AbortSignal.abort())).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
    expect(await backupRecord(services.db)).toEqual({ done: null, failed: null });
  });

  it('end with the process that has written one and not yet read it back, and leave nothing', async () => {
    at('2026-09-10T03:00:00Z');
    const stopping = new AbortController();
    written.mockImplementationOnce(() => stopping.abort());
    expect(await backUpWhenDue(worker(), stopping.signal)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
    expect(await backupRecord(services.db)).toEqual({ done: null, failed: null });
  });
});
