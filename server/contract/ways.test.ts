import { initTRPC } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectorPrincipal, type Principal } from '#server/api/access.ts';
import { openContext } from '#server/api/context.ts';
import { refusalOf } from '#server/api/errors.ts';
import { firstIssue } from '#server/api/invalid.ts';
import type { Scope } from '#server/api/scopes.ts';
import { checkRunnable } from '#server/api/trpc.ts';
import { callProcedure } from '#server/contract/call.ts';
import { createCaller } from '#server/contract/router.ts';
import { accountWithKey } from '#server/testing/api.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let holder: (scopes: readonly Scope[]) => Principal;
beforeAll(async () => {
  services = await testServices();
  await seedCorpus(services);
  const { accountId } = await accountWithKey(services);
  const now = services.clock();
  holder = (scopes) =>
    connectorPrincipal({
      accountId,
      plan: 'free',
      key: {
        id: accountId,
        name: null,
        keyPrefix: 'emk_test_',
        scopes,
        env: 'test',
        createdAt: now,
        lastUsedAt: now,
        expiresAt: now,
      },
    });
});
afterAll(() => services.close());

const contextFor = (principal: Principal) =>
  openContext(services, {
    principal,
    requestId: 'a request',
    ip: '192.0.2.1',
    via: 'rest',
    gone: new AbortController().signal,
    idempotencyKey: null,
    ifNoneMatch: null,
    headersOnly: false,
  });

/** The outcome of a call: its answer, or the refusal. */
const told = (call: Promise<unknown>) =>
  call.then(
    (answer) => ({ answer }),
    (error: unknown) => ({
      refused: refusalOf(error)?.code ?? null,
      field: firstIssue(error)?.field ?? null,
    }),
  );

describe('a procedure that is run straight', () => {
  it.each([
    ['a list', ['ideas:read'], 'ideas.searchIdeas', { ticker: 'NVDA', limit: '2' }],
    ['a list of nobody', [], 'ideas.searchIdeas', {}],
    ['an invalid parameter', ['ideas:read'], 'ideas.searchIdeas', { limit: 'many' }],
    ['an unknown parameter', ['saves:write'], 'saves.saveIdea', { ideaId: 'x', more: 1 }],
    [
      'what is not there',
      ['ideas:read'],
      'ideas.getIdea',
      { ideaId: '00000000-0000-4000-8000-000000000000' },
    ],
    ['one without parameters', ['profile:read'], 'accounts.getProfile', undefined],
    ['an open one', [], 'theses.getThesisHistory', { ticker: 'NVDA' }],
    ['one of pages', ['ideas:read'], 'digest.lastHeld', { date: '2026-09-15' }],
  ] as const)('answers and fails as tRPC does: %s', async (_what, scopes, path, input) => {
    const [room, name] = path.split('.') as [string, string];
    const caller = createCaller(contextFor(holder(scopes))) as unknown as Record<
      string,
      Record<string, (given: unknown) => Promise<unknown>>
    >;
    const straight = await told(callProcedure(contextFor(holder(scopes)), path, input));
    expect(straight).toEqual(await told(caller[room]![name]!(input)));
  });
});

it('a procedure with a middleware of its own, which a straight run would skip, stops the start', () => {
  const own = initTRPC.create().procedure.use(({ next }) => next());
  expect(() =>
    checkRunnable(
      'shows.own',
      own.query(() => 1),
    ),
  ).toThrow('shows.own has a middleware');
});
