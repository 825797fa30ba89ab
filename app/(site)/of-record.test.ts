import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContext } from '#server/api/context.ts';
import { createCaller } from '#server/contract/router.ts';
import { procedures } from '#server/contract/routes.ts';
import { isOfRecord } from '#server/edges/pages/kept/rules.ts';
import { updateTheses } from '#server/features/theses/update/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const site = import.meta.dirname;
/** The pages that are cached while the record's mark stays the same (`isOfRecord`), each by one of its addresses. */
const PAGES = {
  '/': 'page.tsx',
  '/shows': 'shows/page.tsx',
  '/shows/alpha': 'shows/[slug]/page.tsx',
  '/themes': 'themes/page.tsx',
  '/themes/semiconductors': 'themes/[slug]/page.tsx',
  '/companies': 'companies/page.tsx',
  '/companies/openai': 'companies/[slug]/page.tsx',
  '/tickers/NVDA': 'tickers/[symbol]/page.tsx',
  '/episodes/1': 'episodes/[id]/page.tsx',
  '/people/Ada': 'people/[name]/page.tsx',
};

let services: TestServices;
let corpus: Awaited<ReturnType<typeof seedCorpus>>;
beforeAll(async () => {
  services = await testServices();
  corpus = await seedCorpus(services);
  const ids = Object.values(corpus.ideas).map(({ id }) => id);
  await services.db.transaction((tx) => updateTheses(tx, ids, services.clock()));
  await services.db.run(sql`UPDATE show SET "embedEnabled" = true`);
  await services.db.run(sql`UPDATE idea SET "speakerName" = 'Ada Marsh'`);
});
afterAll(() => services.close());

/** A page's file with every file that it imports. Server actions are no part of a page. */
function withImports(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file) || !existsSync(file) || file.endsWith('actions.ts')) return known;
  known.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g))
    withImports(resolve(dirname(file), path!), known);
  return known;
}

/** The procedures that these pages call for readers without an account. */
function calledBy(pages: readonly string[]): string[] {
  const open = procedures().filter(({ meta }) => ['public', 'open'].includes(meta.access.kind));
  const known = new Set(open.map(({ path }) => path));
  const files = new Set(pages.flatMap((page) => [...withImports(resolve(site, page))]));
  const calls = [...files].flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\b(\w+)\.(\w+)\(/g)]);
  return [...new Set(calls.map(([, room, name]) => `${room}.${name}`))].filter((path) => known.has(path));
}

/** Each call of those pages, in every variant that reads other rows. */
function calls(caller: ReturnType<typeof createCaller>): Record<string, () => Promise<unknown>> {
  const { pages, theses, embeds } = caller;
  const idea = corpus.ideas.nvdaToday;
  return {
    'pages.front': () => pages.front(),
    'pages.sampleShows': () => pages.sampleShows(),
    'pages.shows': () => pages.shows({ q: 'a' }),
    'pages.show': () => pages.show({ slug: 'alpha' }),
    'pages.themes': () => pages.themes(),
    'pages.theme': () => pages.theme({ slug: 'semiconductors' }),
    'pages.companies': () => pages.companies(),
    'pages.company': () => pages.company({ slug: 'openai' }),
    'pages.companyArgued': () => pages.companyArgued({ slug: 'openai' }),
    'pages.ticker': () => pages.ticker({ symbol: 'NVDA' }),
    'pages.episode': () => pages.episode({ id: idea.episodeId }),
    'pages.person': () => pages.person({ name: 'Ada Marsh' }),
    'pages.sides': () =>
      Promise.all(
        [{ symbol: 'NVDA' }, { theme: 'semiconductors' }, { company: 'openai' }].map((on) =>
          pages.sides({ on, order: 'deepest' }),
        ),
      ),
    'pages.cards': () => pages.cards({ ids: [idea.id] }),
    'pages.propositions': () => pages.propositions({ ids: [idea.id] }),
    'theses.getThesisHistory': () => theses.getThesisHistory({ ticker: 'NVDA' }),
    'theses.getTickerStanceTimeline': () => theses.getTickerStanceTimeline({ ticker: 'NVDA' }),
    'embeds.discovery': () =>
      Promise.all([
        embeds.discovery({ kind: 'show', id: 'alpha' }),
        embeds.discovery({ kind: 'ticker', id: 'NVDA' }),
        embeds.discovery({ kind: 'episode', id: idea.episodeId }),
      ]),
  };
}

/** The services with a database that records every statement. */
function heard(statements: Sql[]): TestServices {
  const over = (db: Db): Db => {
    const told =
      <Name extends 'rows' | 'row' | 'run'>(name: Name) =>
      (...given: unknown[]) => {
        statements.push(given.at(-1) as Sql);
        return (db[name] as (...given: unknown[]) => Promise<unknown>)(...given);
      };
    return {
      ...db,
      rows: told('rows') as Db['rows'],
      row: told('row') as Db['row'],
      run: told('run') as Db['run'],
      cancelledBy: (signal) => over(db.cancelledBy(signal)),
    };
  };
  return { ...services, db: over(services.db) as TestServices['db'] };
}

function callerOf(on: TestServices): ReturnType<typeof createCaller> {
  const context = openContext(on, {
    principal: { kind: 'anonymous' },
    requestId: 'test',
    ip: '192.0.2.1',
    via: 'rest',
    gone: new AbortController().signal,
    idempotencyKey: null,
    ifNoneMatch: null,
    headersOnly: false,
  });
  return createCaller({ ...context, via: 'page' });
}

async function tablesOf(statements: readonly Sql[]): Promise<string[]> {
  const read = new Set<string>();
  for (const { text, values } of statements) {
    const explained = { text: `EXPLAIN (FORMAT JSON, VERBOSE) ${text}`, values } as unknown as Sql;
    const [plan] = await services.db.rows(explained);
    for (const [, table] of JSON.stringify(plan).matchAll(/"Relation Name":"(\w+)"/g)) read.add(table!);
  }
  return [...read];
}

describe('pages that are kept as long as the record is the same', () => {
  it('call nothing else than what is looked at here', () => {
    expect(Object.keys(PAGES).filter((path) => !isOfRecord(path))).toEqual([]);
    expect(calledBy(Object.values(PAGES)).sort()).toEqual(Object.keys(calls(callerOf(services))).sort());
  });

  it('are made of tables alone whose changes move the mark', async () => {
    const statements: Sql[] = [];
    for (const call of Object.values(calls(callerOf(heard(statements))))) await call();
    const read = await tablesOf(statements);
    const marked = await services.db.rows(sql`
      SELECT c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE t.tgfoid = 'mark_record'::regproc AND t.tgenabled = 'O' GROUP BY 1 HAVING count(*) >= 3`);
    expect(read).toEqual(expect.arrayContaining(['idea', 'episode', 'show', 'feed', 'thesis_statement']));
    // Counts change in the transaction that changes the record.
    const names = new Set([...marked.map(({ name }) => name), 'listed_count']);
    expect(read.filter((table) => !names.has(table))).toEqual([]);
  });
});
