import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { frontDoor } from '#server/edges/listener.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { loadSamplesOnce } from '#server/ingest/samples/load.ts';
import { startWorker } from '#server/ingest/worker.ts';
import type { BucketName } from '#server/platform/buckets/policies.ts';
import { readEnv } from '#server/platform/env.ts';
import { openServices } from '#server/platform/services.ts';

/** The server that `latency.ts` calls, without an end to its buckets; it holds the sample shows. */
export type Told = { readonly port: number; readonly key: string };
/** Told so, it polls these feeds and reads their episodes. */
export type Begin = { readonly feeds: readonly string[] };

const services = await openServices(readEnv(process.env));
const key = (await loadSamplesOnce(services))!;
const take = async (policy: BucketName) => ({
  policy,
  allowed: true,
  quota: 1,
  windowSeconds: 60,
  remaining: 1,
  resetSeconds: 60,
});
const door = frontDoor(
  { ...services, buckets: { ...services.buckets, take } },
  (_req, res) => void res.end(),
);
const server = createServer(door);
server.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as AddressInfo).port, key } satisfies Told),
);
process.on('message', async ({ feeds }: Begin) => {
  for (const url of feeds) await addFeed(services.db, url, services.clock());
  await startWorker(services);
});
