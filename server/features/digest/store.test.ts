import type { Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followingOf } from '#server/features/digest/rules.ts';
import { lastHeldFor, readDay } from '#server/features/digest/store.ts';
import { currentIdea, ideaTables, isRepeat } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { accountWithKey } from '#server/testing/api.ts';
import { addEpisode, addShow } from '#server/testing/corpus.ts';
import { pagesOf } from '#server/testing/database/pages.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const day = { from: new Date('2026-09-14T00:00:00Z'), until: new Date('2026-09-15T00:00:00Z') };
/** Ideas of the day, and as many older ones on the same subjects. */
const IDEAS = 40;

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  const { id: showId } = await addShow(services);
  const { id: older } = await addEpisode(services, { showId, publishedAt: '2026-08-14T10:00:00Z' });
  const { id: newer } = await addEpisode(services, { showId, publishedAt: '2026-09-14T10:00:00Z' });
  for (const episodeId of [older, newer]) await addSaid(episodeId, IDEAS, sql`'T' || n`);
  await services.db.run(sql`
    INSERT INTO thesis ("subjectKind", "subjectKey", line, title, state, "firstHeardAt", "lastMentionAt", tickers)
    SELECT 'ticker', "subjectKey", 'supply', 'Supply', 'first_heard', min("publishedAt"), max("publishedAt"), '{}' FROM idea GROUP BY 2`);
  await services.db.run(sql`
    INSERT INTO thesis_statement ("thesisId", "ideaId", date, "showId", stance, depth, relation, quote)
    SELECT t.id, i.id, i."publishedAt", i."showId", 'bullish', 3, 'initiates', 'A statement.' FROM idea i JOIN thesis t USING ("subjectKey")`);
  const { id: oldest } = await addEpisode(services, { showId, publishedAt: '2026-07-14T10:00:00Z' });
  await addSaid(oldest, 3_000, sql`'T1'`);
  await services.db.run(sql`ANALYZE`);
});
afterAll(() => services.close());

/** A long thesis that an account saved the first idea of. */
async function saverOfLong(): Promise<string> {
  const { id: showId } = await addShow(services);
  const on = async (date: string, ideas: number) => {
    const { id } = await addEpisode(services, { showId, publishedAt: `${date}T10:00:00Z` });
    await addSaid(id, ideas, sql`'LONG'`);
  };
  await on('2026-10-01', 1);
  await on('2026-10-20', 3_000);
  await on('2026-10-21', 1);
  await services.db.run(sql`
    WITH t AS (INSERT INTO thesis ("subjectKind", "subjectKey", line, title, state, "firstHeardAt", "lastMentionAt", tickers)
      VALUES ('ticker', 'LONG', 'supply', 'Supply', 'first_heard', '2026-10-01', '2026-10-21', '{}') RETURNING id)
    INSERT INTO thesis_statement ("thesisId", "ideaId", date, "showId", stance, depth, relation, quote)
    SELECT t.id, i.id, i."publishedAt", i."showId", 'bullish', 3, 'initiates', 'A statement.' FROM idea i, t WHERE i."subjectKey" = 'LONG'`);
  await services.db.run(sql`ANALYZE`);
  const { accountId } = await accountWithKey(services);
  await services.db.run(sql`
    INSERT INTO saved_idea ("accountId", "ideaId")
    SELECT ${accountId}::uuid, id FROM idea WHERE "subjectKey" = 'LONG' AND "publishedAt" < '2026-10-02'`);
  return accountId;
}

/** Adds so many ideas on a subject, which may differ by their number `n`. */
async function addSaid(episodeId: string, ideas: number, subject: Sql): Promise<void> {
  await services.db.run(sql`
    INSERT INTO idea ("showId", "episodeId", "publishedAt", headline, thesis, statement, "discussionDepth", "subjectKind", "subjectKey",
      "subjectName", tickers, "mentionedTickers", entities, themes, "riskFlags", "validationSignals", "engineVersion")
    SELECT e."showId", e.id, e."publishedAt", 'Case ' || n, 'A case', 'A case', 3, 'ticker', ${subject},
      'A company', '{}', '{}', '{}', '{}', '{}', '{}', 'test' FROM episode e, generate_series(1, ${ideas}::int) n WHERE e.id = ${episodeId}::uuid`);
}

/** An account that saved the older ideas on these subjects. */
async function saver(subjects: readonly string[]): Promise<string> {
  const { accountId } = await accountWithKey(services);
  await services.db.run(sql`
    INSERT INTO saved_idea ("accountId", "ideaId")
    SELECT ${accountId}::uuid, i.id FROM idea i JOIN thesis_statement t ON t."ideaId" = i.id
    WHERE i."publishedAt" < ${day.from} AND i."subjectKey" = ANY(${[...subjects]})`);
  return accountId;
}

async function continuedFor(accountId: string): Promise<number> {
  const { candidates } = await readDay(services.db, accountId, day);
  expect(candidates).toHaveLength(IDEAS);
  return candidates.filter((idea) => idea.savedThesis).length;
}

describe('the day of an account', () => {
  it('tells what continues its saved ideas, which are looked up once and not for each idea of the day', async () => {
    const accountId = await saver(Array.from({ length: IDEAS }, (_, at) => `T${at + 1}`));
    expect(await continuedFor(accountId)).toBe(IDEAS);
    expect(await pagesOf(services.db, (db) => readDay(db, accountId, day))).toBeLessThan(IDEAS * 40);
  });

  it('reads a saved idea without all that was ever said on its subject', async () => {
    const [common, seldom] = [await saver(['T1']), await saver(['T2'])];
    const pages = (accountId: string) => pagesOf(services.db, (db) => readDay(db, accountId, day));
    expect(await continuedFor(common)).toBe(1);
    await pages(seldom);
    expect((await pages(common)) - (await pages(seldom))).toBeLessThan(20);
  });

  it('looks up the thesis of no idea for one that saved nothing', async () => {
    const accountId = await saver([]);
    expect(await continuedFor(accountId)).toBe(0);
    expect(await pagesOf(services.db, (db) => readDay(db, accountId, day))).toBeLessThan(IDEAS);
  });

  it('holds what aired in it and is served, and a repeat for whoever follows its show and not the first one', async () => {
    const window = { from: new Date('2026-05-02T00:00:00Z'), until: new Date('2026-05-04T00:00:00Z') };
    const { accountId } = await accountWithKey(services);
    for (const hidden of [false, false, false, true]) {
      const { id } = await addShow(services, { hidden });
      await services.db.run(sql`
        INSERT INTO episode ("showId", guid, title, "publishedAt", state, hidden)
        SELECT ${id}::uuid, 'random ' || n, 'Episode', ${window.from}::timestamptz + make_interval(hours => (n % 8 - 2) * 12), 'processed', random() < 0.2
        FROM generate_series(1, 24) n`);
      if (!hidden)
        await services.db.run(sql`
          INSERT INTO show_follow ("accountId", "showId") SELECT ${accountId}::uuid, ${id}::uuid WHERE random() < 0.7`);
    }
    const of = sql`FROM idea i JOIN episode e ON e.id = i."episodeId" WHERE e.guid LIKE 'random %'`;
    for (const { id } of await services.db.rows(
      pick(tables.episode, 'id'),
      sql`SELECT id FROM episode WHERE guid LIKE 'random %'`,
    ))
      await addSaid(id, 5, sql`'R' || n`);
    await services.db.run(sql`
      UPDATE idea x SET hidden = random() < 0.1, "supersededAt" = CASE WHEN random() < 0.1 THEN now() END,
        "repeatOf" = CASE WHEN random() < 0.4 THEN (SELECT i.id ${of} AND i.id <> x.id AND x.id IS NOT NULL ORDER BY random() LIMIT 1) END
      WHERE x.id IN (SELECT i.id ${of})`);
    const follows = (show: Sql) =>
      sql`${show} IN (SELECT "showId" FROM show_follow WHERE "accountId" = ${accountId}::uuid)`;
    const plain = await services.db.rows(
      pick(tables.idea, 'id'),
      sql`
      SELECT i.id FROM ${ideaTables} LEFT JOIN idea f ON f.id = i."repeatOf"
      WHERE ${currentIdea} AND e."publishedAt" >= ${window.from} AND e."publishedAt" < ${window.until}
        AND (NOT ${isRepeat} OR (${follows(sql`i."showId"`)} AND NOT ${follows(sql`f."showId"`)}))`,
    );
    const { candidates } = await readDay(services.db, accountId, window);
    expect(candidates.map(({ id }) => id).sort()).toEqual(plain.map(({ id }) => id).sort());
    expect(candidates.length).toBeGreaterThan(20);
  });
});

it('finds the last day on which a saved thesis went on without all that was ever said of it', async () => {
  const accountId = await saverOfLong();
  const last = (db: Db) => lastHeldFor(db, accountId, followingOf([], []), new Date('2026-11-01T00:00:00Z'));
  expect(await last(services.db)).toEqual(new Date('2026-10-21T10:00:00Z'));
  expect(await pagesOf(services.db, last)).toBeLessThan(100);
});
