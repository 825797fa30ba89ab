import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '#server/features/accounts/settings/store.ts';
import { openPortal, startCheckout, takeEvent } from '#server/features/plans/billing/billing.ts';
import { openDatabase, sql } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const SECRET = 'whsec_test';

/** A local server that speaks the parts of the provider's API that are used. */
type Fake = {
  server: Server;
  url: string;
  subscriptions: Map<string, object>;
  asked: URLSearchParams[];
  /** Runs after an answer was read and before it is sent. */
  answering: () => Promise<unknown>;
};
let fake: Fake;
let services: TestServices;
let events = 0;

beforeAll(async () => {
  fake = await startFake();
  services = await testServices({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_PRICE_MONTHLY: 'price_m',
    STRIPE_PRICE_YEARLY: 'price_y',
    STRIPE_API_BASE: fake.url,
  });
});
afterAll(async () => {
  await services.close();
  fake.server.close();
});

async function startFake(): Promise<Fake> {
  const subscriptions = new Map<string, object>();
  const asked: URLSearchParams[] = [];
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    asked.push(new URLSearchParams(body));
    const id = /^\/v1\/subscriptions\/(\w+)$/.exec(req.url ?? '')?.[1];
    const answer = id ? subscriptions.get(id) : { id: 'x', url: `https://pay.example${req.url}` };
    await fake.answering();
    res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    res.end(JSON.stringify(answer ?? { error: { message: 'none' } }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    subscriptions,
    asked,
    answering: async () => undefined,
  };
}

function subscribe(id: string, status: string, accountId: string, customer = `cus_${accountId.slice(0, 8)}`) {
  fake.subscriptions.set(id, { id, object: 'subscription', status, customer, metadata: { accountId } });
}

async function tell(type: string, object: object, id = `evt_${events++}`, on: Services = services) {
  const payload = JSON.stringify({
    id,
    object: 'event',
    type,
    created: 1_790_000_000,
    api_version: '2026-01-01',
    data: { object },
  });
  const signature = await new Stripe('sk_test_x').webhooks.generateTestHeaderStringAsync({
    payload,
    secret: SECRET,
  });
  await takeEvent(on, payload, signature);
}

async function planSeen(key: string): Promise<string> {
  return (await call(services, 'GET', '/v1/agent/me', { key })).body.plan;
}

describe('a paid subscription', () => {
  it('lifts the plan when it starts and takes it back when it ends', async () => {
    const { accountId, key } = await accountWithKey(services);
    subscribe('sub_a', 'active', accountId);
    await tell('checkout.session.completed', { object: 'checkout.session', subscription: 'sub_a' });
    expect(await planSeen(key)).toBe('premium');
    subscribe('sub_a', 'canceled', accountId);
    await tell('customer.subscription.deleted', { id: 'sub_a', object: 'subscription' });
    expect(await planSeen(key)).toBe('free');
  });

  it('is read as it stands now, so that a late old event does not bring an ended one back', async () => {
    const { accountId, key } = await accountWithKey(services);
    subscribe('sub_b', 'canceled', accountId);
    await tell('customer.subscription.deleted', { id: 'sub_b', object: 'subscription', status: 'canceled' });
    await tell('customer.subscription.created', { id: 'sub_b', object: 'subscription', status: 'active' });
    expect(await planSeen(key)).toBe('free');
  });

  it('is handled once when an event comes twice', async () => {
    const { accountId, key } = await accountWithKey(services);
    subscribe('sub_c', 'active', accountId);
    await tell('customer.subscription.created', { id: 'sub_c', object: 'subscription' }, 'evt_same');
    fake.asked.length = 0;
    await tell('customer.subscription.created', { id: 'sub_c', object: 'subscription' }, 'evt_same');
    expect(fake.asked).toHaveLength(0);
    expect(await planSeen(key)).toBe('premium');
  });

  it('is asked for without a connection or a transaction being held', async () => {
    const { accountId, key } = await accountWithKey(services);
    subscribe('sub_e', 'active', accountId);
    const db = openDatabase(services.databaseUrl, 1);
    let free = false;
    fake.answering = async () => {
      await db.row(sql`SELECT 1 FROM account WHERE id = ${accountId}::uuid FOR UPDATE NOWAIT`);
      free = true;
    };
    await tell('customer.subscription.created', { id: 'sub_e', object: 'subscription' }, undefined, {
      ...services,
      db,
    });
    fake.answering = async () => undefined;
    await db.close();
    expect([free, await planSeen(key)]).toEqual([true, 'premium']);
  });

  it('keeps the newer of two answers, whichever is written last', async () => {
    const { accountId, key } = await accountWithKey(services);
    subscribe('sub_f', 'active', accountId);
    let isFirst = true;
    fake.answering = async () => {
      if (!isFirst) return;
      isFirst = false;
      // While the first answer is under way the subscription ends, and the event of that is handled.
      const now = services.clock();
      services.setNow(new Date(now.getTime() + 1000));
      subscribe('sub_f', 'canceled', accountId);
      await tell('customer.subscription.deleted', { id: 'sub_f', object: 'subscription' });
    };
    await tell('customer.subscription.created', { id: 'sub_f', object: 'subscription' });
    fake.answering = async () => undefined;
    expect(await planSeen(key)).toBe('free');
  });

  it('stays when the one it replaced ends', async () => {
    const { accountId, key } = await accountWithKey(services);
    subscribe('sub_old', 'canceled', accountId);
    subscribe('sub_new', 'active', accountId);
    await tell('customer.subscription.created', { id: 'sub_new', object: 'subscription' });
    await tell('customer.subscription.deleted', { id: 'sub_old', object: 'subscription' });
    expect(await planSeen(key)).toBe('premium');
  });

  it('that an erased account left paid is told to the operator, and an ended one is not', async () => {
    const { accountId } = await accountWithKey(services);
    await deleteAccount(services.db, accountId, services.clock());
    const error = vi.spyOn(services.log, 'error');
    subscribe('sub_orphan', 'canceled', accountId);
    await tell('customer.subscription.deleted', { id: 'sub_orphan', object: 'subscription' });
    expect(error).not.toHaveBeenCalled();
    subscribe('sub_orphan', 'active', accountId);
    await tell('checkout.session.completed', { object: 'checkout.session', subscription: 'sub_orphan' });
    expect(error).toHaveBeenCalledWith({ subscriptionId: 'sub_orphan' }, expect.stringContaining('end it'));
    error.mockRestore();
  });

  it('is not believed without the right signature', async () => {
    await expect(takeEvent(services, '{}', 't=1,v1=00')).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('checkout', () => {
  it('leads to the provider with the account and the chosen price', async () => {
    const { accountId } = await accountWithKey(services);
    fake.asked.length = 0;
    expect(await startCheckout(services, accountId, 'yearly')).toBe(
      'https://pay.example/v1/checkout/sessions',
    );
    expect(fake.asked[0]!.get('client_reference_id')).toBe(accountId);
    expect(fake.asked[0]!.get('line_items[0][price]')).toBe('price_y');
  });

  it.each([
    ['incomplete', true],
    ['canceled', true],
    ['unpaid', false],
    ['past_due', false],
  ] as const)('beside a subscription that is %s opens: %s', async (status, opens) => {
    const { accountId } = await accountWithKey(services);
    subscribe('sub_c', status, accountId);
    await tell('customer.subscription.created', { id: 'sub_c', object: 'subscription' });
    const address = startCheckout(services, accountId, 'monthly');
    if (opens) expect(await address).toContain('/v1/checkout/sessions');
    else await expect(address).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('is refused while a subscription runs, and the portal opens for it', async () => {
    const { accountId } = await accountWithKey(services);
    subscribe('sub_d', 'active', accountId);
    await tell('customer.subscription.created', { id: 'sub_d', object: 'subscription' });
    await expect(startCheckout(services, accountId, 'monthly')).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await openPortal(services, accountId)).toBe('https://pay.example/v1/billing_portal/sessions');
  });
});
