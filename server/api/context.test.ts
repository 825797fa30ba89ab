import { once } from 'node:events';
import { expect, it } from 'vitest';
import { closeContext, openContext } from '#server/api/context.ts';
import { ASK_BUDGET_MS } from '#server/api/meta.ts';
import type { Services } from '#server/platform/services.ts';

const services = {
  db: { cancelledBy: () => null },
  reads: () => null,
  clock: () => new Date(0),
} as unknown as Services;

const opened = (began: number) =>
  openContext(services, {
    principal: { kind: 'anonymous' },
    requestId: 'one',
    ip: '192.0.2.1',
    gone: null,
    via: 'rest',
    budgetMs: ASK_BUDGET_MS,
    began,
    idempotencyKey: null,
    ifNoneMatch: null,
    headersOnly: false,
  });

it('counts the time of a call from when the request came, not from when its work began', async () => {
  const { signal } = opened(performance.now() - ASK_BUDGET_MS);
  await once(signal, 'abort');
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  const fresh = opened(performance.now());
  expect(fresh.signal.aborted).toBe(false);
  closeContext(fresh);
});
