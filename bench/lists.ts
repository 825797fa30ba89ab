import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'sql-template-tag';
import { digestWindow } from '#server/features/digest/rules.ts';
import { listCandidates, readCompleteness } from '#server/features/digest/store.ts';
import type { IdeaFilter } from '#server/features/ideas/search/matches/store.ts';
import { searchIdeas } from '#server/features/ideas/search/store.ts';
import { findIdea } from '#server/features/ideas/store.ts';
import { listShows } from '#server/features/shows/store.ts';
import { countMentions, listMentions } from '#server/features/tickers/store.ts';
import { type Db, openDatabase, sql } from '#server/platform/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { computed, type Shape, tables } from '#server/platform/rows.ts';

/**
 * How the lists' statements grow with the corpus: pages (8 kB) that PostgreSQL touches for each on a synthetic corpus
 * of `size` ideas, and the ratio to a corpus a tenth as large. A bounded index scan stays near 1. Pages are counted
 * rather than milliseconds alone because they do not depend on what else the machine does.
 * Run: node bench/lists.ts [size]     (200000 when absent)
 */
const size = Number(process.argv[2] ?? 200_000);
const NOW = new Date('2026-09-15T12:00:00Z');
const NOBODY = '00000000-0000-4000-8000-000000000000';

const none: IdeaFilter = {
  text: null,
  symbol: null,
  showId: null,
  theme: null,
  person: null,
  stance: null,
  minDepth: 1,
  from: null,
  until: null,
};
const oneDay = { from: new Date('2025-03-03T00:00:00Z'), until: new Date('2025-03-04T00:00:00Z') };
const text = (query: string) => ({ query, full: true, symbol: null, alike: [] });

type Statement = (db: Db, known: Known) => Promise<unknown>;
type Known = { readonly showId: string; readonly ideaId: string };

const statements: Record<string, Statement> = {
  'search, no filter': (db) => searchIdeas(db, none, null, 21),
  'search, one old day': (db) => searchIdeas(db, { ...none, ...oneDay }, null, 21),
  'search, page deep inside': (db, { ideaId }) =>
    searchIdeas(db, none, { depth: 3, publishedAt: oneDay.from, id: ideaId }, 21),
  'search, ticker in 1 of 20 ideas': (db) => searchIdeas(db, { ...none, symbol: 'T1' }, null, 21),
  'search, ticker and one old day': (db) => searchIdeas(db, { ...none, symbol: 'T1', ...oneDay }, null, 21),
  'search, show': (db, { showId }) => searchIdeas(db, { ...none, showId }, null, 21),
  'search, show and rare ticker': (db, { showId }) =>
    searchIdeas(db, { ...none, showId, symbol: 'T900' }, null, 21),
  'search, theme': (db) => searchIdeas(db, { ...none, theme: 'theme-3' }, null, 21),
  'search, word in 1 of 3 ideas': (db) => searchIdeas(db, { ...none, text: text('alphaword') }, null, 21),
  'search, word in 1 of 1000 ideas': (db) => searchIdeas(db, { ...none, text: text('rare7') }, null, 21),
  'search, ticker and rare word': (db) =>
    searchIdeas(db, { ...none, symbol: 'T1', text: text('rare7') }, null, 21),
  'search, rare word on one old day': (db) =>
    searchIdeas(db, { ...none, text: text('rare7'), ...oneDay }, null, 21),
  'search, common word on one old day': (db) =>
    searchIdeas(db, { ...none, text: text('alphaword'), ...oneDay }, null, 21),
  'search, all but a common word': (db) => searchIdeas(db, { ...none, text: text('-alphaword') }, null, 21),
  'mentions, ticker in 1 of 20 ideas': (db) =>
    listMentions(db, { symbol: 'T1', minDepth: 1, from: null, until: null }, null, 21),
  'mentions, their count': (db) => countMentions(db, { symbol: 'T1', minDepth: 1, from: null, until: null }),
  'one idea': (db, { ideaId }) => findIdea(db, ideaId),
  'shows, a page of 50': (db) => listShows(db, { q: '', after: null, limit: 51, now: NOW }),
  'digest, the candidates of a day': (db) => listCandidates(db, NOBODY, digestWindow('2026-09-14', NOW, 24)),
  'digest, what waits and the latest idea': (db) => readCompleteness(db, digestWindow('2026-09-14', NOW, 24)),
};

/** Ten ideas an episode over three years; tickers and words by Zipf's law; one in twenty superseded, a few hidden. */
async function fill(db: Db, ideas: number): Promise<Known> {
  const shows = Math.max(20, Math.round(ideas / 2000));
  await db.run(
    sql`INSERT INTO show (slug, name) SELECT 'show-' || n, 'Show ' || n FROM generate_series(1, ${shows}::int) n`,
  );
  await db.run(
    sql`INSERT INTO theme (slug, name, tickers) SELECT 'theme-' || n, 'Theme ' || n, '{}' FROM generate_series(0, 99) n`,
  );
  await db.run(sql`
    INSERT INTO episode ("showId", guid, title, "publishedAt", state)
    SELECT s.id, 'guid-' || n, 'Episode ' || n, ${NOW}::timestamptz - make_interval(secs => random() * 94608000), 'processed'
    FROM generate_series(1, ${Math.round(ideas / 10)}::int) n
    JOIN (SELECT id, row_number() OVER () AS k FROM show) s ON s.k = 1 + n % ${shows}::int`);
  await db.run(sql`
    INSERT INTO idea ("showId", "episodeId", "publishedAt", headline, thesis, statement, context, "discussionDepth", "subjectKind", "subjectKey", "subjectName",
      tickers, "mentionedTickers", entities, themes, "riskFlags", "validationSignals", "engineVersion", hidden, "supersededAt")
    SELECT e."showId", e.id, e."publishedAt", 'Case ' || n || ' on ' || w.words, 'The show argues ' || w.more, 'Statement', 'Context ' || repeat(w.more || ' ', 8),
      1 + floor(5 * power(random(), 2))::int, 'ticker', 'T', 'T', ARRAY['T' || t.k], '{}', '{}', ARRAY['theme-' || n % 100], '{}', '{}', 'bench',
      random() < 0.002, CASE WHEN random() < 0.05 THEN now() END
    FROM generate_series(1, ${ideas}::int) n
    JOIN (SELECT id, "showId", "publishedAt", row_number() OVER () AS k FROM episode) e ON e.k = 1 + n / 10
    CROSS JOIN LATERAL (SELECT CASE WHEN n % 3 = 0 THEN 'alphaword ' ELSE '' END || 'rare' || n % 1000 || ' word' || floor(5000 * power(random(), 3)) AS words,
      'word' || floor(5000 * power(random(), 3)) || ' and word' || floor(5000 * power(random(), 2)) AS more) w
    CROSS JOIN LATERAL (SELECT CASE WHEN n % 20 = 0 THEN 1 ELSE 2 + floor(2000 * power(random(), 2))::int END AS k) t`);
  await db.run(
    sql`INSERT INTO idea_ticker SELECT id, unnest(tickers), "publishedAt", "discussionDepth" FROM idea`,
  );
  await db.run(
    sql`INSERT INTO idea_theme SELECT id, unnest(themes), "publishedAt", "discussionDepth" FROM idea`,
  );
  await db.run(sql`VACUUM ANALYZE`);
  return (await db.row(
    { showId: tables.idea.showId, ideaId: tables.idea.id },
    sql`SELECT "showId", id AS "ideaId" FROM idea WHERE hidden = false LIMIT 1`,
  ))!;
}

type Cost = { readonly pages: number; readonly ms: number };
type Plan = { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
type Explained = { Plan: Plan; 'Execution Time': number; 'Planning Time': number };
const explanation = { 'QUERY PLAN': computed.json.as<Explained[]>() };

/** What a statement costs, warm: the second of two runs. */
async function costOf(db: Db, statement: Statement, known: Known): Promise<Cost> {
  let cost: Cost = { pages: 0, ms: 0 };
  const explained: Db = {
    ...db,
    rows: async (shape: Shape | Sql, statement?: Sql) => {
      const asked = statement ?? (shape as Sql);
      const row = await db.row(explanation, sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${asked}`);
      const { Plan: plan, ...time } = row!['QUERY PLAN'][0]!;
      cost = {
        pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
        ms: time['Execution Time'] + time['Planning Time'],
      };
      return [];
    },
    row: async (shape: Shape | Sql, statement?: Sql) => {
      await explained.rows(statement ?? (shape as Sql));
      return db.row(statement ?? (shape as Sql));
    },
  };
  await statement(explained, known);
  await statement(explained, known);
  return cost;
}

async function measure(ideas: number): Promise<Map<string, Cost>> {
  const dir = mkdtempSync(join(tmpdir(), 'earmark-bench-'));
  chmodSync(dir, 0o755);
  const server = await startEmbeddedPostgres(dir, '-c fsync=off -c synchronous_commit=off');
  try {
    await migrate(server.url);
    const db = openDatabase(server.url, 2);
    const known = await fill(db, ideas);
    const costs = new Map<string, Cost>();
    for (const [name, statement] of Object.entries(statements))
      costs.set(name, await costOf(db, statement, known));
    await db.close();
    return costs;
  } finally {
    await server.leave();
    rmSync(dir, { recursive: true, force: true });
  }
}

const small = await measure(size / 10);
const large = await measure(size);
console.log(
  `| statement | pages at ${size} ideas | times the pages at ${size / 10} | ms |\n|---|---|---|---|`,
);
for (const [name, { pages, ms }] of large)
  console.log(`| ${name} | ${pages} | ${(pages / small.get(name)!.pages).toFixed(1)} | ${ms.toFixed(1)} |`);
