import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountWithKey, call } from '#server/testing/api.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let key: string;
let ideaId: string;
beforeAll(async () => {
  services = await testServices();
  ideaId = (await seedCorpus(services)).ideas.nvdaToday.id;
  ({ key } = await accountWithKey(services));
});
afterAll(() => services.close());

type Sent = { readonly path?: string; readonly readOnly?: string; readonly key?: string };

const rpc = (method: string, params: object, { path = '/v1/mcp', readOnly, key }: Sent) =>
  call(services, 'POST', path, {
    body: { jsonrpc: '2.0', id: 1, method, params },
    headers: readOnly === undefined ? {} : { 'x-mcp-readonly': readOnly },
    ...(key ? { key } : {}),
  });

async function names(sent: Sent): Promise<unknown> {
  const { status, body } = await rpc('tools/list', {}, sent);
  return status === 200 ? body.result.tools.map(({ name }: { name: string }) => name) : [status, body.error];
}

describe('what a connection selects', () => {
  it('is, read-only, no tool that changes anything or spends a question', async () => {
    const all = (await names({ key })) as string[];
    const changing = ['service_set_follow', 'service_set_save', 'service_ask'];
    expect(all).toHaveLength(12);
    expect(await names({ key, readOnly: 'true' })).toEqual(all.filter((name) => !changing.includes(name)));
    expect(await names({ key, readOnly: 'false' })).toEqual(all);
    const asked = { name: 'service_ask', arguments: { question: 'What was said?' } };
    const called = await rpc('tools/call', asked, { key, readOnly: 'true' });
    expect(called.body.error).toMatchObject({
      code: -32602,
      message: 'Tool not selected by this connection: service_ask',
    });
  });

  it('is the tools that it includes, of those that its key has', async () => {
    const path = '/v1/mcp?include=service_get_idea,service_search_ideas';
    expect(await names({ key, path })).toEqual(['service_search_ideas', 'service_get_idea']);
    expect(await names({ path })).toEqual([]);
    expect((await rpc('prompts/list', {}, { key, path })).body.result.prompts).toEqual([]);
  });

  it('is joined of all the parameters that include tools', async () => {
    const path = '/v1/mcp?include=service_get_idea&include=service_search_ideas';
    expect(await names({ key, path })).toEqual(['service_search_ideas', 'service_get_idea']);
  });

  it('is offered the resources of its tools alone', async () => {
    const path = '/v1/mcp?include=service_search_ideas';
    const { body } = await rpc('resources/templates/list', {}, { key, path });
    const templates = body.result.resourceTemplates.map(({ name }: { name: string }) => name);
    expect(templates).toEqual(['show', 'ticker']);
    expect((await rpc('resources/list', {}, { key, path })).body.result.resources).toEqual([]);
  });

  it('reads no resource whose tool it left out, and is charged nothing', async () => {
    const uri = `earmark://ideas/${ideaId}`;
    const path = '/v1/mcp?include=service_search_ideas';
    const { body } = await rpc('resources/read', { uri }, { key, path });
    expect(body.error).toMatchObject({
      code: -32602,
      message: `Resource not selected by this connection: ${uri}`,
    });
    const me = await call(services, 'GET', '/v1/agent/me', { key });
    expect(me.body.quotas.ideaReads.used).toBe(0);
  });

  it('is told to be wrong where it names what there is not', async () => {
    const wrong = (message: string) => [400, { code: -32602, message: expect.stringContaining(message) }];
    expect(await names({ key, readOnly: 'yes' })).toEqual(wrong('X-MCP-Readonly'));
    expect(await names({ key, path: '/v1/mcp?include=service_nothing' })).toEqual(wrong('service_nothing'));
    expect(await names({ key, path: '/v1/mcp?include=' })).toEqual(wrong('service_profile'));
  });
});

it('every tool has a picture of this service', async () => {
  const { body } = await rpc('tools/list', {}, { key });
  const icons = body.result.tools.map((tool: { icons: object[] }) => tool.icons);
  const [icon] = [{ src: `${services.env.webUrl}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }];
  expect(icons).toEqual(Array.from({ length: 12 }, () => [icon]));
});
