import type { Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DepthPosition } from '#server/features/ideas/search/rules.ts';
import { countIdeas, type FoundIdea, newestIdeas, searchIdeas } from '#server/features/ideas/search/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { pagesOf } from '#server/testing/database/pages.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const anyone = {
  ...{ text: null, symbol: null, showId: null, theme: null, person: null, stance: null, minDepth: 1 },
  ...{ from: null, until: null },
};
/** More names than are each looked up by themselves. */
const NAMES = 300;
/** More ideas than are looked through for a page. */
const OTHERS = 2_100;

const NO_ID = '00000000-0000-0000-0000-000000000000';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  const [show, hiddenShow] = [await addShow(services), await addShow(services, { hidden: true })];
  const episodes = await Promise.all(
    ['2026-01-05', '2026-02-05', '2026-03-05'].map((publishedAt) =>
      addEpisode(services, { showId: show.id, publishedAt }),
    ),
  );
  const { id: hiddenEpisode } = await addEpisode(services, { showId: hiddenShow.id });
  for (const [at, { id }] of episodes.entries()) {
    await addSaid(id, sql`'Quill ' || n`, sql`1 + n % 3`, [at * 100 + 1, (at + 1) * 100]);
    await addSaid(id, sql`'Vane ' || n`, sql`1`, [at * 20 + 1, (at + 1) * 20]);
  }
  await addSaid(episodes[0]!.id, sql`'Somebody Else'`, sql`4`, [1, OTHERS]);
  const quill = { discussionDepth: 5, speakerName: 'Ada Quill' };
  const first = await addIdea(services, { ...quill, episodeId: episodes[0]!.id });
  const repeat = await addIdea(services, { ...quill, episodeId: episodes[1]!.id });
  await addIdea(services, { ...quill, episodeId: episodes[2]!.id, hidden: true });
  await addIdea(services, { ...quill, episodeId: hiddenEpisode });
  await addIdea(services, { ...quill, episodeId: episodes[2]!.id, speakerName: 'Ada Quilling' });
  await services.db.run(sql`UPDATE idea SET "repeatOf" = ${first.id}::uuid WHERE id = ${repeat.id}::uuid`);
  await services.db.run(sql`ANALYZE`);
}, 120_000);
afterAll(() => services.close());

/** Adds an idea for each number `n` between two, under a name and of a depth. */
async function addSaid(
  episodeId: string,
  name: Sql,
  depth: Sql,
  [from, to]: readonly [number, number],
): Promise<void> {
  await services.db.run(sql`
    INSERT INTO idea ("showId", "episodeId", "publishedAt", headline, thesis, statement, "discussionDepth", "subjectKind", "subjectKey",
      "subjectName", tickers, "mentionedTickers", entities, themes, "riskFlags", "validationSignals", "engineVersion", "speakerName")
    SELECT e."showId", e.id, e."publishedAt", 'Case ' || n, 'A case', 'A case', ${depth}, 'ticker', 'MSFT',
      'MSFT', '{}', '{}', '{}', '{}', '{}', '{}', 'test', ${name}
    FROM episode e, generate_series(${from}::int, ${to}::int) n WHERE e.id = ${episodeId}::uuid`);
}

/** The listed ideas under names that begin or end with a word, in the order of a search, told without names and pages. */
async function saidBy(word: string): Promise<string[]> {
  const rows = await services.db.rows(
    pick(tables.idea, 'id'),
    sql`
    SELECT i.id FROM idea i JOIN show s ON s.id = i."showId"
    WHERE (i."speakerName" LIKE ${`${word} %`} OR i."speakerName" LIKE ${`% ${word}`}) AND NOT i.hidden AND NOT s.hidden AND i."repeatOf" IS NULL
    ORDER BY i."discussionDepth" DESC, i."publishedAt" DESC, i.id DESC`,
  );
  return rows.map(({ id }) => id);
}

async function pagedBy(person: string, limit: number): Promise<string[]> {
  const paged: string[] = [];
  for (let after: DepthPosition | null = null; ; ) {
    const page: FoundIdea[] = await searchIdeas(services.db, { ...anyone, person }, after, limit);
    paged.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (!last) return paged;
    after = { depth: last.discussionDepth, publishedAt: last.publishedAt, id: last.id };
  }
}

describe('a search by a word that many names have', () => {
  it('gives pages in one order, without what is hidden, repeated or said under another word', async () => {
    const paged = await pagedBy('quill', 40);
    expect(paged).toEqual(await saidBy('Quill'));
    expect(paged).toHaveLength(NAMES + 1);
  });

  it('finds what they said behind thousands of ideas of others', async () => {
    const paged = await pagedBy('vane', 25);
    expect(paged).toEqual(await saidBy('Vane'));
    expect(paged).toHaveLength(60);
  });

  it('looks no name up by itself where the deepest ideas are a page', async () => {
    const behindOthers = { depth: 4, publishedAt: new Date('2026-01-01T00:00:00Z'), id: NO_ID };
    const read = (db: Db) => searchIdeas(db, { ...anyone, person: 'quill' }, behindOthers, 20);
    expect(await pagesOf(services.db, read)).toBeLessThan(NAMES * 2);
  });

  it('finds all of a day, none of it by its name', async () => {
    const day = { from: new Date('2026-02-05T00:00:00Z'), until: new Date('2026-02-06T00:00:00Z') };
    const filter = { ...anyone, person: 'quill', ...day };
    const list = (db: Db) => searchIdeas(db, filter, null, 150);
    const found = await list(services.db);
    expect(new Set(found.map(({ id }) => id)).size).toBe(NAMES / 3);
    expect(found.map((idea) => idea.publishedAt.getTime())).toEqual(found.map(() => day.from.getTime()));
    expect(await countIdeas(services.db, filter, 1_000)).toBe(NAMES / 3);
    expect(await pagesOf(services.db, list)).toBeLessThan(NAMES * 3);
  });

  it('gives the newest by air date, and looks no name up by itself for them', async () => {
    const newest = (db: Db) => newestIdeas(db, { ...anyone, person: 'quill' }, null, 20);
    const found = await newest(services.db);
    const dates = found.map(({ publishedAt }) => publishedAt.toISOString().slice(0, 10));
    expect(dates).toEqual(Array.from({ length: 20 }, () => '2026-03-05'));
    expect(await pagesOf(services.db, newest)).toBeLessThan(NAMES);
  });

  it('gives the newest among those of which more is asked, of their episodes and shows, too', async () => {
    const among = sql`i."discussionDepth" = 5 AND NOT e.hidden AND NOT s.hidden`;
    const found = await newestIdeas(services.db, { ...anyone, person: 'quill' }, null, 20, among);
    expect(found.map(({ speakerName }) => speakerName)).toEqual(['Ada Quill']);
  });

  it('counts what they said from what is counted as it is written', async () => {
    const count = (db: Db) => countIdeas(db, { ...anyone, person: 'quill' }, 1_000);
    expect(await count(services.db)).toBe(NAMES + 1);
    expect(await pagesOf(services.db, count)).toBeLessThan(NAMES * 2);
  });

  it('counts no further than is asked, and those of one side or depth one by one', async () => {
    const count = (filter: object, most: number) =>
      countIdeas(services.db, { ...anyone, person: 'quill', ...filter }, most);
    expect(await count({}, 30)).toBe(30);
    expect(await count({ minDepth: 5 }, 1_000)).toBe(1);
    expect(await count({ stance: 'BEARISH' }, 1_000)).toBe(0);
  });
});
