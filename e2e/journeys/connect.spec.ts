import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { agent } from '#e2e/journeys/agent.ts';
import { expect, faults, overflow, test } from '#e2e/journeys/journey.ts';

/** The application on the reader's computer. It has to answer: a page that cannot be reached ends the next navigation. */
let application: Server;
const callback = () => `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;

test.beforeAll(async () => {
  application = createServer((_request, response) => void response.end('You may close this window.'));
  await once(application.listen(0, '127.0.0.1'), 'listening');
});
test.afterAll(() => {
  application.close();
  application.closeAllConnections();
});

/** Registers a client; `authorize` is its request for three scopes. */
async function client(page: Page, baseUrl: string) {
  const answer = await page.request.post('/oauth/register', {
    data: { client_name: 'Desk agent', redirect_uris: [callback()] },
  });
  const { client_id: id } = await answer.json();
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: callback(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'profile:read ideas:read saves:write',
    resource: `${baseUrl}/v1/mcp/connect`,
  });
  return { id, verifier, authorize: `/oauth/authorize?${query}` };
}

/** Presses a button of the consent page; returns the address that the browser is sent to. */
async function press(page: Page, name: string): Promise<URL> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForURL(`${callback()}?*`);
  return new URL(page.url());
}

test.describe('an application that connects', () => {
  test('asks on a page, gets what is left ticked, and is refused once it is disconnected', async ({
    service,
    signedIn,
  }) => {
    const { context, page, email } = await signedIn();
    const { id, verifier, authorize } = await client(page, service.baseUrl);
    await page.goto(authorize);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect Desk agent?');
    await expect(page.locator('main')).toContainText('Nobody has checked that name');
    await expect(page.locator('main')).toContainText('an application on this computer');
    await expect(page.locator('main')).toContainText(email);
    expect(await faults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByLabel('save and remove ideas').uncheck();
    const back = await press(page, 'Allow');
    expect(back.searchParams.get('iss')).toBe(service.baseUrl);

    const answer = await context.request.post('/oauth/token', {
      form: {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        client_id: id,
        redirect_uri: callback(),
        code_verifier: verifier,
      },
    });
    const { access_token: token, scope } = await answer.json();
    expect(scope).toBe('profile:read ideas:read');
    const connected = agent(context.request, token);
    expect((await connected.get('/v1/agent/me')).status()).toBe(200);
    expect((await connected.tool('service_profile')).status).toBe(200);

    await page.goto('/settings/connectors');
    const listed = page.locator('li', { hasText: 'Desk agent' });
    await expect(listed).toContainText('profile:read, ideas:read');
    expect(await faults(page)).toEqual([]);
    await listed.locator('summary', { hasText: 'Disconnect' }).click();
    await listed.getByRole('button', { name: 'Yes, disconnect it' }).click();
    await expect(page.locator('#connections, main').first()).toContainText('None now');
    await page.locator('summary', { hasText: 'Connections that have ended (1)' }).click();
    const ended = page.locator('li', { hasText: 'Desk agent' });
    await expect(ended).toContainText(/2 requests in 30 days.*Ended .* UTC/);
    await ended.getByRole('link', { name: 'Requests of Desk agent' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk agent');
    await expect(page.locator('main')).toContainText('service_profile');
    expect((await connected.get('/v1/agent/me')).status()).toBe(401);
    expect((await connected.tool('service_profile')).status).toBe(401);
  });

  test('is told when its owner declines', async ({ service, signedIn }) => {
    const { page } = await signedIn();
    await page.goto((await client(page, service.baseUrl)).authorize);
    const back = await press(page, 'Decline');
    expect(back.searchParams.get('error')).toBe('access_denied');
  });

  test('leads a reader who is not signed in to sign in first, and back', async ({ page, service }) => {
    await page.goto((await client(page, service.baseUrl)).authorize);
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fconnect%2F/);
  });

  test('finds nothing waiting in another browser', async ({ page, service, signedIn }) => {
    const reader = await signedIn();
    await page.goto((await client(page, service.baseUrl)).authorize);
    const asking = new URL(decodeURIComponent(page.url().split('next=')[1]!), service.baseUrl).href;
    await reader.page.goto(asking);
    await expect(reader.page.getByRole('heading', { level: 1 })).toHaveText('Nothing waits here');
  });

  test('cannot show the page that asks in a frame, nor decide from another site', async ({ page }) => {
    const answer = await page.request.get('/connect/any');
    expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    const forged = await page.request.post('/connect/any/decide', {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      form: { decision: 'allow' },
    });
    expect(forged.status()).toBe(403);
  });
});

test('what is written for language models and directories is served as text and JSON', async ({
  request,
}) => {
  for (const path of ['/llms.txt', '/llms-full.txt']) {
    const answer = await request.get(path);
    expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toContain('service_ask');
  }
  expect(await (await request.get('/server.json')).json()).toMatchObject({ title: 'Earmark' });
});
