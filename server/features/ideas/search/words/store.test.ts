import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdeaFilter } from '#server/features/ideas/search/matches/store.ts';
import type { DepthPosition } from '#server/features/ideas/search/rules.ts';
import { countIdeas, searchIdeas } from '#server/features/ideas/search/store.ts';
import { ideaTables, listedWhere } from '#server/features/visibility/store.ts';
import { empty, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.parse('1969-11-01T00:00:00Z');
const SYMBOLS = ['AAA', "O'B"];
const THEMES = ['chips', 'gold'];

let services: TestServices;
const showIds: string[] = [];

/** Three shows over twenty years: some weeks crowded, years of silence, words in all, in some, in few, in none, and in many of little depth. */
beforeAll(async () => {
  services = await testServices();
  for (let n = 0; n < 3; n += 1) showIds.push((await addShow(services)).id);
  const days = [0, 1, 60, 61, 62, 63, 64, 400, 401, 2600, 2601, 2602, 2603, 7000, 7001, 7007];
  for (const [at, day] of days.entries()) {
    const episode = await addEpisode(services, {
      showId: showIds[at % 3]!,
      publishedAt: new Date(FIRST + day * DAY_MS),
    });
    for (let n = 0; n < 8; n += 1) {
      const { id } = await addIdea(services, {
        episodeId: episode.id,
        headline: `common ${n % 3 === 0 ? 'middling' : ''} ${(at * 8 + n) % 17 === 0 ? 'rare' : ''} ${n === 7 ? 'data center' : 'center of data'}`,
        context: n === 3 ? 'deepword' : null,
        discussionDepth: 1 + ((at + n * n) % 5),
        tickers: [SYMBOLS[n % 2]!],
        themes: n % 3 === 0 ? [THEMES[at % 2]!] : [],
        stance: n % 2 ? 'BULLISH' : 'BEARISH',
      });
      if (n === 5 && at % 4 === 0) await setHidden(services, 'idea', [id], true);
    }
  }
  await services.db.run(sql`
    INSERT INTO idea ("showId", "episodeId", "publishedAt", headline, thesis, statement, "discussionDepth", "subjectKind", "subjectKey",
      "subjectName", tickers, "mentionedTickers", entities, themes, "riskFlags", "validationSignals", "engineVersion")
    SELECT "showId", id, "publishedAt", 'shallow ' || CASE WHEN n = 3 THEN 'middling' ELSE '' END, 'case', 'case', 1 + n % 2, 'company', 'acme',
      'Acme', '{}', '{}', '{}', '{}', '{}', '{}', 'test'
    FROM episode CROSS JOIN generate_series(1, 14) n`);
  await services.db.run(sql`
    UPDATE idea SET "repeatOf" = (SELECT id FROM idea WHERE NOT hidden ORDER BY id LIMIT 1)
    WHERE id IN (SELECT id FROM idea WHERE NOT hidden ORDER BY id DESC LIMIT 9)`);
});
afterAll(() => services.close());

/** The same list from the plain predicate, without the index of marked words. */
function plainly(filter: IdeaFilter, after: DepthPosition | null, limit: number) {
  const { text, showId, symbol, theme, stance, from, until } = filter;
  const column = text?.full ? sql`i."searchFull"` : sql`i.search`;
  return services.db.rows(
    pick(tables.idea, 'id', 'discussionDepth', 'publishedAt'),
    sql`
    SELECT i.id, i."discussionDepth", i."publishedAt" FROM ${ideaTables}
    WHERE ${listedWhere(showId !== null)} AND i."discussionDepth" >= ${filter.minDepth}
      ${text ? sql`AND ${column} @@ websearch_to_tsquery('english', ${text.query.replace('NOT ', '-')})` : empty}
      ${showId === null ? empty : sql`AND i."showId" = ${showId}::uuid`} ${symbol === null ? empty : sql`AND ${symbol} = ANY(i.tickers)`}
      ${theme === null ? empty : sql`AND ${theme} = ANY(i.themes)`} ${stance === null ? empty : sql`AND i.stance = ${stance}`}
      ${from ? sql`AND i."publishedAt" >= ${from}` : empty} ${until ? sql`AND i."publishedAt" < ${until}` : empty}
      ${after ? sql`AND (i."discussionDepth", i."publishedAt", i.id) < (${after.depth}::int, ${after.publishedAt}, ${after.id}::uuid)` : empty}
    ORDER BY i."discussionDepth" DESC, i."publishedAt" DESC, i.id DESC LIMIT ${limit}`,
  );
}

const moment = fc.option(
  fc.integer({ min: -30, max: 7100 }).map((day) => new Date(FIRST + day * DAY_MS + day * 1000)),
  { freq: 2 },
);
/** Some days that ideas aired on. */
const shortWindow = fc
  .tuple(fc.constantFrom(0, 60, 63, 401, 2601, 7001), fc.integer({ min: 1, max: 4 }))
  .map(([day, days]) => ({
    from: new Date(FIRST + day * DAY_MS),
    until: new Date(FIRST + (day + days) * DAY_MS),
  }));
const asked = fc.record({
  query: fc.constantFrom(
    null,
    'common',
    'middling',
    'rare',
    'deepword',
    'nowhere',
    'shallow',
    'shallow OR rare',
    'the of',
    '"data center"',
    'rare NOT middling',
    'NOT common',
    'NOT rare',
    'rare OR middling',
    'depth 5',
  ),
  full: fc.boolean(),
  show: fc.option(fc.nat(2), { freq: 3 }),
  symbol: fc.option(fc.constantFrom(...SYMBOLS), { freq: 3 }),
  theme: fc.option(fc.constantFrom(...THEMES), { freq: 3 }),
  stance: fc.option(fc.constantFrom('BULLISH' as const, 'BEARISH' as const), { freq: 3 }),
  minDepth: fc.integer({ min: 1, max: 5 }),
  aired: fc.oneof(fc.record({ from: moment, until: moment }), shortWindow),
});

describe('a search', () => {
  it('gives what the plain predicate gives, in its order, page after page', async () => {
    await fc.assert(
      fc.asyncProperty(
        asked,
        fc.constantFrom(1, 3, 20, 200),
        async ({ query, full, show, aired, ...rest }, limit) => {
          const text = query === null ? null : { query, full, symbols: [], otherNames: [], alike: [] };
          const filter = {
            ...rest,
            ...aired,
            text,
            person: null,
            showId: show === null ? null : showIds[show]!,
          };
          expect(await countIdeas(services.db, filter, 200)).toBe((await plainly(filter, null, 200)).length);
          let after: DepthPosition | null = null;
          for (let page = 0; page < 4; page += 1) {
            const whole = await plainly(filter, after, limit);
            expect((await searchIdeas(services.db, filter, after, limit)).map(({ id }) => id)).toEqual(
              whole.map(({ id }) => id),
            );
            const last = whole.at(-1);
            if (!last) return;
            after = { depth: last.discussionDepth, publishedAt: last.publishedAt, id: last.id };
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  it('finds nothing where there are no ideas', async () => {
    const nothing = await testServices();
    const text = { query: 'common', full: true, symbols: [], otherNames: ['chips'], alike: [] };
    const filter = {
      text,
      symbol: null,
      showId: null,
      theme: null,
      person: null,
      stance: null,
      minDepth: 1,
      from: null,
      until: null,
    };
    expect(await searchIdeas(nothing.db, filter, null, 20)).toEqual([]);
    await nothing.close();
  });
});
