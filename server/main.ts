import { createServer, type Server } from 'node:http';
import { parseArgs } from 'node:util';
import next from 'next';
import { drain, openClosing } from '#server/edges/life/closing.ts';
import { openHttpServer } from '#server/edges/life/http-server.ts';
import { frontDoor } from '#server/edges/listener.ts';
import { withReadableFailures } from '#server/edges/pages/failed.ts';
import { keepingPages } from '#server/edges/pages/kept/kept.ts';
import { exampleQuestions } from '#server/features/ask/suggestions.ts';
import { loadSamplesOnce } from '#server/ingest/samples/load.ts';
import { closeTestRecord } from '#server/ingest/samples/test-record.ts';
import { startWorker } from '#server/ingest/worker.ts';
import { loadEnv, productVersion, projectRoot, SettingError } from '#server/platform/env.ts';
import { causeOf } from '#server/platform/failure/disk.ts';
import { accountOf } from '#server/platform/failure/failure.ts';
import { logConsole } from '#server/platform/observe/console.ts';
import { watchProcess } from '#server/platform/observe/metrics.ts';
import { startTraces } from '#server/platform/observe/otel.ts';
import { holdInstance } from '#server/platform/postgres/data-dir.ts';
import type { FileLock } from '#server/platform/postgres/file-lock.ts';
import { endRequested } from '#server/platform/process/ending.ts';
import { outliveReaders } from '#server/platform/process/outputs.ts';
import { endProgress } from '#server/platform/progress.ts';
import { closeServices, openServices, type Services, shareServices } from '#server/platform/services.ts';
import { welcome } from '#server/welcome.ts';

/** How long running requests may take after new ones are refused, in milliseconds; supervisors wait ten seconds. */
const GRACE_MS = 5_000;

/** A shutdown that takes longer is cut short, in milliseconds. */
const END_MS = 30_000;

outliveReaders();
main().catch(failed);

function failed(error: unknown): never {
  endProgress();
  process.stderr.write(`${accountOf(error)}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } });
  const env = loadEnv();
  // Several servers may share a DATABASE_URL, but not the embedded database.
  const instance = env.DATABASE_URL ? null : holdInstance(env.dataDir);
  await proveAddress(env.PORT, env.HOST);
  const services = await openServices(env);
  try {
    await serve(services, instance, values.dev);
  } catch (error) {
    const cause = await causeOf(error, env);
    await closeServices(services).catch(() => undefined);
    throw cause;
  }
}

async function serve(services: Services, instance: FileLock | null, dev: boolean): Promise<void> {
  const { env } = services;
  // Listen for signals during the start, too: otherwise the database would be left running.
  const ending = endRequested();
  shareServices(services);
  watchProcess(productVersion, 'server');
  const sendTraces = await startTraces(env, productVersion);

  // In development Next's own output says more.
  if (!dev) logConsole(services.log);
  const pages = next({ dev, dir: projectRoot, hostname: env.HOST, port: env.PORT });
  await pages.prepare();
  const handler = pages.getRequestHandler();
  const closing = openClosing();
  const server = openHttpServer(
    services,
    frontDoor(
      services,
      dev ? handler : keepingPages(withReadableFailures(handler, services), services),
      closing,
    ),
    // Next handles upgrades itself once it has rendered a page, and would drop connections that are not its own.
    ({ url }) => dev && url!.startsWith('/_next/'),
  );
  await listen(server, env.PORT, env.HOST);
  // One after the other: each loads its own engine.
  const firstKey = env.EARMARK_SAMPLES ? await loadSamplesOnce(services) : null;
  const worker = env.EARMARK_WORKER ? await startWorker(services) : null;
  process.stdout.write(await welcome(services, firstKey));
  if (env.EARMARK_ASK) void readAhead(services);

  const end = async () => {
    setTimeout(
      failed,
      END_MS + env.EARMARK_DRAIN_SECONDS * 1000,
      new SettingError('Something held up the end of Earmark: it was cut short.'),
    );
    const noticeMs = dev ? 0 : env.EARMARK_DRAIN_SECONDS * 1000;
    await Promise.all([drain(server, closing, { noticeMs, graceMs: GRACE_MS }), worker?.stop()]);
    await sendTraces();
    await closeTestRecord(services);
    await closeServices(services);
    instance?.release();
    process.exit(0);
  };
  ending.then(end).catch(failed);
}

/** Loads what questions are read with, names and grammar, before anybody waits for an answer. */
async function readAhead(services: Services): Promise<void> {
  const { db, clock } = services;
  await exampleQuestions({ services, db, now: clock() }).catch(() => undefined);
}

/** Fails early, before anything is opened, if `listen` would fail later. */
async function proveAddress(port: number, host: string): Promise<void> {
  const probe = createServer();
  await listen(probe, port, host);
  await new Promise((done) => probe.close(done));
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(refusedAddress(error, port, host)));
    server.listen(port, host, done);
  });
}

function refusedAddress(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new SettingError(`Port ${port} is in use: set PORT to another one.`);
    case 'EACCES':
      return new SettingError(`Port ${port} is not open to this user: set PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new SettingError(
        `Setting HOST must be an address of this machine, which ${host} is not (${error.code}).`,
      );
    default:
      return error;
  }
}
