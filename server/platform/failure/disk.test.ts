import { describe, expect, it } from 'vitest';
import { causeOf, fullDisk, inFolder } from '#server/platform/failure/disk.ts';
import { accountOf } from '#server/platform/failure/failure.ts';
import { findFault } from '#server/platform/failure/readiness.ts';
import { DatabaseAway, DatabaseUnreachable } from '#server/platform/postgres/connection.ts';
import type { Services } from '#server/platform/services.ts';

const SENTENCE = 'The disk of /data is full: free some space; the database then starts by itself.';
const embedded = { DATABASE_URL: undefined, dataDir: '/data' };
const left = (megabytes: number) => async () => megabytes * 1024 * 1024;

describe('a full disk is told as one sentence', () => {
  it('by a start that finds no room in the log of the embedded database', () => {
    const tail = 'FATAL:  could not write to file "pg_wal/xlogtemp.27732": No space left on device';
    const failed = new Error(`The embedded PostgreSQL did not start: ${tail}`);
    expect(accountOf(inFolder(failed, '/data'))).toBe(SENTENCE);
  });

  it.each([
    ['is starting or stopping', new DatabaseUnreachable('It is starting or stopping (57P03).')],
    ['breaks its connections', Object.assign(new Error('reset'), { code: 'ECONNRESET' })],
    ['is away', new DatabaseAway(Object.assign(new Error('full'), { code: '53100' }))],
  ])('where the database %s for it', async (_name, error) => {
    expect(accountOf(await causeOf(error, embedded, left(3)))).toBe(SENTENCE);
  });
});

describe('readiness', () => {
  const failing = {
    cancelledBy: () => ({ rows: () => Promise.reject(new DatabaseAway({ code: '57P03' })) }),
  };
  const services = { env: embedded, db: failing } as unknown as Services;

  it('names the disk where the database is away for it, and the database where there is room', async () => {
    expect(await findFault(services, left(3))).toEqual({ of: 'disk', detail: SENTENCE });
    expect(await findFault(services, left(300))).toMatchObject({ of: 'database' });
  });
});

describe('another failure stays what it is', () => {
  const away = new DatabaseUnreachable('It is starting or stopping (57P03).');
  it.each([
    ['there is room', away, embedded, 300],
    ['the database is elsewhere', away, { ...embedded, DATABASE_URL: 'postgresql://db/earmark' }, 3],
    ['it is none of the database', new Error('Port 3000 is in use.'), embedded, 3],
  ])('where %s', async (_name, error, where, megabytes) => {
    expect(await causeOf(error, where, left(megabytes))).toBe(error);
  });

  it('where the folder cannot be asked', async () => {
    expect(await fullDisk(embedded, () => Promise.reject(new Error('ENOENT')))).toBeNull();
  });
});
