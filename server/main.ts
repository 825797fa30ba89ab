import { createServer, type Server } from 'node:http';
import { parseArgs } from 'node:util';
import next from 'next';
import pg from 'pg';
import { withReadableFailures } from '#server/edges/failed-page.ts';
import { drain, frontDoor } from '#server/edges/listener.ts';
import { loadSamplesOnce } from '#server/ingest/samples/load.ts';
import { startWorker } from '#server/ingest/worker.ts';
import { loadEnv, projectRoot, SettingError } from '#server/platform/env.ts';
import { closeServices, openServices, type Services, shareServices } from '#server/platform/services.ts';
import { welcome } from '#server/welcome.ts';

const INSTANCE_LOCK = 7_305_002;

/** Milliseconds that answers under way are given once the process is told to end; supervisors wait ten seconds. */
const GRACE_MS = 5_000;

main().catch(failed);

function failed(error: unknown): never {
  const known = error instanceof SettingError || (error as Error).name === 'StartError';
  process.stderr.write(`${known ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } });
  const services = await openServices(loadEnv());
  let holdLock: pg.Client | null = null;
  try {
    holdLock = services.env.DATABASE_URL ? null : await holdInstanceLock(services);
    await serve(services, holdLock, values.dev);
  } catch (error) {
    await holdLock?.end();
    await closeServices(services);
    throw error;
  }
}

async function serve(services: Services, holdLock: pg.Client | null, dev: boolean): Promise<void> {
  const { env } = services;
  shareServices(services);

  const pages = next({ dev, dir: projectRoot, hostname: env.HOST, port: env.PORT });
  await pages.prepare();
  const handler = pages.getRequestHandler();
  // While pages are written, Next's own account of a failure says more.
  const server = createServer(
    frontDoor(services, dev ? handler : withReadableFailures(handler, services.log)),
  );
  await listen(server, env.PORT, env.HOST);
  // One after the other: each opens an engine of its own.
  const firstKey = env.EARMARK_SAMPLES ? await loadSamplesOnce(services) : null;
  const worker = env.EARMARK_WORKER ? await startWorker(services) : null;
  process.stdout.write(await welcome(services, firstKey));

  // One signal may come twice: from the terminal, and from what started this process.
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await drain(server, GRACE_MS);
    await worker?.stop();
    await holdLock?.end();
    await closeServices(services);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      end().catch(failed);
    });
}

class StartError extends Error {
  override readonly name = 'StartError';
}

// A lock held by the database itself ends with this process, however it ends.
async function holdInstanceLock(services: Services): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: services.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [INSTANCE_LOCK]);
  if (rows[0].got) return client;
  await client.end();
  throw new StartError(
    `Earmark is already running on the data in ${services.env.dataDir}: stop it first, or set EARMARK_DATA_DIR to another folder.`,
  );
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.code === 'EADDRINUSE'
          ? new StartError(`Port ${port} is in use: set PORT to another one.`)
          : error,
      ),
    );
    server.listen(port, host, done);
  });
}
