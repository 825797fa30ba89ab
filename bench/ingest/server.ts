import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { frontDoor } from '#server/edges/listener.ts';
import { openFetch } from '#server/feeds/fetch.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { loadSamplesOnce } from '#server/ingest/samples/load.ts';
import { type RunningWorker, startWorker } from '#server/ingest/worker.ts';
import { readEnv } from '#server/platform/env.ts';
import { openServices } from '#server/platform/services.ts';
import { unmetered } from '../unmetered.ts';

// The server that `latency.ts` calls: the sample shows, without rate limits.

export type Told = { readonly port: number; readonly key: string };
/** Poll these feeds, or start or stop reading episodes. Each request is answered when it is done. */
export type Asked = { readonly poll: readonly string[] } | { readonly ingest: boolean };

const services = await openServices(readEnv(process.env));
const key = (await loadSamplesOnce(services))!;
const door = frontDoor(unmetered(services), (_req, res) => void res.end());
const server = createServer(door);
server.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as AddressInfo).port, key } satisfies Told),
);
process.on('SIGTERM', () => process.exit(0));
let worker: RunningWorker | null = null;
process.on('message', async (asked: Asked) => {
  if ('poll' in asked) {
    const fetchGuarded = openFetch(services);
    for (const url of asked.poll) {
      const { id } = await addFeed(services.db, url, services.clock());
      await pollFeed(services, fetchGuarded, id);
    }
  } else if (asked.ingest) worker = await startWorker(services);
  else await worker!.stop();
  process.send!({ done: true });
});
