import { agent, makeKey } from '#e2e/journeys/agent.ts';
import { expect, faults, overflow, test } from '#e2e/journeys/journey.ts';

test.describe('a connector key that is replaced', () => {
  test('works over REST and MCP beside its successor, until each is revoked', async ({ signedIn }) => {
    const { context, page } = await signedIn();
    await page.goto('/settings/connectors');
    await page.locator('#name').fill('laptop');
    await page.locator('input[name="preset"][value="custom"]').check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await expect(page.getByText('Pick at least one scope')).toBeVisible();
    await expect(page.locator('#name')).toHaveValue('laptop');
    await expect(page.locator('input[name="preset"][value="custom"]')).toBeChecked();
    const old = agent(context.request, await makeKey(page, 'laptop'));
    expect((await old.get('/v1/agent/me')).status()).toBe(200);
    expect((await old.tool('service_profile')).text).toContain('ideaReads');

    await page.goto('/settings/connectors');
    await page.getByRole('button', { name: 'Replace, with 24 hours of overlap' }).click();
    const text = (await page.locator('pre.snippet').first().textContent())!.trim();
    const successor = agent(context.request, text);
    for (const key of [old, successor]) {
      expect((await key.get('/v1/agent/me')).status()).toBe(200);
      expect((await key.tool('service_profile')).status).toBe(200);
    }

    await page.goto('/settings/connectors');
    const retiring = page.locator('li', { hasText: 'Replaced, good until its end' });
    await retiring.locator('summary', { hasText: 'Revoke' }).click();
    await retiring.getByRole('button', { name: 'Yes, revoke this key' }).click();
    await expect(page.getByText('Keys that have ended').first()).toBeVisible();
    expect((await old.get('/v1/agent/me')).status()).toBe(401);
    expect((await old.tool('service_profile')).status).toBe(401);
    expect((await successor.get('/v1/agent/me')).status()).toBe(200);

    await page.goto('/settings/connectors');
    await page.getByLabel('Test key').check();
    expect(await makeKey(page, 'in our tests', { onThisPage: true })).toMatch(/^emk_test_/);
    await expect(page.getByText('Test key: sees the samples alone')).toBeVisible();
  });
});

test.describe('a connector key that is made without scripts', () => {
  test('is made once, also where the page that shows it is loaded again', async ({ signedIn }) => {
    const { page } = await signedIn({ javaScriptEnabled: false });
    await page.goto('/settings/connectors');
    await page.locator('#name').fill('reloaded');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await expect(page.locator('pre.snippet', { hasText: 'emk_live_' }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText('This form was sent before')).toBeVisible();
    await expect(page.locator('li', { hasText: 'reloaded' })).toHaveCount(1);
    await page.locator('#name').fill('another');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await expect(page.locator('pre.snippet', { hasText: 'emk_live_' }).first()).toBeVisible();
  });
});

test.describe('a follow', () => {
  test('changes the digest on the page and for the agent', async ({ signedIn }) => {
    const { context, page } = await signedIn();
    const reader = agent(context.request, await makeKey(page, 'digest'));
    const digest = async () => (await reader.get('/v1/agent/digest')).json();
    expect(await digest()).toMatchObject({ personalized: false, followedTickerCount: 0 });
    const symbol = (await digest()).ideas.find((idea: { tickers: string[] }) => idea.tickers[0])?.tickers[0];
    await page.goto('/settings/follows');
    await page.locator('#symbol').fill(symbol);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(page.locator('li', { hasText: symbol })).toBeVisible();
    const after = await digest();
    expect(after).toMatchObject({ personalized: true, followedTickerCount: 1 });
    expect(after.ideas[0]).toMatchObject({ reason: 'followed_ticker' });
    await page.goto('/digest');
    await expect(page.locator('main article').first()).toContainText(symbol);
  });
});

test.describe('what an agent does with a key', () => {
  test('is seen in settings, each request once, by day and status and as a file', async ({ signedIn }) => {
    const { context, page } = await signedIn();
    const client = agent(context.request, await makeKey(page, 'night job'));
    for (let at = 0; at < 4; at++) expect((await client.get('/v1/agent/me')).status()).toBe(200);
    const missing = await client.get('/v1/agent/ideas/00000000-0000-4000-8000-000000000000');
    expect(missing.status()).toBe(404);
    await client.tool('service_list_saves');

    await page.goto('/settings/connectors');
    const listed = page.locator('#keys, main').getByRole('listitem').filter({ hasText: 'night job' });
    await expect(listed).toContainText('6 requests');
    await expect(listed).toContainText(/\d\d:\d\d UTC/);
    await listed.getByRole('link', { name: 'Requests, name and addresses' }).click();
    await expect(page.getByRole('heading', { name: '6 requests in 30 days' })).toBeVisible();
    const rows = page.locator('section[aria-label^="Requests"] tbody tr');
    await expect(rows).toHaveCount(6);
    await expect(rows.filter({ hasText: 'service_list_saves' })).toContainText('MCP');
    expect(await faults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    await page.getByRole('link', { name: '404 (1)' }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(missing.headers()['x-request-id']!);
    const file = await page.getByRole('link', { name: 'as a CSV file' }).getAttribute('href');
    const csv = await (await context.request.get(file!)).text();
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toContain(`getIdea,404`);
  });

  test('is limited to addresses, and the key renamed, without scripts, too', async ({ signedIn }) => {
    for (const javaScriptEnabled of [true, false]) {
      const { context, page } = await signedIn({ javaScriptEnabled });
      const client = agent(context.request, await makeKey(page, 'a key'));
      await page.goto('/settings/connectors');
      await page.getByRole('link', { name: 'Requests, name and addresses' }).click();
      await page.getByLabel('Name', { exact: true }).fill('the desk');
      await page.getByRole('button', { name: 'Rename' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('the desk');
      await page.locator('#addresses').fill('198.51.100.0/24, 2001:db8::/32');
      await page.getByRole('button', { name: 'Save the addresses' }).click();
      await expect(page.locator('#addresses')).toHaveValue('198.51.100.0/24\n2001:db8::/32');
      expect((await client.get('/v1/agent/me')).status()).toBe(401);
      await page.locator('#addresses').fill('somewhere');
      await page.getByRole('button', { name: 'Save the addresses' }).click();
      await expect(page.getByText('somewhere is no address').first()).toBeVisible();
      if (javaScriptEnabled) await expect(page.locator('#addresses')).toHaveValue('somewhere');
      await page.locator('#addresses').fill('');
      await page.getByRole('button', { name: 'Save the addresses' }).click();
      await expect(page.getByText('It is taken from anywhere').first()).toBeVisible();
      expect((await client.get('/v1/agent/me')).status()).toBe(200);
    }
  });
});
