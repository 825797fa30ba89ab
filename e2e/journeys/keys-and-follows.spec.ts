import { agent, makeKey } from '#e2e/journeys/agent.ts';
import { expect, test } from '#e2e/journeys/journey.ts';

test.describe('a connector key that is replaced', () => {
  test('works over REST and MCP beside its successor, until each is revoked', async ({ signedIn }) => {
    const { context, page } = await signedIn();
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
