import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareServices } from '#server/platform/services.ts';
import { follower } from '#server/testing/alerts.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const PATH = '/v1/agent/webhooks/deliveries';
const got: string[] = [];
const receiver = createServer((request, response) => {
  got.push(String(request.headers['webhook-id']));
  response.writeHead(204).end();
});

let services: TestServices;
beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  services = await testServices({ EARMARK_WEBHOOK_ALLOW_HOSTS: host });
  shareServices(services);
});
afterAll(async () => {
  receiver.close();
  await services.close();
});

/** An account with a webhook that was sent as many tests, a second apart. */
async function tested(times: number) {
  const holder = await follower(services);
  const { alerts } = await holder.caller();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const hook = await alerts.addWebhook({ url });
  for (let at = 0; at < times; at++) {
    services.setNow(new Date(services.clock().getTime() + 1000));
    await (await holder.caller()).alerts.testWebhook({ id: hook.id });
  }
  return { ...holder, hook };
}

describe('GET /v1/agent/webhooks/deliveries', () => {
  it('tells what became of each, newest first, in pages', async () => {
    const { key, hook } = await tested(3);
    const first = await call(services, 'GET', `${PATH}?limit=2`, { key });
    expect(first.body.deliveries).toHaveLength(2);
    expect(first.body.deliveries[0]).toMatchObject({
      webhookId: hook.id,
      type: 'test',
      attempts: 1,
      resends: 0,
      deliveredAt: services.clock().toISOString(),
      nextAttemptAt: null,
      lastStatus: 204,
      lastError: null,
    });
    const second = await call(services, 'GET', `${PATH}?limit=2&cursor=${first.body.nextCursor}`, { key });
    expect(second.body).toMatchObject({ nextCursor: null });
    const ids = [...first.body.deliveries, ...second.body.deliveries].map(({ eventId }) => eventId);
    expect(ids).toEqual(got.slice(-3).reverse());
  });

  it('needs follows:read, and shows nothing of another account', async () => {
    await tested(1);
    const other = await accountWithKey(services, { scopes: ['follows:read'] });
    expect((await call(services, 'GET', PATH, { key: other.key })).body).toEqual({
      deliveries: [],
      nextCursor: null,
    });
    const narrow = await accountWithKey(services, { scopes: ['ideas:read'] });
    expect((await call(services, 'GET', PATH, { key: narrow.key })).body).toMatchObject({
      error: 'forbidden_scope',
      missingScope: 'follows:read',
    });
  });
});

describe('POST /v1/agent/webhooks/deliveries', () => {
  it('sends an event again with its id and tells what became of it', async () => {
    const { key, hook } = await tested(1);
    const body = { webhookId: hook.id, eventId: got.at(-1)! };
    const before = got.length;
    const { status, body: told } = await call(services, 'POST', PATH, { key, body });
    expect([status, told]).toMatchObject([200, { ...body, attempts: 1, resends: 1, lastStatus: 204 }]);
    expect(got.slice(before)).toEqual([body.eventId]);
  });

  it('answers 404 for what the account does not have, 422 for what is no id, 403 without follows:write', async () => {
    const { hook } = await tested(1);
    const body = { webhookId: hook.id, eventId: got.at(-1)! };
    const other = await accountWithKey(services);
    expect((await call(services, 'POST', PATH, { key: other.key, body })).status).toBe(404);
    const unknown = { ...body, eventId: randomUUID() };
    expect((await call(services, 'POST', PATH, { key: other.key, body: unknown })).status).toBe(404);
    const wrong = await call(services, 'POST', PATH, { key: other.key, body: { ...body, eventId: 'x' } });
    expect([wrong.status, wrong.body.field]).toEqual([422, 'eventId']);
    const narrow = await accountWithKey(services, { scopes: ['follows:read'] });
    expect((await call(services, 'POST', PATH, { key: narrow.key, body })).body).toMatchObject({
      missingScope: 'follows:write',
    });
  });

  it('is taken twenty times an hour, then says when to come back', async () => {
    const { key, hook } = await tested(1);
    const body = { webhookId: hook.id, eventId: got.at(-1)! };
    for (let at = 0; at < 19; at++) await call(services, 'POST', PATH, { key, body });
    const over = await call(services, 'POST', PATH, { key, body });
    expect([over.status, over.headers.has('retry-after')]).toEqual([429, true]);
  });

  it('that had nothing to send leaves all twenty of the hour, and the twenty-first says how long to wait', async () => {
    const { key, hook, caller } = await tested(1);
    for (let at = 0; at < 20; at++)
      await call(services, 'POST', PATH, { key, body: { webhookId: hook.id, eventId: randomUUID() } });
    const test = async () => (await caller()).alerts.testWebhook({ id: hook.id });
    for (let at = 0; at < 19; at++) expect(await test()).toMatchObject({ ok: true });
    await expect(test()).rejects.toThrow(
      '20 events were sent by hand within an hour: try again in 60 minutes.',
    );
  });
});
