import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { scopes } from '#server/api/scopes.ts';
import { upsertAccount } from '#server/features/accounts/store.ts';
import { keyExpiry, mintKey } from '#server/features/keys/rules.ts';
import { insertConnectorKey } from '#server/features/keys/store.ts';
import { setPlan } from '#server/features/plans/store.ts';
import { loadSamplesOnce } from '#server/ingest/samples/load.ts';
import { type Database, openDatabase, sql } from '#server/platform/db.ts';
import { projectRoot, readEnv } from '#server/platform/env.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { computed } from '#server/platform/rows.ts';
import { closeServices, openServices } from '#server/platform/services.ts';
import { killPrimary, primaryAt, promote, standbyOf } from './many/database.ts';
import { type Caller, drive } from './many/drive.ts';
import { missing } from './many/needs.ts';
import {
  answers,
  endAll,
  haproxy,
  type Part,
  pgbouncer,
  program,
  redis,
  takePorts,
  unstartable,
} from './many/parts.ts';

/**
 * The same code as several servers and workers on one database, as docs/scaling.md draws it, on this machine by ports:
 * HAProxy, PgBouncer, Redis, a primary and a standby. Drives it, kills each part in turn, and prints what callers saw, which
 * writes were lost or doubled, and which quotas were overrun. What it needs: many/needs.ts.
 * Run: node bench/many.ts [servers] [workers]     (3 and 2 when absent; some three minutes)
 */
const SERVERS = Number(process.argv[2] ?? 3);
const WORKERS = Number(process.argv[3] ?? 2);
const FREE_READS = 3;
const CALLERS = 12;
/** Episodes that workers are given anew before each kill. */
const READ_AGAIN = 5;
/** How long a part is away, and how long the rest is watched after it is back, in milliseconds. */
const AWAY_MS = 5_000;
const AFTER_MS = 10_000;

const missed = missing(projectRoot, process.env.PATH);
if (missed) {
  console.error(missed);
  process.exit(1);
}
const stopped = Promise.withResolvers<never>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => stopped.reject(new Error(`Stopped by ${signal}.`)));
process.on('uncaughtException', stopped.reject);
const dir = mkdtempSync(join(tmpdir(), 'earmark-many-'));
chmodSync(dir, 0o755);
const opening = startEmbeddedPostgres(dir);
try {
  await Promise.race([opening.then(main), unstartable, stopped.promise]);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await endAll();
  await opening.then(({ leave }) => leave()).catch(() => undefined);
  // What a killed database leaves behind may still write its last.
  rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  process.exit();
}

async function main(embedded: EmbeddedPostgres): Promise<void> {
  const { callers, ideas } = await fill(embedded.url);
  const before = await listedIdeas(embedded.url);
  const primary = await primaryAt(embedded.url);
  const ports = await takePorts(SERVERS);
  const at = (port: number) => Object.assign(new URL(embedded.url), { port: String(port) }).href;
  const parts: Part[] = [
    haproxy(dir, ports, Number(primary.url.port)),
    pgbouncer(dir, ports, primary.url, primary.owner),
    redis(dir, ports),
    await standbyOf(primary, dir, ports.replica),
    ...ports.servers.map((port, n) =>
      program(dir, `server ${n + 1}`, port, [process.execPath, 'server/main.ts'], {
        cwd: projectRoot,
        env: {
          PORT: String(port),
          HOST: '127.0.0.1',
          DATABASE_URL: at(ports.pooler),
          DATABASE_READ_URL: at(ports.replica),
          REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
          EARMARK_DB_PREPARE: 'off',
          EARMARK_ENCODER: 'off',
          EARMARK_SAMPLES: 'off',
          EARMARK_WORKER: 'off',
          EARMARK_TRUSTED_PROXIES: '1',
          NODE_ENV: 'production',
        },
      }),
    ),
    ...Array.from({ length: WORKERS }, (_, n) =>
      program(dir, `worker ${n + 1}`, 0, [process.execPath, 'server/cli.ts', 'worker'], {
        cwd: projectRoot,
        env: { DATABASE_URL: at(ports.database), EARMARK_ENCODER: 'off', EARMARK_SAMPLES: 'off' },
      }),
    ),
  ];
  for (const part of parts) part.start();
  for (const port of ports.servers) await answers(`http://127.0.0.1:${port}/readyz`, 300);
  const { seen, stop } = drive(ports.http, callers, ideas);
  const told = async (name: string, kill: () => Promise<void>, revive: () => Promise<unknown> | unknown) => {
    await readSomeAgain(at(ports.database));
    const [calls, failed, killed] = [seen.calls, seen.failures.length, Date.now()];
    await kill();
    await pause(AWAY_MS);
    await revive();
    await pause(AFTER_MS);
    const failures = seen.failures.slice(failed);
    const last = failures.at(-1);
    const kinds = Map.groupBy(failures, ({ what }) => what);
    console.log(
      `| ${name} | ${seen.calls - calls} | ${failures.length} | ${[...kinds].map(([what, all]) => `${what}: ${all.length}`).join(', ') || 'none'} | ${last ? ((last.at - killed) / 1000).toFixed(1) : '0'} |`,
    );
  };
  console.log('| killed | calls | failed | how | last failure after, s |\n|---|---|---|---|---|');
  await told(
    'nothing',
    async () => undefined,
    () => undefined,
  );
  for (const name of ['server 1', 'worker 1', 'standby', 'redis', 'pgbouncer']) {
    const part = parts.find((one) => one.name === name)!;
    await told(name, part.kill, part.start);
  }
  await told(
    'primary; the standby promoted after 5 s',
    () => killPrimary(primary),
    () => promote(primary.url, ports.replica),
  );
  await stop();
  await report(at(ports.replica), callers, before, seen.slowest);
}

async function fill(url: string): Promise<{ callers: Caller[]; ideas: string[] }> {
  const services = await openServices(
    readEnv({
      DATABASE_URL: url,
      EARMARK_ENCODER: 'off',
      EARMARK_LOG_LEVEL: 'silent',
      EARMARK_DATA_DIR: dir,
    }),
  );
  await loadSamplesOnce(services);
  const { db } = services;
  const callers: Caller[] = [];
  for (let n = 0; n < CALLERS; n += 1) callers.push(await callerOf(db, n));
  const rows = await db.rows(
    { id: computed.uuid },
    sql`SELECT id FROM idea WHERE NOT hidden AND "supersededAt" IS NULL ORDER BY id`,
  );
  await closeServices(services);
  return { callers, ideas: rows.map(({ id }) => id) };
}

async function callerOf(db: Database, n: number): Promise<Caller> {
  const now = new Date();
  const plan = n % 2 === 0 ? 'premium' : 'free';
  const { id } = await upsertAccount(db, `caller${n}@example.org`, now);
  await setPlan(db, id, plan);
  const minted = mintKey('connector', 'live', randomInt);
  await insertConnectorKey(db, {
    accountId: id,
    name: null,
    scopes,
    env: 'live',
    minted,
    createdAt: now,
    expiresAt: keyExpiry(now),
  });
  return { key: minted.text, accountId: id, plan, saves: new Map() };
}

/** Gives the workers some episodes once more; the same analysis again changes nothing. */
async function readSomeAgain(url: string): Promise<void> {
  await withDatabase(url, (db) =>
    db.run(sql`
      UPDATE episode SET state = 'transcribed', attempts = 0, "nextAttemptAt" = NULL
      WHERE id IN (SELECT id FROM episode WHERE state = 'processed' ORDER BY random() LIMIT ${READ_AGAIN})`),
  );
}

function listedIdeas(url: string): Promise<number> {
  return withDatabase(url, async (db) => {
    const row = await db.row(
      { ideas: computed.int },
      sql`SELECT count(*)::int AS ideas FROM idea WHERE NOT hidden AND "supersededAt" IS NULL`,
    );
    return row!.ideas;
  });
}

async function report(
  url: string,
  callers: readonly Caller[],
  before: number,
  times: number[],
): Promise<void> {
  await withDatabase(url, async (db) => {
    let [lost, checked] = [0, 0];
    for (const { accountId, saves } of callers) {
      const rows = await db.rows(
        { id: computed.text },
        sql`SELECT "ideaId"::text AS id FROM saved_idea WHERE "accountId" = ${accountId}::uuid`,
      );
      const held = new Set(rows.map(({ id }) => id));
      for (const [idea, saved] of saves) {
        checked += 1;
        if (held.has(idea) !== saved) lost += 1;
      }
    }
    const free = callers.filter(({ plan }) => plan === 'free').map(({ accountId }) => accountId);
    const overrun = await db.rows(
      sql`SELECT 1 AS one FROM idea_read WHERE "accountId" = ANY (${free}::uuid[]) GROUP BY "accountId", day HAVING count(*) > ${FREE_READS}`,
    );
    await pause(60_000);
    const waiting = await db.row(
      { episodes: computed.int },
      sql`SELECT count(*)::int AS episodes FROM episode WHERE state <> 'processed'`,
    );
    const after = await listedIdeas(url);
    console.log(`
saves that were answered and are not as answered: ${lost} of ${checked}
accounts past their ${FREE_READS} ideas of the day: ${overrun.length} of ${free.length}
listed ideas before and after ${READ_AGAIN * 7} readings of episodes anew: ${before}, ${after}; episodes that still wait: ${waiting!.episodes}
calls answered within, ms: half ${quantile(times, 0.5)}, 99 of 100 ${quantile(times, 0.99)}`);
  });
}

async function withDatabase<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase(url, 2);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function quantile(values: number[], share: number): number {
  return Math.round(values.sort((a, b) => a - b)[Math.floor((values.length - 1) * share)]!);
}
