import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server } from 'node:net';
import { expect, inject, it } from 'vitest';
import { connect, DatabaseUnreachable } from '#server/platform/postgres/connection.ts';
import { freePort } from '#server/platform/postgres/embedded.ts';

/** A way to the tests' database that hangs up on the first `cuts` callers. */
async function wayWith(cuts: number): Promise<{ url: string; server: Server }> {
  const target = new URL(inject('templateUrl'));
  let callers = 0;
  const server = createServer((socket) => {
    callers += 1;
    if (callers <= cuts) return void socket.resetAndDestroy();
    const on = dial(Number(target.port), target.hostname);
    socket.on('error', () => on.destroy()).pipe(on);
    on.on('error', () => socket.destroy()).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.pathname = '/postgres';
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, server };
}

it('waits for a database that is just starting', async () => {
  const { url, server } = await wayWith(2);
  const client = await connect(url);
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  server.close();
});

it('fails the statement that its breaking meets, and nothing else', async () => {
  const { url, server } = await wayWith(0);
  const client = await connect(url);
  await expect(client.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  await expect(client.query('SELECT 1')).rejects.toThrow();
  await client.end();
  server.close();
});

it.each([
  [
    'nothing listens there (ECONNREFUSED)',
    async () => `postgres://ann:hunter22@127.0.0.1:${await freePort()}/earmark`,
  ],
  ['the name of its host leads nowhere (', async () => 'postgres://ann:hunter22@nosuch.invalid/earmark'],
  [
    'it refuses the user name or the password (28P01)',
    async () => inject('templateUrl').replace(/:[^:@/]*@/, ':hunter22@'),
  ],
  ['it has no database of that name (3D000)', async () => inject('templateUrl').replace(/[^/]*$/, 'hunted')],
])('says in one sentence, without the password, that %s', async (why, url) => {
  const error = await connect(await url(), 0).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseUnreachable);
  expect((error as Error).message).toMatch(/^The database at [\w.]+:\d+\/\w+ cannot be opened: .*\.$/);
  expect((error as Error).message).toContain(why);
  expect((error as Error).message).not.toContain('hunter22');
});
