import { expect, test } from '#e2e/journeys/journey.ts';
import { askForLink, ownAddress, type SignedIn, signIn } from '#e2e/journeys/reader.ts';

const evil = 'https://evil.example';

let reader: SignedIn;
test.beforeAll(async ({ browser }) => {
  reader = await signIn(browser);
});
test.afterAll(() => reader?.context.close());

test.describe('going on after signing in', () => {
  for (const next of [
    `${evil}/`,
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])
    test(`never leads to another site: ${JSON.stringify(next)}`, async ({ service }) => {
      const answer = await reader.context.request.get(`/sign-in?next=${encodeURIComponent(next)}`, {
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(307);
      expect(new URL(answer.headers().location!, service.baseUrl).href).toBe(`${service.baseUrl}/`);
    });

  test('leads to the page that was asked for', async () => {
    const answer = await reader.context.request.get('/sign-in?next=%2Fsearch%3Fq%3Dai', { maxRedirects: 0 });
    expect(answer.headers().location).toBe('/search?q=ai');
  });
});

test.describe('a page that needs an account', () => {
  for (const path of [
    '/digest?date=2026-09-01',
    '/saved?cursor=c',
    '/settings',
    '/settings/follows',
    '/settings/plan?paid=1',
    '/settings/alerts',
    '/settings/searches',
    '/settings/shows?find=margin+notes',
    '/settings/shows/margin-notes',
    '/settings/connectors/00000000-0000-4000-8000-000000000000?status=429',
    '/settings/privacy',
  ])
    test(`comes after signing in where it was asked for: ${path}`, async ({ request }) => {
      const answer = await request.get(path, { maxRedirects: 0 });
      expect(answer.status()).toBe(307);
      expect(answer.headers().location).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
    });

  test('comes after signing in where a link to it was followed on a page', async ({ page }) => {
    await page.goto('/corrections');
    await page.getByRole('link', { name: 'Claim your show' }).click();
    await page.waitForURL('/sign-in?next=%2Fsettings%2Fshows');
  });
});

test.describe('the sign-in library’s own addresses', () => {
  // Its callback would sign a reader in with somebody else's link; its form would send mail past our limits.
  for (const [method, path] of [
    ['GET', 'callback/email?token=0&email=reader%40example.org'],
    ['POST', 'signin/email'],
    ['POST', 'callback/credentials'],
    ['GET', 'csrf'],
    ['GET', 'session'],
    ['GET', 'signout'],
    ['POST', 'signout'],
    ['GET', 'callback/github'],
  ] as const)
    test(`${method} /api/auth/${path} is closed`, async ({ request }) => {
      expect((await request.fetch(`/api/auth/${path}`, { method })).status()).toBe(404);
    });
});

test.describe('a form sent from another site', () => {
  const FROM_ELSEWHERE: readonly Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: evil },
    { 'sec-fetch-site': 'same-site', origin: evil },
    { origin: evil },
    {},
  ];
  for (const headers of FROM_ELSEWHERE)
    test(`takes no sign-in link: ${JSON.stringify(headers)}`, async ({ service }) => {
      const body = new URLSearchParams({ email: 'reader@example.org', token: '0' });
      const answer = await fetch(`${service.baseUrl}/sign-in/confirm/go`, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('set-cookie')).toBeNull();
    });

  test('signs nobody out; one of ours does', async ({ service, signedIn }) => {
    const { context, page } = await signedIn();
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
    expect((await send(service.baseUrl)).status()).toBe(303);
    expect(await opened()).toBe('/sign-in');
  });
});

test.describe('a session', () => {
  test('is in a cookie that scripts and other sites do not get, and not in the address of any page', async () => {
    const cookies = await reader.context.cookies();
    const session = cookies.find(({ name }) => name.endsWith('next-auth.session-token'));
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(reader.page.url()).not.toContain(session!.value);
  });

  test('is nobody’s once made up', async ({ service }) => {
    const answer = await fetch(`${service.baseUrl}/settings/privacy`, {
      headers: { cookie: 'next-auth.session-token=00000000-0000-4000-8000-000000000000' },
      redirect: 'manual',
    });
    expect(answer.headers.get('location')).toContain('/sign-in?next=');
  });
});

test.describe('asking for a link', () => {
  test('is answered alike for a known address and an unknown one', async ({ browser }) => {
    const answers = [];
    for (const email of [reader.email, `nobody-${Date.now()}@example.org`]) {
      const context = await browser.newContext({ extraHTTPHeaders: ownAddress() });
      const page = await context.newPage();
      await askForLink(page, email);
      answers.push(await page.locator('main').textContent());
      await context.close();
    }
    expect(answers[0]).toBe(answers[1]);
  });
});
