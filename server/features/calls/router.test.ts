import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v1Edge } from '#server/edges/front.ts';
import { findViewer, pageCaller } from '#server/edges/pages.ts';
import { forgetCalls, openCallLog } from '#server/platform/calls/log.ts';
import { schemaDrift } from '#server/platform/postgres/migrate.ts';
import { shareServices } from '#server/platform/services.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let holder: Awaited<ReturnType<typeof accountWithKey>>;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
});
beforeEach(async () => {
  services.setNow('2026-09-15T12:00:00Z');
  holder = await accountWithKey(services);
});
afterAll(() => services.close());

const settings = async (accountId = holder.accountId) =>
  (await pageCaller(await findViewer(accountId), '127.0.0.1')).settings;
const made = async (status?: number) =>
  (await settings()).calls({ id: holder.keyId, ...(status ? { status } : {}) });
const routes = async () => (await made()).calls.map(({ via, route, status }) => [via, route, status]);
const rpc = (message: unknown, headers: Record<string, string> = {}) =>
  v1Edge(
    services,
    new Request('http://earmark.test/v1/mcp', {
      method: 'POST',
      headers: { authorization: `Bearer ${holder.key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(message),
    }),
    { address: '10.9.8.7' },
  );
const tool = (name: string, given: object = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given },
});

describe('the calls of a key', () => {
  it('are each there, with route, status and request id', async () => {
    const answers = [];
    for (let at = 0; at < 4; at++)
      answers.push(await call(services, 'GET', '/v1/agent/me', { key: holder.key }));
    await call(services, 'GET', '/v1/agent/ideas?limit=99', { key: holder.key });
    const { calls, days, statuses, next } = await made();
    expect(statuses).toEqual([
      { status: 200, calls: 4 },
      { status: 422, calls: 1 },
    ]);
    expect(days.at(-1)).toEqual({ day: '2026-09-15', answered: 4, refused: 1 });
    expect(calls.map(({ requestId }) => requestId)).toEqual(
      expect.arrayContaining(answers.map(({ headers }) => headers.get('x-request-id'))),
    );
    expect(next).toBeNull();
    expect((await (await settings()).keys())[0]).toMatchObject({ calls: 5 });
  });

  it('hold nothing of what was asked', async () => {
    await call(services, 'GET', '/v1/agent/ideas?q=hushhush', { key: holder.key });
    await rpc(tool('service_search_ideas', { q: 'hushhush' }));
    await services.calls.flush();
    const { rows } = await services.db.pool.query('SELECT * FROM api_call WHERE "accountId" = $1', [
      holder.accountId,
    ]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('hushhush');
  });

  it('over MCP are told by tool, with the status that REST would answer', async () => {
    await rpc(tool('service_profile'));
    services.setNow('2026-09-15T12:00:01Z');
    await rpc(tool('service_get_idea', { ideaId: randomUUID() }));
    services.setNow('2026-09-15T12:00:02Z');
    await rpc({ jsonrpc: '2.0', id: 1, method: 'ping' });
    services.setNow('2026-09-15T12:00:03Z');
    await rpc({ jsonrpc: '2.0', method: 'notifications/initialized' });
    services.setNow('2026-09-15T12:00:04Z');
    await rpc(tool('no_such_tool'));
    expect(await routes()).toEqual([
      ['mcp', 'tools/call', 400],
      ['mcp', 'notifications/initialized', 202],
      ['mcp', 'ping', 200],
      ['mcp', 'service_get_idea', 404],
      ['mcp', 'service_profile', 200],
    ]);
  });

  it('that come as a batch are as many as it holds', async () => {
    const batch = [
      tool('service_profile', {}, 1),
      tool('service_list_saves', {}, 2),
      tool('service_profile', {}, 3),
    ];
    await rpc(batch, { 'mcp-protocol-version': '2025-03-26' });
    expect((await routes()).map(([, route]) => route).sort()).toEqual([
      'service_list_saves',
      'service_profile',
      'service_profile',
    ]);
  });

  it('are there when a bucket or a scope refused them', async () => {
    const narrow = await accountWithKey(services, { scopes: ['profile:read'] });
    await call(services, 'GET', '/v1/agent/ideas', { key: narrow.key });
    for (let at = 0; at < 120; at++) await call(services, 'GET', '/v1/agent/me', { key: narrow.key });
    const { statuses } = await (await settings(narrow.accountId)).calls({ id: narrow.keyId });
    expect(statuses).toEqual([
      { status: 200, calls: 119 },
      { status: 403, calls: 1 },
      { status: 429, calls: 1 },
    ]);
  });

  it('are filtered by status and come in pages that miss and repeat none', async () => {
    for (let at = 0; at < 55; at++) await call(services, 'GET', '/v1/agent/me', { key: holder.key });
    await call(services, 'GET', `/v1/agent/ideas/${randomUUID()}`, { key: holder.key });
    expect((await made(404)).calls).toHaveLength(1);
    const first = await made(200);
    const second = await (await settings()).calls({ id: holder.keyId, status: 200, after: first.next! });
    const ids = [...first.calls, ...second.calls].map(({ requestId }) => requestId);
    expect([ids.length, new Set(ids).size, second.next]).toEqual([55, 55, null]);
  });

  it('are a CSV file', async () => {
    await call(services, 'GET', '/v1/agent/me', { key: holder.key });
    const { csv } = await (await settings()).callsFile({ id: holder.keyId });
    expect(csv).toMatch(/\r\n2026-09-15T12:00:00\.000Z,rest,getProfile,200,\d+,[0-9a-f-]{36}\r\n$/);
  });

  it('are shown to nobody else', async () => {
    const other = await accountWithKey(services);
    const asked = (await settings(other.accountId)).calls({ id: holder.keyId });
    await expect(asked).rejects.toMatchObject({ cause: { code: 'not_found' } });
    const file = (await settings(other.accountId)).callsFile({ id: holder.keyId });
    await expect(file).rejects.toMatchObject({ cause: { code: 'not_found' } });
  });

  it('go with the account, also those that were still to be written', async () => {
    await call(services, 'GET', '/v1/agent/me', { key: holder.key });
    await services.calls.flush();
    await call(services, 'GET', '/v1/agent/me', { key: holder.key });
    await (await settings()).deleteAccount({ confirmEmail: holder.email });
    await services.calls.flush();
    const { rows } = await services.db.pool.query('SELECT 1 FROM api_call WHERE "accountId" = $1', [
      holder.accountId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('the days of calls', () => {
  it('are partitions that the schema does not know, dropped when they are past their time', async () => {
    for (const day of ['2026-07-01', '2026-08-16', '2026-08-17', '2026-09-15']) {
      services.setNow(`${day}T23:59:59Z`);
      await call(services, 'GET', '/v1/agent/me', { key: holder.key });
    }
    await services.calls.flush();
    expect(await schemaDrift(services.databaseUrl)).toBeNull();
    expect(await forgetCalls(services.db, new Date('2026-09-15T12:00:00Z'))).toBe(2);
    expect(await forgetCalls(services.db, new Date('2026-09-15T12:00:00Z'))).toBe(0);
    const { rows } = await services.db.pool.query(
      `SELECT to_char(at, 'MM-DD') AS day FROM api_call WHERE "accountId" = $1 ORDER BY at`,
      [holder.accountId],
    );
    expect(rows.map(({ day }) => day)).toEqual(['08-17', '09-15']);
  });
});

describe('calls that cannot be written', () => {
  it('wait, and are written once, when the database takes them again', async () => {
    const { db } = services;
    let away = true;
    const broken: typeof db = {
      ...db,
      run: async (statement) => {
        const touched = await db.run(statement);
        if (away) throw new Error('The answer got lost.');
        return touched;
      },
    };
    const log = openCallLog(broken, services.log);
    const one = {
      accountId: holder.accountId,
      credentialId: holder.keyId,
      part: 0,
      via: 'rest',
      status: 200,
    } as const;
    const add = () =>
      log.add({ ...one, at: services.clock(), requestId: randomUUID(), route: 'getMe', ms: 1 });
    add();
    await log.flush();
    add();
    away = false;
    await log.close();
    expect((await made()).calls).toHaveLength(2);
  });
});
