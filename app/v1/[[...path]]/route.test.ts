import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareServices } from '#server/platform/services.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';
import { GET, PATCH } from './route.ts';

const route = { GET, PATCH };

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
});
afterAll(() => services.close());

it.each([
  ['GET', '/v1', 404, 'not_found'],
  ['GET', '/v1/nothing', 404, 'not_found'],
  ['PATCH', '/v1/public/nothing', 404, 'not_found'],
  ['GET', '/v1/agent/me', 401, 'unauthorized'],
  ['GET', '/v1/mcp', 405, 'invalid_request'],
] as const)(
  '%s %s through Next has the status and the body that the API gives it',
  async (method, path, status, error) => {
    const answer = await route[method](new Request(new URL(path, services.env.webUrl), { method }));
    expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ error })]);
  },
);
