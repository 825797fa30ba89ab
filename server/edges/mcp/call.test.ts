import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionPrincipal } from '#server/api/access.ts';
import { withProcedure } from '#server/edges/mcp/call.ts';
import type { Session } from '#server/edges/mcp/surface.ts';
import { allTools } from '#server/edges/mcp/tools.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const paged = [
  ...allTools()
    .filter(({ definition }) => 'limit' in definition.inputSchema.properties)
    .map(({ path }) => [path, {}] as const),
  ['tickers.listTickerMentions', { symbol: 'NVDA' }] as const,
];

let services: TestServices;
let accountId: string;
beforeAll(async () => {
  services = await testServices();
  const { ideas } = await seedCorpus(services);
  const holder = await accountWithKey(services);
  accountId = holder.accountId;
  for (const { id } of Object.values(ideas))
    await call(services, 'POST', '/v1/agent/saves', { key: holder.key, body: { ideaId: id } });
});
afterAll(() => services.close());

describe('a list that proves too long', () => {
  it.each(paged)(
    'of %s is served at the length that fits although its time is over by then',
    async (path, asked) => {
      const over = new AbortController();
      const session: Session = {
        services,
        principal: sessionPrincipal(accountId, 'free'),
        test: null,
        mark: null,
        selection: { readOnly: false, include: null },
        requestId: 'one',
        ip: '10.0.0.1',
        gone: over.signal,
        began: performance.now(),
      };
      const [whole, cut] = await withProcedure(session, { path }, async (list) => {
        const first = await list({ ...asked, limit: 2 });
        over.abort(new DOMException('over', 'TimeoutError'));
        return [first, await list({ ...asked, limit: 1 })];
      });
      const ideasOf = ({ ideas }: Record<string, unknown>) => ideas as { id: string }[];
      expect(ideasOf(whole!).length).toBe(2);
      expect(ideasOf(cut!)).toEqual(ideasOf(whole!).slice(0, 1));
    },
  );
});
