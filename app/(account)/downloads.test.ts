import { expect, it, vi } from 'vitest';
import { GET as saved } from './saved/[file]/route.ts';
import { GET as requests } from './settings/connectors/[id]/requests.csv/route.ts';
import { GET as data } from './settings/privacy/export/route.ts';

vi.mock('../_server/reader.ts', () => ({ viewer: async () => null }));

const request = new Request('http://earmark.test/');

it.each([
  ['saved ideas', () => saved(request, { params: Promise.resolve({ file: 'ideas.csv' }) })],
  ['requests of a key', () => requests(request, { params: Promise.resolve({ id: 'k' }) })],
  ['own data', () => data()],
])('answers a download of %s without a session in words, and with no page to save', async (_which, load) => {
  const answer = await load();
  expect([answer.status, await answer.text()]).toEqual([401, 'Sign in first, then load this file again.\n']);
});
