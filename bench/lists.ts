import { rmSync } from 'node:fs';
import { type Db, openDatabase, sql } from '#server/platform/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { computed } from '#server/platform/rows.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';
import { pagesOf } from '#server/testing/database/pages.ts';
import { fill } from './lists/corpus.ts';
import { statements } from './lists/statements.ts';
import { works } from './lists/works.ts';
import { quantile } from './statistics.ts';

/**
 * How lists, pages and writing grow with the corpus: for synthetic corpora of these sizes (in ideas) the p95 of each in
 * milliseconds, and the database pages (8 kB) that it touches, which do not depend on the machine's load. There are no
 * transcripts: nothing measured reads one. What a corpus is like: lists/corpus.ts.
 * Run: node bench/lists.ts [sizes]     (10000 100000 when absent; a million takes some 25 minutes and 7 GB)
 */
const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [10_000, 100_000];

/** Runs of each, after the warming ones: PostgreSQL plans five for their values before it keeps a plan. */
const RUNS = 40;
const WARMING = 6;
/** No more runs after this long in all, so that slow work is run fewer times. */
const MOST_MS = 4_000;

type Cost = { readonly p95: number; readonly pages: number };
type Costs = ReadonlyMap<string, Cost>;

class Undone extends Error {}

const measured: { readonly size: number; readonly costs: Costs }[] = [];
for (const size of sizes) measured.push({ size, costs: await measure(size) });
print();

async function measure(ideas: number): Promise<Costs> {
  const dir = newDataFolder();
  const server = await startEmbeddedPostgres(
    dir,
    '-c fsync=off -c synchronous_commit=off -c max_wal_size=4GB -c autovacuum=off',
  );
  try {
    await migrate(server.url);
    // One connection: the database counts no other one's pages.
    const db = openDatabase(server.url, 1);
    const started = performance.now();
    const known = await fill(db, ideas);
    console.error(`${ideas} ideas filled in ${Math.round((performance.now() - started) / 1000)} s`);
    const costs = new Map<string, Cost>();
    for (const [name, statement] of Object.entries(statements)) {
      const p95 = await slowest(() => statement(db, known));
      costs.set(name, { p95, pages: await pagesOf(db, (read) => statement(read, known)) });
    }
    for (const [name, work] of Object.entries(works))
      costs.set(name, {
        p95: await slowest(() => undone(db, (tx) => work(tx, known))),
        pages: await pagesOfWork(db, () => undone(db, (tx) => work(tx, known))),
      });
    await db.close();
    for (const [name, { p95, pages }] of costs)
      console.error(`${ideas}: ${name}: ${p95.toFixed(1)} ms, ${pages} pages`);
    return costs;
  } finally {
    await server.leave();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The p95 of the runs, in milliseconds. */
async function slowest(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let spent = 0;
  for (let n = 0; n < RUNS + WARMING && (spent < MOST_MS || n < WARMING + 3); n += 1) {
    const started = performance.now();
    await run();
    const took = performance.now() - started;
    spent += took;
    if (n >= WARMING) times.push(took);
  }
  return quantile(times, 0.95);
}

async function undone(db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> {
  const all = db.transaction(async (tx) => {
    await work(tx);
    throw new Undone();
  });
  await all.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}

/** Pages that work touches when warm, triggers and constraints included. */
async function pagesOfWork(db: Db, work: () => Promise<void>): Promise<number> {
  const before = await touched(db);
  await work();
  return (await touched(db)) - before;
}

async function touched(db: Db): Promise<number> {
  await db.row(sql`SELECT pg_stat_force_next_flush()`);
  const row = await db.row(
    { pages: computed.int },
    sql`SELECT (blks_hit + blks_read)::int AS pages FROM pg_stat_database WHERE datname = current_database()`,
  );
  return row!.pages;
}

function print(): void {
  const heads = measured.flatMap(({ size }) => [`${size}: p95 ms`, 'pages']);
  console.log(
    `| | ${heads.join(' | ')} | times, ms | times, pages |\n|---|${heads.map(() => '---').join('|')}|---|---|`,
  );
  const [first, last] = [measured[0]!.costs, measured.at(-1)!.costs];
  for (const name of first.keys()) {
    const cells = measured.flatMap(({ costs }) => [costs.get(name)!.p95.toFixed(1), costs.get(name)!.pages]);
    const times = (of: keyof Cost) => (last.get(name)![of] / first.get(name)![of]).toFixed(1);
    console.log(`| ${name} | ${cells.join(' | ')} | ${times('p95')} | ${times('pages')} |`);
  }
}
