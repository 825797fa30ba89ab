import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLBACK, openSite } from '#server/testing/servers/oauth.ts';
import { testServices } from '#server/testing/services.ts';

const PAGE = 'https://agent.example';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite((url) => testServices({ EARMARK_BASE_URL: url, EARMARK_ALLOWED_ORIGINS: PAGE }));
});
afterAll(() => site.close());

const preflight = (path: string, origin: string, wanted: Record<string, string>) =>
  fetch(`${site.url}${path}`, { method: 'OPTIONS', headers: { origin, ...wanted } });

describe('a client that is a page', () => {
  const wanted = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  };
  const registerFrom = (origin: string) =>
    fetch(`${site.url}/oauth/register`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'A page', redirect_uris: [CALLBACK] }),
    });

  it('registers from an allowed origin', async () => {
    const asked = await preflight('/oauth/register', PAGE, wanted);
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, PAGE]);
    expect(asked.headers.get('access-control-allow-headers')).toMatch(/Content-Type/);
    const answer = await registerFrom(PAGE);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([201, PAGE]);
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  it('of another origin is not let in', async () => {
    const asked = await preflight('/oauth/register', 'https://evil.example', wanted);
    const answer = await registerFrom('https://evil.example');
    for (const { headers } of [asked, answer]) expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may name its revision when it reads the metadata of a resource', async () => {
    const path = '/.well-known/oauth-protected-resource/v1/mcp/connect';
    const asked = await preflight(path, PAGE, {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'mcp-protocol-version',
    });
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, '*']);
    const read = await fetch(`${site.url}${path}`);
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });
});

it.each([
  '/server.json',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
  '/oauth/jwks',
])('%s says how long it may be kept, what it depends on, and which request it answers', async (path) => {
  const { status, headers } = await fetch(`${site.url}${path}`);
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  expect(headers.get('vary')).toMatch(/Origin|Accept-Encoding/);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

it('a document that is read alone takes no other method', async () => {
  for (const path of ['/server.json', '/.well-known/oauth-protected-resource']) {
    const { status, headers } = await fetch(`${site.url}${path}`, { method: 'PUT' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  }
});
