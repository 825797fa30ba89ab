import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { bucketPolicies } from '#server/platform/buckets/policies.ts';
import { projectRoot } from '#server/platform/env.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';
import { fill } from './many/callers.ts';
import { killPrimary, type Primary, primaryAt, promote, standbyOf } from './many/database.ts';
import { drive, hurry } from './many/drive.ts';
import { missing } from './many/needs.ts';
import {
  answers,
  endAll,
  haproxy,
  type Part,
  type Ports,
  pgbouncer,
  program,
  redis,
  takePorts,
  unstartable,
} from './many/parts.ts';
import { compare, listedIdeas, readAgain, waitingEpisodes, withDatabase } from './many/report.ts';
import { HEAD, overrunOf, rowOf } from './many/table.ts';
import { quantile } from './statistics.ts';

/**
 * Runs the installation that docs/scaling.md draws on this machine: several servers and workers, HAProxy, PgBouncer, Redis, a
 * primary and a standby, each at its port. Calls it, kills each part in turn, and prints what callers saw, which writes were
 * lost or doubled, which quotas were overrun, and when calls succeeded again. What it needs: many/needs.ts.
 * Run: node bench/many.ts [servers] [workers]     (3 and 2 when absent; some three minutes)
 */
const SERVERS = Number(process.argv[2] ?? 3);
const WORKERS = Number(process.argv[3] ?? 2);
/** Episodes that workers must read again before each kill. */
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
const dir = newDataFolder();
const opening = startEmbeddedPostgres(dir);
try {
  await Promise.race([opening.then(main), unstartable, stopped.promise]);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await endAll();
  await opening.then(({ leave }) => leave()).catch(() => undefined);
  // Processes of a killed database may still write.
  rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  process.exit();
}

async function main(embedded: EmbeddedPostgres): Promise<void> {
  const { callers, hasty, ideas } = await fill(embedded.url, dir);
  const before = await listedIdeas(embedded.url);
  const primary = await primaryAt(embedded.url);
  const ports = await takePorts(SERVERS);
  const at = (port: number) => Object.assign(new URL(embedded.url), { port: String(port) }).href;
  const parts = await partsOf(primary, ports, at);
  for (const part of parts) part.start();
  for (const port of ports.servers) await answers(`http://127.0.0.1:${port}/readyz`, 300);
  const { outcomes, stop } = drive(ports.http, callers, ideas);
  await pause(AWAY_MS);
  let kills = 0;
  const told = async (name: string, kill: () => Promise<void>, revive: () => Promise<unknown> | unknown) => {
    kills += 1;
    await readAgain(at(ports.database), READ_AGAIN);
    const [before, killed] = [outcomes.length, Date.now()];
    await kill();
    await pause(AWAY_MS);
    await revive();
    await pause(AFTER_MS);
    console.log(rowOf(name, killed, outcomes.slice(before)));
  };
  const killed = (name: string) => {
    const part = parts.find((one) => one.name === name)!;
    return told(name, part.kill, part.start);
  };
  console.log(HEAD);
  await told(
    'nothing',
    async () => undefined,
    () => undefined,
  );
  for (const name of ['server 1', 'worker 1', 'standby', 'pgbouncer']) await killed(name);
  // Redis is killed when one key has spent half of its calls of the minute.
  const haste = hurry(ports.http, hasty.key);
  while (haste.outcomes.length < bucketPolicies.key.quota / 2) await pause(10);
  await killed('redis');
  await haste.stop();
  await told(
    'primary; the standby promoted after 5 s',
    () => killPrimary(primary),
    () => promote(primary.url, ports.replica),
  );
  await stop();
  const standby = at(ports.replica);
  console.log(await withDatabase(standby, (db) => compare(db, ports.http, callers)));
  const waiting = await waitingEpisodes(standby);
  const times = outcomes.filter(({ failure }) => failure === null).map(({ ms }) => ms);
  console.log(`one key in the minute in which Redis was away: ${overrunOf(haste.outcomes, bucketPolicies.key.quota)}
listed ideas before and after ${READ_AGAIN * kills} readings of episodes anew: ${before}, ${await listedIdeas(standby)}; episodes that still wait: ${waiting}
calls answered within, ms: half ${Math.round(quantile(times, 0.5))}, 99 of 100 ${Math.round(quantile(times, 0.99))}; load at the end ${loadavg()[0]!.toFixed(1)}`);
}

/** Everything that is started, in its order; `at` is the database's address at a port. */
async function partsOf(primary: Primary, ports: Ports, at: (port: number) => string): Promise<Part[]> {
  return [
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
}
