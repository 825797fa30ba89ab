import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDay } from '#server/features/digest/store.ts';
import { sql } from '#server/platform/db.ts';
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
  await addEpisode(services, { showId, publishedAt: '2026-08-14T10:00:00Z' });
  await addEpisode(services, { showId, publishedAt: '2026-09-14T10:00:00Z' });
  await services.db.run(sql`
    INSERT INTO idea ("showId", "episodeId", "publishedAt", headline, thesis, statement, "discussionDepth", "subjectKind", "subjectKey",
      "subjectName", tickers, "mentionedTickers", entities, themes, "riskFlags", "validationSignals", "engineVersion")
    SELECT e."showId", e.id, e."publishedAt", 'Case ' || n, 'A case', 'A case', 3, 'ticker', 'T' || n,
      'T' || n, '{}', '{}', '{}', '{}', '{}', '{}', 'test' FROM episode e, generate_series(1, ${IDEAS}::int) n`);
  await services.db.run(sql`
    INSERT INTO thesis ("subjectKind", "subjectKey", line, title, state, "firstHeardAt", "lastMentionAt", tickers)
    SELECT 'ticker', "subjectKey", 'supply', 'Supply', 'first_heard', min("publishedAt"), max("publishedAt"), '{}' FROM idea GROUP BY 2`);
  await services.db.run(sql`
    INSERT INTO thesis_statement ("thesisId", "ideaId", date, "showId", stance, depth, relation, quote)
    SELECT t.id, i.id, i."publishedAt", i."showId", 'bullish', 3, 'initiates', 'A statement.' FROM idea i JOIN thesis t USING ("subjectKey")`);
  await services.db.run(sql`ANALYZE`);
});
afterAll(() => services.close());

/** An account that saved this many of the older ideas. */
async function saver(ideas: number): Promise<string> {
  const { accountId } = await accountWithKey(services);
  await services.db.run(sql`
    INSERT INTO saved_idea ("accountId", "ideaId")
    SELECT ${accountId}::uuid, id FROM idea WHERE "publishedAt" < ${day.from} ORDER BY id LIMIT ${ideas}`);
  return accountId;
}

async function continuedFor(accountId: string): Promise<number> {
  const { candidates } = await readDay(services.db, accountId, day);
  expect(candidates).toHaveLength(IDEAS);
  return candidates.filter((idea) => idea.savedThesis).length;
}

describe('the day of an account', () => {
  it('tells what continues its saved ideas, which are looked up once and not for each idea of the day', async () => {
    const accountId = await saver(IDEAS);
    expect(await continuedFor(accountId)).toBe(IDEAS);
    expect(await pagesOf(services.db, (db) => readDay(db, accountId, day))).toBeLessThan(IDEAS * 40);
  });

  it('looks up the thesis of no idea for one that saved nothing', async () => {
    const accountId = await saver(0);
    expect(await continuedFor(accountId)).toBe(0);
    expect(await pagesOf(services.db, (db) => readDay(db, accountId, day))).toBeLessThan(IDEAS);
  });
});
