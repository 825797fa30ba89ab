import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as pages from '#server/edges/pages.ts';
import { shareServices } from '#server/platform/services.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';
import { GET } from './route.ts';

vi.mock('../../../(auth)/session.ts', () => ({ sessionAccountId: async () => null }));
vi.mock('../../../_server/load.ts', () => ({
  serverSide: async () => ({ ...pages, pageCaller: callerOf, readerAddress: () => '::1' }),
}));
vi.mock('#server/edges/pages/request.ts', async (whole) => ({
  ...(await whole<object>()),
  onceAnswered: () => undefined,
}));
const callerOf: typeof pages.pageCaller = (...given) => pages.pageCaller(...given);

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
});
afterAll(() => services.close());

it.each([
  ['a character that is no text', '\0'],
  ['an emoji at the end of what is read', `${'a'.repeat(99)}🙂`],
])('offers nothing for %s, and does not fail', async (_which, q) => {
  const answer = await GET(new Request(`http://earmark.test/search/suggest?${new URLSearchParams({ q })}`));
  expect([answer.status, await answer.json()]).toEqual([200, []]);
});
