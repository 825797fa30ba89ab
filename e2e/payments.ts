import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Stripe from 'stripe';
import { PAYMENTS_SECRET, running } from '#e2e/service.ts';

/** A payment provider on this machine, with the parts of Stripe's API that the service uses. */
export type Payments = {
  /** Sets what the provider answers about a subscription from now on. */
  subscribe(id: string, status: 'active' | 'canceled', accountId: string): void;
  /** Sends a signed event to the service; returns the status of its answer. */
  tell(base: string, type: string, object: object): Promise<number>;
  close(): void;
};

export async function openPayments(): Promise<Payments> {
  const origin = `http://${running().payments}`;
  const subscriptions = new Map<string, object>();
  const server = createServer((request, response) => {
    request.resume();
    const url = new URL(request.url!, origin);
    if (url.pathname === '/pay')
      return void response.setHeader('content-type', 'text/html').end('<h1>Pay by card</h1>');
    const id = /^\/v1\/subscriptions\/(\w+)$/.exec(url.pathname)?.[1];
    const answer = id ? subscriptions.get(id) : { id: 'cs_test', url: `${origin}/pay` };
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { message: 'none' } }));
  });
  const [host, port] = running().payments.split(':');
  server.listen(Number(port), host);
  await once(server, 'listening');
  return {
    subscribe: (id, status, accountId) => {
      const customer = `cus_${accountId.slice(0, 8)}`;
      subscriptions.set(id, { id, object: 'subscription', status, customer, metadata: { accountId } });
    },
    tell: async (base, type, object) => {
      const body = JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type,
        created: Math.floor(Date.now() / 1000),
        data: { object },
      });
      const signature = await new Stripe('sk_test_none').webhooks.generateTestHeaderStringAsync({
        payload: body,
        secret: PAYMENTS_SECRET,
      });
      const sent = { method: 'POST', headers: { 'stripe-signature': signature }, body };
      return (await fetch(`${base}/billing/webhook`, sent)).status;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
