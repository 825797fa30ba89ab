import { expect, test } from 'vitest';
import { collectionOf } from '#server/contract/kits/collection.ts';
import { kitOperations } from '#server/contract/kits/operations.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import { matchRoute } from '#server/contract/routes.ts';

type Item = {
  name: string;
  request: {
    method: string;
    auth?: { type: string };
    url: {
      raw: string;
      path: string[];
      variable: { key: string; value: string }[];
      query: { key: string; disabled: boolean; value: string }[];
    };
    body?: { raw: string };
  };
  response: { status: string; code: number }[];
};
const document = openApiDocument('http://earmark.test');
const collection = collectionOf(document, 'http://earmark.test');
const collectionItem = (wanted: string) => items.find(({ name }) => name === wanted);
const items: Item[] = collection.item.flatMap((folder: { item: Item[] }) => folder.item);

test('the collection holds every operation of the description, once', () => {
  expect(items.map(({ name }) => name).sort()).toEqual(
    kitOperations(document)
      .map(({ id }) => id)
      .sort(),
  );
});

test('its requests for one idea name the one that its search found', () => {
  const text = (name: string) => JSON.stringify(collectionItem(name));
  expect(text('searchIdeas')).toContain("collectionVariables.set('ideaId'");
  for (const name of ['getIdea', 'getIdeaMedia', 'saveIdea', 'unsaveIdea'])
    expect(text(name)).toContain('{{ideaId}}');
});

test('each of its requests reaches its route as it stands, with whatever the route must have', () => {
  for (const { name, request } of items) {
    const { path, variable, query } = request.url;
    const filled = path.map((part) => variable.find(({ key }) => `:${key}` === part)?.value ?? part);
    expect([name, filled.includes('')]).toEqual([name, false]);
    expect([name, query.filter(({ disabled, value }) => !disabled && value === '')]).toEqual([name, []]);
    const { procedure } = matchRoute(request.method, `/${filled.join('/')}`);
    if (procedure) expect(procedure.meta.route!.operationId).toBe(name);
    if (procedure)
      expect([name, request.auth?.type === 'noauth']).toEqual([
        name,
        procedure.meta.access.kind === 'public',
      ]);
    if (request.body) expect(() => JSON.parse(request.body!.raw)).not.toThrow();
  }
});

test('the text of its addresses asks for what is switched on, for programs that read that alone', () => {
  const address = (name: string) => collectionItem(name)!.request.url.raw;
  expect(address('searchIdeas')).toBe('{{baseUrl}}/v1/agent/ideas?ticker=GEV&minDepth=3&limit=10');
  expect(address('getProfile')).toBe('{{baseUrl}}/v1/agent/me');
});

test('its example answers have the status of their route', () => {
  const answer = (name: string) => collectionItem(name)!.response.map(({ status, code }) => [code, status]);
  expect(answer('getProfile')).toEqual([[200, 'OK']]);
  expect(answer('issueCorpusKey')).toEqual([[201, 'Created']]);
});
