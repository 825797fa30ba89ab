import { createServer } from 'node:http';
import { peerOf } from '#server/edges/http.ts';
import { drain, openClosing } from '#server/edges/life/closing.ts';
import { answerLive, answerReady } from '#server/edges/life/probes.ts';
import { answerMetrics, mayReadMetrics } from '#server/edges/observe/metrics.ts';
import type { Services } from '#server/platform/services.ts';

export type WorkerDoor = {
  /** Reports that the worker is not ready, because it is ending. */
  begin(): void;
  close(): Promise<void>;
};

/**
 * Opens the port of a worker without pages, `EARMARK_WORKER_PORT`. It answers `/livez`, `/readyz` and `/metrics` like the
 * server, and 404 to all else. Throws when the port is taken.
 */
export async function openWorkerDoor(services: Services, port: number): Promise<WorkerDoor> {
  const closing = openClosing();
  const server = createServer((req, res) => {
    closing.follow(res);
    if (req.url === '/livez') return answerLive(res);
    if (req.url === '/readyz') return void answerReady(services, closing, res);
    if (req.url === '/metrics' && mayReadMetrics(req, peerOf(req), services.env))
      return void answerMetrics(services, res).catch(() => res.destroy());
    res.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such page.\n');
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, services.env.HOST, done);
  });
  return { begin: closing.begin, close: () => drain(server, closing, { noticeMs: 0, graceMs: 1_000 }) };
}
