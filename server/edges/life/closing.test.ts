import { randomUUID } from 'node:crypto';
import { Agent, createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { drain, openClosing } from '#server/edges/life/closing.ts';
import { frontDoor } from '#server/edges/listener.ts';
import type { Services } from '#server/platform/services.ts';

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A server whose answers end on command, with a connection that waits for one. */
async function asked() {
  const closing = openClosing();
  const answers: ServerResponse[] = [];
  // Another test may still send requests to a former server on this port.
  const path = `/${randomUUID()}`;
  const server = createServer((req, res) => {
    closing.follow(res);
    if (req.url === path) answers.push(res);
    else res.end();
  });
  const address = `http://127.0.0.1:${await listening(server)}${path}`;
  const answer = fetch(address).then(async (res) => [res.headers.get('connection'), await res.text()]);
  await expect.poll(() => answers.length).toBe(1);
  return { server, closing, address, answer, finish: () => answers[0]!.end('whole') };
}

/** Sends requests over one kept connection as fast as they are answered, until an answer closes it; returns how a request was lost, else null. */
async function keepAsking(port: number): Promise<string | null> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const answer = await new Promise<string>((resolve) => {
      get({ host: '127.0.0.1', port, agent }, (res) => {
        res.resume().on('end', () => resolve(res.headers.connection!));
      }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    if (answer !== 'keep-alive') return answer === 'close' ? null : answer;
  }
}

/** The status of a request on its own connection, or how it was lost. */
function askedOnce(port: number, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, agent }, (res) => {
      res.resume().on('end', () => resolve(res.statusCode!));
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

describe('a server that drains', () => {
  it('lets an answer under way end, the last of its connection, and then takes no more connections', async () => {
    const { server, closing, address, answer, finish } = await asked();
    const drained = drain(server, closing, { noticeMs: 0, graceMs: 60_000 });
    await expect.poll(() => server.listening).toBe(false);
    await expect(fetch(address)).rejects.toThrow();
    finish();
    expect(await answer).toEqual(['close', 'whole']);
    await drained;
  });

  it('cuts what has not ended in time', async () => {
    const { server, closing, answer } = await asked();
    const cut = expect(answer).rejects.toThrow();
    await drain(server, closing, { noticeMs: 0, graceMs: 10 });
    await cut;
  });

  it('loses no request of callers that keep their connections', async () => {
    const closing = openClosing();
    const server = createServer((_req, res) => {
      closing.follow(res);
      setTimeout(() => res.end('a page'), 5);
    });
    const port = await listening(server);
    const callers = Array.from({ length: 32 }, () => keepAsking(port));
    await pause(100);
    await drain(server, closing, { noticeMs: 1_000, graceMs: 5_000 });
    expect((await Promise.all(callers)).filter((lost) => lost !== null)).toEqual([]);
  });

  it('answers all who connected before it took no more', async () => {
    const closing = openClosing();
    const server = createServer((_req, res) => {
      closing.follow(res);
      res.end('a page');
    });
    const port = await listening(server);
    const agent = new Agent({ maxSockets: 100 });
    const connecting = Array.from({ length: 100 }, () => askedOnce(port, agent));
    const drained = drain(server, closing, { noticeMs: 0, graceMs: 5_000 });
    expect(await Promise.all(connecting)).toEqual(connecting.map(() => 200));
    await drained;
  });

  it('says that it is not ready while it still answers', async () => {
    const closing = openClosing();
    const services = { env: { webUrl: 'http://earmark.test' } } as Services;
    const server = createServer(frontDoor(services, (_req, res) => res.end('a page'), closing));
    const address = `http://127.0.0.1:${await listening(server)}`;
    const drained = drain(server, closing, { noticeMs: 1_500, graceMs: 60_000 });
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', failing: 'draining' }]);
    const live = await fetch(`${address}/livez`);
    expect([live.status, live.headers.get('connection')]).toEqual([200, 'close']);
    await drained;
  });
});
