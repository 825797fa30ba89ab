import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { diagnose } from '#server/cli/doctor.ts';
import { sql } from '#server/platform/db.ts';
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
  it('finds feeds well while most are read, and ill when most fail', async () => {
    await feed('https://a.example/f.xml', 0);
    await feed('https://b.example/f.xml', 3);
    expect(await check('feeds')).toMatchObject({
      ok: true,
      detail: expect.stringContaining('1 of 2 failing'),
    });
    await feed('https://c.example/f.xml', 1);
    expect(await check('feeds')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('earmark feeds list'),
    });
  });

  it('finds episodes ill when some were given up, and says what to do', async () => {
    expect(await check('episodes')).toMatchObject({ ok: true });
    await services.db.run(
      sql`UPDATE episode SET state = 'failed' WHERE id = (SELECT id FROM episode LIMIT 1)`,
    );
    expect(await check('episodes')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('1 failed ('),
    });
  });
});
