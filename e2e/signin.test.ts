import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, type SignedIn, signedInAt } from '#e2e/browser.ts';

/** The built service of this run, or one that runs already. */
const base = process.env.E2E_BASE_URL ?? inject('baseUrl');
const evil = 'https://evil.example';

let browser: Browser;
let reader: SignedIn;

beforeAll(async () => {
  browser = await openBrowser();
  reader = await signedInAt(base, browser);
}, 120_000);
afterAll(() => browser.close());

describe('going on after signing in', () => {
  it.each([
    `${evil}/`,
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])('never leads to another site: %j', async (next) => {
    const answer = await reader.context.request.get(`/sign-in?next=${encodeURIComponent(next)}`, {
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(307);
    expect(new URL(answer.headers().location!, base).href).toBe(`${base}/`);
  });

  it('leads to the page that was asked for', async () => {
    const answer = await reader.context.request.get('/sign-in?next=%2Fsearch%3Fq%3Dai', { maxRedirects: 0 });
    expect(answer.headers().location).toBe('/search?q=ai');
  });
});

describe('the sign-in library’s own addresses', () => {
  // Its callback would sign in whoever is led there, with a link of someone else; its form sends mail past our limits.
  it.each([
    ['GET', 'callback/email?token=0&email=reader%40example.org'],
    ['POST', 'signin/email'],
    ['POST', 'callback/credentials'],
    ['GET', 'csrf'],
    ['GET', 'session'],
    ['GET', 'signout'],
    ['POST', 'signout'],
    ['GET', 'callback/github'],
  ])('%s /api/auth/%s is closed', async (method, path) => {
    expect((await fetch(`${base}/api/auth/${path}`, { method })).status).toBe(404);
  });
});

describe('a form sent from another site', () => {
  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site', origin: evil },
    { 'sec-fetch-site': 'same-site', origin: evil },
    { origin: evil },
    {},
  ])('takes no sign-in link: %j', async (headers) => {
    const body = new URLSearchParams({ email: 'reader@example.org', token: '0' });
    const answer = await fetch(`${base}/sign-in/confirm/go`, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('signs nobody out; one of ours does', async () => {
    const { context, page } = await signedInAt(base, browser);
    await page.goto('/settings/privacy');
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Sign out everywhere' }) });
    const fields = await form
      .locator('input[type=hidden]')
      .evaluateAll((inputs) =>
        inputs.map((input) => [(input as HTMLInputElement).name, (input as HTMLInputElement).value]),
      );
    const multipart = Object.fromEntries(fields);
    const send = (origin: string) =>
      context.request.post('/settings/privacy', { headers: { origin }, multipart, maxRedirects: 0 });
    const opened = async () => new URL((await page.goto('/settings/privacy'))!.url()).pathname;

    expect((await send(evil)).status()).toBeGreaterThanOrEqual(400);
    expect(await opened()).toBe('/settings/privacy');
    expect((await send(base)).status()).toBe(303);
    expect(await opened()).toBe('/sign-in');
    await context.close();
  }, 60_000);
});

describe('a session', () => {
  it('is in a cookie that scripts and other sites do not get, and not in the address of any page', async () => {
    const cookies = await reader.context.cookies();
    const session = cookies.find(({ name }) => name.endsWith('next-auth.session-token'));
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(reader.page.url()).not.toContain(session!.value);
  });

  it('is nobody’s once made up', async () => {
    const answer = await fetch(`${base}/settings/privacy`, {
      headers: { cookie: 'next-auth.session-token=00000000-0000-4000-8000-000000000000' },
      redirect: 'manual',
    });
    expect(answer.headers.get('location')).toContain('/sign-in?next=');
  });
});

describe('asking for a link', () => {
  it('is answered alike for a known address and an unknown one', async () => {
    const answers = [];
    for (const email of [reader.email, `nobody-${Date.now()}@example.org`]) {
      const context = await browser.newContext({ baseURL: base });
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': `127.77.${answers.length}.1` });
      const page = await context.newPage();
      await page.goto('/sign-in');
      await page.fill('#email', email);
      await page.click('text=Send me a sign-in link');
      await page.waitForURL('**/sign-in/sent');
      answers.push(await page.locator('main').textContent());
      await context.close();
    }
    expect(answers[0]).toBe(answers[1]);
  }, 60_000);
});
