import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, signedInAt } from '#e2e/browser.ts';

/** The built service of this run, or one that runs already. */
const base = process.env.E2E_BASE_URL ?? inject('baseUrl');

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

const signedIn = (javaScriptEnabled = true) => signedInAt(base, browser, javaScriptEnabled);

/** The first idea whose full read adds something to its card. */
async function ideaToRead(page: Page): Promise<string> {
  await page.goto('/search');
  const links = page.locator('article h2 a[href^="/ideas/"]');
  for (const path of await links.evaluateAll((all) =>
    all.map((link) => (link as HTMLAnchorElement).pathname),
  )) {
    await page.goto(path);
    if ((await page.getByRole('button', { name: 'Read the full argument' }).count()) > 0) return path;
  }
  throw new Error('No idea on the first page of the search has more to read.');
}

describe('signing in', () => {
  it('needs the button: opening the link from a mail scanner spends nothing', async () => {
    const context = await browser.newContext({ baseURL: base });
    const page = await context.newPage();
    await page.goto('/sign-in?next=/saved');
    await page.fill('#email', `scanned-${Date.now()}@example.org`);
    await page.click('text=Send me a sign-in link');
    await page.waitForURL('**/sign-in/sent');
    await page.goto('/outbox');
    const link = (await page.locator('article a').first().getAttribute('href'))!;
    for (let visit = 0; visit < 3; visit++) await context.request.get(link);
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/saved');
    // Signed out again: who is signed in is sent home, whatever the link says.
    await context.clearCookies();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/sign-in?error=Verification');
    await context.close();
  }, 120_000);

  it('works without scripts', async () => {
    const { context, page, email } = await signedIn(false);
    await page.goto('/settings/privacy');
    expect(await page.textContent('main')).toContain(email);
    await context.close();
  }, 120_000);
});

describe('a connector key', () => {
  it('is shown once, works over REST and MCP, and is refused once revoked', async () => {
    const { context, page } = await signedIn();
    await page.goto('/settings/connectors');
    await page.fill('#name', 'end to end');
    await page.click('text=Make the key');
    const key = (await page.locator('pre.snippet').first().textContent())!.trim();
    expect(key).toMatch(/^emk_(live|test)_[0-9A-Za-z]{38}$/);

    const headers = { authorization: `Bearer ${key}` };
    expect((await context.request.get('/v1/agent/me', { headers })).status()).toBe(200);
    const listed = await context.request.post('/v1/mcp', {
      headers: { ...headers, accept: 'application/json, text/event-stream' },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    });
    expect(JSON.stringify(await listed.json())).toContain('service_profile');

    await page.goto('/settings/connectors');
    expect(await page.content()).not.toContain(key);
    await page.click('summary:has-text("Revoke")');
    await page.click('text=Yes, revoke this key');
    await page.waitForSelector('text=Keys that have ended');
    expect((await context.request.get('/v1/agent/me', { headers })).status()).toBe(401);
    await context.close();
  }, 120_000);
});

describe('reading an idea in full', () => {
  it('spends a read by the button, never by visiting', async () => {
    const { context, page } = await signedIn();
    const idea = await ideaToRead(page);
    for (let visit = 0; visit < 3; visit++) await page.goto(idea);
    await page.goto('/settings/plan');
    expect(await page.locator('tr', { hasText: 'Full ideas today' }).textContent()).toContain('0 of 3');
    await page.goto(idea);
    await page.click('text=Read the full argument');
    await page.waitForSelector('text=/Argued by|does not name the speaker/');
    await page.reload();
    await page.goto('/settings/plan');
    expect(await page.locator('tr', { hasText: 'Full ideas today' }).textContent()).toContain('1 of 3');
    await context.close();
  }, 120_000);
});
