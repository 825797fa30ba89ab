import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateTheses } from '#server/features/theses/update/store.ts';
import { openDatabase, sql } from '#server/platform/db.ts';
import { openReads, type Reads } from '#server/platform/postgres/replica/reads.ts';
import type { Services } from '#server/platform/services.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { setHidden } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let corpus: Awaited<ReturnType<typeof seedCorpus>>;
let key: string;
let standIn: Awaited<ReturnType<typeof copyOf>>;
let reads: Reads;
/** How many answers were made instead of taken from the cache: each call that runs asks where its reads go. */
let made: number;
let server: Services;

beforeEach(async () => {
  services = await testServices();
  corpus = await seedCorpus(services);
  await services.db.run(sql`UPDATE show SET "embedEnabled" = true`);
  const ids = Object.values(corpus.ideas).map(({ id }) => id);
  await services.db.transaction((tx) => updateTheses(tx, ids, services.clock()));
  key = (await accountWithKey(services)).key;
  standIn = await copyOf(services.databaseUrl);
  const log = { info: () => undefined, warn: () => undefined };
  reads = openReads(standIn.url, { poolSize: 4, prepares: true, log, lookMs: 2_000 });
  made = 0;
  server = {
    ...services,
    env: { ...services.env, DATABASE_READ_URL: standIn.url },
    reads: (...given) => {
      made += 1;
      return reads.of(...given);
    },
  };
  const { db } = services;
  const read = () => reads.of(db, new AbortController().signal).row(sql`SELECT current_database() AS name`);
  await expect.poll(async () => (await read())!.name, { timeout: 5_000 }).toBe(standIn.name);
});
afterEach(async () => {
  await reads.close();
  await standIn.close();
  await services.close();
});

/** A copy of the database as it is now: a replica that lags behind all later changes. */
async function copyOf(url: string) {
  const name = `${new URL(url).pathname.slice(1)}_copy`;
  const on = async (database: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: url.replace(/[^/]*$/, database) });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const source = new URL(url).pathname.slice(1);
  await on(
    'postgres',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${source}'`,
    `CREATE DATABASE ${name} TEMPLATE ${source}`,
  );
  const copy = url.replace(/[^/]*$/, name);
  const db = openDatabase(copy, 1);
  return {
    name,
    url: copy,
    db,
    close: async () => {
      await db.close();
      await on('postgres', `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

const hidden = () => corpus.ideas.nvdaToday.id;
const routes: Record<string, () => Promise<string>> = {
  search: () => bodyOf('/v1/agent/ideas'),
  history: () => bodyOf('/v1/agent/thesis-history?ticker=NVDA'),
  timeline: () => bodyOf('/v1/agent/ticker-stance-timeline?ticker=NVDA'),
  widget: () => bodyOf('/v1/public/embed/ticker/NVDA'),
  'search over MCP': async () => {
    const params = { name: 'service_search_ideas', arguments: {} };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const headers = { 'mcp-protocol-version': '2025-11-25' };
    return JSON.stringify((await call(server, 'POST', '/v1/mcp', { key, body, headers })).body);
  },
};

async function bodyOf(path: string): Promise<string> {
  const { status, body } = await call(server, 'GET', path, path.startsWith('/v1/agent') ? { key } : {});
  expect(status).toBe(200);
  return JSON.stringify(body);
}

/** Brings the replica up to the primary, with the same mark. */
async function catchUp(): Promise<void> {
  await setHidden({ ...services, db: standIn.db }, 'idea', [hidden()], true);
  const marks = await services.db.rows(sql`SELECT slot, mark FROM record_mark`);
  await standIn.db.run(sql`DELETE FROM record_mark`);
  for (const { slot, mark } of marks)
    await standIn.db.run(sql`INSERT INTO record_mark (slot, mark) VALUES (${slot}, ${mark}::uuid)`);
}

/** The answer of each route, and how many of them were made for it. */
async function asked(): Promise<{ answers: Record<string, string>; anew: number }> {
  made = 0;
  const answers: Record<string, string> = {};
  for (const [name, ask] of Object.entries(routes)) answers[name] = await ask();
  return { answers, anew: made };
}

describe('an answer that was read of a replica', () => {
  const all = Object.keys(routes).length;

  it('is kept where the replica holds the record as the primary does', async () => {
    const first = await asked();
    expect(first.anew).toBe(all);
    expect(await asked()).toEqual({ answers: first.answers, anew: 0 });
  });

  it('is not given any more once the primary holds a change, and not kept before the replica does', async () => {
    const { answers: before } = await asked();
    await setHidden(services, 'idea', [hidden()], true);
    for (let n = 0; n < 2; n += 1) expect(await asked()).toEqual({ answers: before, anew: all });
    await catchUp();
    const { answers: after } = await asked();
    for (const name of Object.keys(routes)) expect([name, after[name]]).not.toEqual([name, before[name]]);
    expect(await asked()).toEqual({ answers: after, anew: 0 });
  });
});

describe('a part of an answer, beside a replica', () => {
  it('is made of the primary: a digest leaves out at once what was hidden there', async () => {
    const before = await bodyOf('/v1/agent/digest');
    await setHidden(services, 'idea', [hidden()], true);
    expect(before).toContain(hidden());
    expect(await bodyOf('/v1/agent/digest')).not.toContain(hidden());
  });
});
