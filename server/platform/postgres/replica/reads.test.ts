import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Db, openDatabase, sql } from '#server/platform/db.ts';
import { openReads, type Reads } from '#server/platform/postgres/replica/reads.ts';
import { computed } from '#server/platform/rows.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let primary: TestServices;
/** Another database in the replica's place, so that it shows who answered. */
let replica: TestServices;
let reads: Reads;
const log = { info: () => undefined, warn: () => undefined };
const options = { poolSize: 2, prepares: true, log, lookMs: 50 };
beforeAll(async () => {
  [primary, replica] = await Promise.all([testServices(), testServices()]);
  reads = openReads(replica.databaseUrl, options);
});
afterAll(async () => {
  await reads.close();
  await Promise.all([primary.close(), replica.close()]);
});

const nameOf = (url: string) => new URL(url).pathname.slice(1);
const never = new AbortController().signal;
const reading = (): Db => reads.of(primary.db, never);
const answered = async (db: Db) =>
  (await db.row({ name: computed.text }, sql`SELECT current_database()::text AS name`))!.name;

describe('reads that may be seconds old', () => {
  it('go to the replica once it has been looked at', async () => {
    await expect.poll(() => answered(reading())).toBe(nameOf(replica.databaseUrl));
  });

  it('leave what writes, and what a transaction reads, to the primary', async () => {
    await reading().run(sql`INSERT INTO setting (name, value) VALUES ('told', 'primary')`);
    const [there, here] = await Promise.all(
      [primary, replica].map(({ db }) => db.rows(sql`SELECT value FROM setting WHERE name = 'told'`)),
    );
    expect([there, here]).toEqual([[{ value: 'primary' }], []]);
    const within = await reading().transaction((tx) => answered(tx));
    expect(within).toBe(nameOf(primary.databaseUrl));
  });

  it('go to the primary while the replica is away, without a failed call, and back', async () => {
    await expect.poll(() => answered(reading())).toBe(nameOf(replica.databaseUrl));
    const server = openDatabase(primary.databaseUrl, 1);
    const allow = (may: boolean) =>
      server.run(
        sql`UPDATE pg_database SET datallowconn = ${may} WHERE datname = ${nameOf(replica.databaseUrl)}`,
      );
    await allow(false);
    await server.run(
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${nameOf(replica.databaseUrl)}`,
    );
    for (let n = 0; n < 20; n++) expect(await answered(reading())).toBe(nameOf(primary.databaseUrl));
    await allow(true);
    await expect.poll(() => answered(reading())).toBe(nameOf(replica.databaseUrl));
    await server.close();
  });

  it('go to the primary while the replica accepts connections and never answers', async () => {
    const frozen = createServer().listen(0, '127.0.0.1');
    await once(frozen, 'listening');
    const accepted: Socket[] = [];
    frozen.on('connection', (socket) => accepted.push(socket));
    const { port } = frozen.address() as AddressInfo;
    const waiting = openReads(`postgresql://nobody@127.0.0.1:${port}/none`, { ...options, poolSize: 1 });
    await expect.poll(() => accepted.length).toBeGreaterThan(1);
    expect(await answered(waiting.of(primary.db, never))).toBe(nameOf(primary.databaseUrl));
    for (const socket of accepted) socket.destroy();
    await waiting.close();
    frozen.close();
  });

  it('fail as statements fail, where that is no fault of the replica', async () => {
    await expect.poll(() => answered(reading())).toBe(nameOf(replica.databaseUrl));
    await expect(reading().row(sql`SELECT 1 / 0 AS one`)).rejects.toThrow('division by zero');
  });

  describe('with a witness', () => {
    let patient: Reads;
    beforeEach(async () => {
      patient = openReads(replica.databaseUrl, { ...options, poolSize: 1, lookMs: 2_000 });
      await expect
        .poll(() => answered(patient.of(primary.db, never)), { timeout: 5_000 })
        .toBe(nameOf(replica.databaseUrl));
    });
    afterEach(() => patient.close());

    it('tell before each what a statement gives on the connection that is read', async () => {
      const heard: unknown[] = [];
      const place = sql`SELECT current_database()::text AS name, pg_backend_pid() AS pid`;
      const db = patient.of(primary.db, never, { statement: place, hear: (row) => heard.push(row) });
      const read = [await db.row(place), await db.row(place)];
      expect(heard).toEqual(read);
      expect(read[0]).toMatchObject({ name: nameOf(replica.databaseUrl) });
    });

    it('are made all the same where a table changed under what a connection had prepared', async () => {
      await replica.db.run(sql`CREATE TABLE changing (a int)`);
      const witness = { statement: sql`SELECT 1 AS one`, hear: () => undefined };
      const read = () => patient.of(primary.db, never, witness).rows(sql`SELECT * FROM changing`);
      expect(await read()).toEqual([]);
      await replica.db.run(sql`ALTER TABLE changing ADD COLUMN b int`);
      expect(await read()).toEqual([]);
    });
  });
});
