import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withinTime } from '#server/platform/abort.ts';
import { type Database, type Db, openDatabase, raw, sql } from '#server/platform/db.ts';
import { DatabaseAway, isBrokenConnection } from '#server/platform/postgres/connection.ts';
import { planEachTime, unseen } from '#server/platform/postgres/prepared.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const POOL_SIZE = 2;

let services: TestServices;
let db: Database;
beforeAll(async () => {
  services = await testServices();
  db = openDatabase(services.databaseUrl, POOL_SIZE);
});
afterAll(async () => {
  await db.close();
  await services.close();
});

/** Passes everything on to the database, until it freezes: from then on it takes what is sent and says nothing. */
async function standIn(url: string) {
  const { port } = new URL(url);
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((caller) => {
    const behind = connect(Number(port), '127.0.0.1');
    for (const socket of [caller, behind]) sockets.add(socket.on('error', () => undefined));
    caller.on('data', (bytes) => frozen || behind.write(bytes)).on('close', () => behind.destroy());
    behind.on('data', (bytes) => frozen || caller.write(bytes)).on('close', () => frozen || caller.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: url.replace(`:${port}/`, `:${(server.address() as AddressInfo).port}/`),
    freeze: () => {
      frozen = true;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const never = new AbortController().signal;
const isSleeping = async () =>
  (
    await services.db.rows(sql`SELECT 1 AS one FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'
    AND datname = current_database()`)
  ).length;

/** Holds every connection of the pool in a statement; they end when the signal given back aborts. */
async function busyPool() {
  const over = new AbortController();
  const held = Array.from({ length: POOL_SIZE }, () =>
    db
      .cancelledBy(over.signal)
      .row(sql`SELECT pg_sleep(30)`)
      .catch((error: unknown) => error),
  );
  await expect.poll(isSleeping).toBe(POOL_SIZE);
  return { over, held };
}

describe('a call that is cancelled', () => {
  it('ends its statement in the server, also when no connection is left to say so over', async () => {
    const { over, held } = await busyPool();
    over.abort();
    for (const error of await Promise.all(held)) expect(error).toMatchObject({ code: '57014' });
    await expect.poll(isSleeping).toBe(0);
  }, 10_000);

  it.each([
    ['a statement', (signal: AbortSignal) => db.cancelledBy(signal).row(sql`SELECT 1 AS one`)],
    [
      'a transaction',
      (signal: AbortSignal) => db.cancelledBy(signal).transaction((tx) => tx.row(sql`SELECT 1 AS one`)),
    ],
  ])(
    'stops waiting for a connection: %s',
    async (_what, work) => {
      const { over, held } = await busyPool();
      const waiting = new AbortController();
      const call = work(waiting.signal);
      waiting.abort();
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
      expect(await isSleeping()).toBe(POOL_SIZE);
      over.abort();
      await Promise.all(held);
      expect(await db.row(sql`SELECT 1 AS one`)).toEqual({ one: 1 });
    },
    10_000,
  );
});

describe('a statement of a call that takes too long', () => {
  it.each([
    ['in the server', true],
    ['as behind a pooler, which knows no process of the server', false],
  ])('is cancelled %s, and its connection serves the next', async (_how, prepares) => {
    const hurried = openDatabase(services.databaseUrl, 1, { statementMs: 200, prepares });
    const call = hurried.cancelledBy(never);
    await expect(call.row(sql`SELECT pg_sleep(30)`)).rejects.toMatchObject({ code: '57014' });
    expect(await call.row(sql`SELECT 1 AS one`)).toEqual({ one: 1 });
    await hurried.close();
  });

  it('takes as long as it needs where no caller waits for it', async () => {
    const hurried = openDatabase(services.databaseUrl, 1, { statementMs: 50 });
    expect(await hurried.row(sql`SELECT 1 AS one FROM pg_sleep(0.3)`)).toEqual({ one: 1 });
    await hurried.close();
  });
});

describe('a server that hangs', () => {
  it.each([
    ['a statement', (call: Db) => call.row(sql`SELECT 1 AS one`)],
    ['a transaction', (call: Db) => call.transaction((tx) => tx.row(sql`SELECT 1 AS one`))],
  ])(
    'fails a call as a broken connection, though no cancel reaches it: %s',
    async (_what, work) => {
      const server = await standIn(services.databaseUrl);
      const hung = openDatabase(server.url, 1, { statementMs: 100 });
      expect(await hung.row(sql`SELECT 1 AS one`)).toEqual({ one: 1 });
      server.freeze();
      const failed = await work(hung.cancelledBy(never)).catch((error: unknown) => error);
      expect(isBrokenConnection(failed)).toBe(true);
      await hung.close();
      server.close();
    },
    5_000,
  );

  it.each([
    ['that its caller ends', 10_000],
    ['that takes too long', 200],
  ])(
    'fails a wait for a connection as an outage, too, once it is known: one %s',
    async (_what, waitMs) => {
      const server = await standIn(services.databaseUrl);
      const hung = openDatabase(server.url, 1, { statementMs: 50, waitMs });
      await hung.row(sql`SELECT 1 AS one`);
      server.freeze();
      const call = () =>
        withinTime(500, (signal) => hung.cancelledBy(signal).row(sql`SELECT 1 AS one`)).catch(
          (error: unknown) => error,
        );
      for (const wait of [await call(), await call()]) expect(wait).toBeInstanceOf(DatabaseAway);
      server.close();
      await hung.close();
    },
    20_000,
  );
});

describe('a transaction that is cancelled between two statements', () => {
  it.each([
    ['does not go on', (tx: Db) => tx.run(sql`INSERT INTO setting (name, value) VALUES ('second', 'x')`)],
    ['is not committed', async () => 0],
  ])('%s', async (_what, goOn) => {
    const over = new AbortController();
    const call = db.cancelledBy(over.signal).transaction(async (tx) => {
      await tx.run(sql`INSERT INTO setting (name, value) VALUES ('first', 'x')`);
      over.abort();
      return goOn(tx);
    });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(await db.rows(sql`SELECT name FROM setting WHERE name IN ('first', 'second')`)).toEqual([]);
  });
});

describe('a statement that no connection is lent to in time', () => {
  it.each([
    ['a statement', (busy: Database) => busy.row(sql`SELECT 1 AS one`)],
    ['a statement of a call', (busy: Database) => busy.cancelledBy(never).row(sql`SELECT 1 AS one`)],
    ['a transaction', (busy: Database) => busy.transaction((tx) => tx.row(sql`SELECT 1 AS one`))],
  ])('fails as a timeout: %s', async (_what, work) => {
    const busy = openDatabase(services.databaseUrl, 1, { waitMs: 200 });
    const held = await busy.pool.connect();
    await expect(work(busy)).rejects.toMatchObject({ name: 'TimeoutError' });
    held.release();
    expect(await work(busy)).toEqual({ one: 1 });
    await busy.close();
  });
});

describe('a connection that the server drops', () => {
  const drop = sql`SELECT pg_terminate_backend(pg_backend_pid())`;
  it.each([
    ['a statement', () => db.cancelledBy(never).row(drop)],
    ['a transaction', () => db.transaction((tx) => tx.row(drop))],
  ])('fails %s and nothing else', async (_what, work) => {
    await expect(work()).rejects.toThrow();
    expect(await db.row(sql`SELECT 1 AS one`)).toEqual({ one: 1 });
  });
});

describe('a statement that is run again', () => {
  const prepared = async (on: Db) =>
    (await on.rows(sql`SELECT statement FROM pg_prepared_statements ORDER BY prepare_time`)).map(
      (row) => row.statement,
    );

  it('is prepared once on its connection, whatever its values', async () => {
    const one = openDatabase(services.databaseUrl, 1);
    for (const value of [1, 2]) expect(await one.row(sql`SELECT ${value}::int AS v`)).toEqual({ v: value });
    expect((await prepared(one)).filter((text) => text === 'SELECT $1::int AS v')).toHaveLength(1);
    await one.close();
  });

  it.each([
    ['is not prepared where a pool in between cannot bear it', { prepares: false }, sql`SELECT 1 AS one`],
    ['is not prepared when it is planned for its values', {}, planEachTime(sql`SELECT 2 AS two`)],
  ])('%s', async (_what, options, statement) => {
    const one = openDatabase(services.databaseUrl, 1, options);
    await one.row(statement);
    expect(await prepared(one)).not.toContain(statement.text);
    await one.close();
  });

  it('is planned once for all values that the planner does not see, however few rows are asked for', async () => {
    const one = openDatabase(services.databaseUrl, 1);
    const first = (rows: number) =>
      sql`SELECT n FROM generate_series(1, 1000) n LIMIT ${unseen(sql`${rows}::int`)}`;
    for (let rows = 1; rows <= 10; rows++) expect(await one.rows(first(rows))).toHaveLength(rows);
    const plans = sql`SELECT custom_plans::int AS anew, generic_plans::int AS kept FROM pg_prepared_statements WHERE statement = ${first(1).text}`;
    // PostgreSQL looks at five plans for values before it keeps one.
    expect(await one.row(plans)).toEqual({ anew: 5, kept: 5 });
    await one.close();
  });

  it('runs on after the tables that it was planned for have changed', async () => {
    const one = openDatabase(services.databaseUrl, 1);
    await one.run(sql`CREATE TABLE changing (a int)`);
    expect(await one.rows(sql`SELECT * FROM changing`)).toEqual([]);
    await one.run(sql`ALTER TABLE changing ADD COLUMN b int`);
    await one.run(sql`INSERT INTO changing VALUES (1, 2)`);
    expect(await one.rows(sql`SELECT * FROM changing`)).toEqual([{ a: 1, b: 2 }]);
    await one.run(sql`DROP TABLE changing`);
    await one.close();
  });

  it('is given up when many others were run since, and prepared anew when it comes back', async () => {
    const one = openDatabase(services.databaseUrl, 1);
    const first = sql`SELECT 'first' AS name`;
    await one.row(first);
    for (let i = 0; i < 150; i++) await one.row(raw(`SELECT ${i} AS n`));
    const kept = await prepared(one);
    expect(kept).not.toContain(first.text);
    expect(kept.length).toBeLessThanOrEqual(100);
    expect(await one.row(first)).toEqual({ name: 'first' });
    await one.close();
  });

  it('gives up none inside a transaction that has failed, and no transaction for it', async () => {
    const one = openDatabase(services.databaseUrl, 1);
    await expect(
      one.transaction(async (tx) => {
        for (let i = 0; i < 99; i++) await tx.row(raw(`SELECT ${i} AS n`));
        await tx.row(sql`SELECT 1 / 0 AS never`);
      }),
    ).rejects.toMatchObject({ code: '22012' });
    for (let i = 150; i >= 0; i--) expect(await one.row(raw(`SELECT ${i} AS n`))).toEqual({ n: i });
    await one.close();
  });
});
