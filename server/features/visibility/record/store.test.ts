import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRecordMark } from '#server/features/visibility/record/store.ts';
import { renewUniverse } from '#server/linking/store.ts';
import { type Db, openDatabase, sql } from '#server/platform/db.ts';
import { addEpisode, addIdea, addShow, addTicker, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let other: ReturnType<typeof openDatabase>;
let ideaId: string;
beforeAll(async () => {
  services = await testServices();
  other = openDatabase(services.databaseUrl, 2);
  const show = await addShow(services, { slug: 'alpha' });
  ideaId = (await addIdea(services, { episodeId: (await addEpisode(services, { showId: show.id })).id })).id;
});
afterAll(async () => {
  await other.close();
  await services.close();
});

const mark = async (db: Db = services.db) => String((await db.row(readRecordMark))!.mark);
const headline = (db: Db, text: string) =>
  db.run(sql`UPDATE idea SET headline = ${text} WHERE id = ${ideaId}::uuid`);

it('is another once the record differs, and the same after what changes nothing that is served', async () => {
  const changes: Record<string, () => Promise<unknown>> = {
    'a show': () => addShow(services),
    'a ticker': () => addTicker(services, 'QQZ', 'Quiz'),
    hidden: () => setHidden(services, 'idea', [ideaId], true),
    shown: () => setHidden(services, 'idea', [ideaId], false),
    corrected: () => headline(services.db, 'Another headline'),
    deleted: () => services.db.run(sql`DELETE FROM ticker WHERE symbol = 'QQZ'`),
    'a name taught': () => renewUniverse(services.db),
    emptied: () => services.db.run(sql`TRUNCATE thesis_transition`),
  };
  for (const [name, change] of Object.entries(changes)) {
    const before = await mark();
    await change();
    expect([name, (await mark()) === before]).toEqual([name, false]);
  }
  const before = await mark();
  await headline(services.db, 'Another headline');
  await services.db.run(sql`UPDATE show SET name = 'Nobody' WHERE slug = 'nobody'`);
  await services.db.run(sql`INSERT INTO setting (name, value) VALUES ('told', 'yes')`);
  expect(await mark()).toBe(before);
});

it('is another once a show is known for a sample, and the same however often its feed is polled', async () => {
  const { id } = await addShow(services);
  const before = await mark();
  await services.db.run(
    sql`INSERT INTO feed (url, "showId", sample) VALUES ('https://a.example/', ${id}::uuid, true)`,
  );
  const told = await mark();
  expect(told).not.toBe(before);
  await services.db.run(sql`UPDATE feed SET "lastPolledAt" = now(), failures = 1`);
  expect(await mark()).toBe(told);
  await services.db.run(sql`DELETE FROM feed`);
  expect(await mark()).not.toBe(told);
});

it('is seen by others exactly when the change is, and not at all when it is taken back', async () => {
  const before = await mark();
  await services.db.transaction(async (tx) => {
    await headline(tx, 'Not yet');
    expect(await mark(tx)).not.toBe(before);
    expect(await mark(other)).toBe(before);
  });
  const after = await mark(other);
  expect(after).not.toBe(before);
  const failed = services.db.transaction(async (tx) => {
    await headline(tx, 'Never');
    throw new Error('taken back');
  });
  await expect(failed).rejects.toThrow('taken back');
  expect(await mark()).toBe(after);
});

it('is another also where the first change of a transaction was taken back', async () => {
  const before = await mark();
  await services.db.transaction(async (tx) => {
    await tx.run(sql`SAVEPOINT a`);
    await headline(tx, 'Taken back');
    await tx.run(sql`ROLLBACK TO a`);
    await headline(tx, 'Meant');
  });
  expect(await mark()).not.toBe(before);
});

it('is another for each of many that change the record at once, none of which waits for another', async () => {
  const before = await mark();
  const second = openDatabase(services.databaseUrl, 1);
  const seen: string[] = [];
  await services.db.transaction(async (one) => {
    await addTicker({ ...services, db: one as TestServices['db'] }, 'QQA', 'A');
    await second.transaction(async (two) => {
      await two.run(sql`SET LOCAL lock_timeout = 1000`);
      await addTicker({ ...services, db: two as TestServices['db'] }, 'QQB', 'B');
      expect(await mark(other)).toBe(before);
    });
    seen.push(await mark(other));
  });
  seen.push(await mark(other));
  await second.close();
  expect(new Set([before, ...seen]).size).toBe(3);
});
