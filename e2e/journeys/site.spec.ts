import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/journeys/journey.ts';
import { askForLink, confirm } from '#e2e/journeys/reader.ts';

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

test.describe('signing in', () => {
  test('needs the button: opening the link from a mail scanner spends nothing', async ({ context, page }) => {
    await askForLink(page, `scanned-${Date.now()}@example.org`, '/saved');
    await page.goto('/outbox');
    const link = (await page.locator('article a').first().getAttribute('href'))!;
    for (let visit = 0; visit < 3; visit++) await context.request.get(link);
    await page.goto(link);
    await confirm(page);
    await expect(page).toHaveURL('/saved');
    // Signed out first: a link sends who is signed in home, whatever it says.
    await context.clearCookies();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/sign-in?error=Verification');
  });

  test('works without scripts', async ({ signedIn }) => {
    const { page, email } = await signedIn({ javaScriptEnabled: false });
    await page.goto('/settings/privacy');
    await expect(page.locator('main')).toContainText(email);
  });
});

test.describe('the terms', () => {
  test('lead who owns a show to where shows are claimed', async ({ signedIn }) => {
    const { page } = await signedIn();
    await page.goto('/terms');
    await page.getByRole('link', { name: 'claim it' }).click();
    await expect(page.getByRole('heading', { name: 'Claim a show' })).toBeVisible();
  });
});

test.describe('a connector key', () => {
  test('is shown once, works over REST and MCP, and is refused once revoked', async ({ signedIn }) => {
    const { context, page } = await signedIn();
    await page.goto('/settings/connectors');
    await page.locator('#name').fill('end to end');
    await page.getByRole('button', { name: 'Make the key' }).click();
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
    await page.locator('summary', { hasText: 'Revoke' }).first().click();
    await page.getByRole('button', { name: 'Yes, revoke this key' }).click();
    await expect(page.getByText('Keys that have ended').first()).toBeVisible();
    expect((await context.request.get('/v1/agent/me', { headers })).status()).toBe(401);
  });
});

test.describe('reading an idea in full', () => {
  test('spends a read by the button, never by visiting', async ({ signedIn }) => {
    const { page } = await signedIn();
    const idea = await ideaToRead(page);
    for (let visit = 0; visit < 3; visit++) await page.goto(idea);
    await page.goto('/settings/plan');
    await expect(page.locator('tr', { hasText: 'Full ideas today' })).toContainText('0 of 3');
    await page.goto(idea);
    await page.getByRole('button', { name: 'Read the full argument' }).click();
    await expect(page.getByText(/Argued by/).first()).toBeVisible();
    await page.reload();
    await page.goto('/settings/plan');
    await expect(page.locator('tr', { hasText: 'Full ideas today' })).toContainText('1 of 3');
  });
});

test('shows no line of loading on a page that Back leads to', async ({ page }) => {
  await page.goto('/shows', { waitUntil: 'networkidle' });
  await page.locator('main h2 a').first().click();
  await page.waitForURL('**/shows/*');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Shows' })).toBeVisible();
  await expect(page.locator('.progress')).toHaveCount(0);
});

test.describe('the home page', () => {
  test('promises the ideas that are found, not every one', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('main')).toContainText('writes down the investment ideas it finds');
    const told = await page.locator('head meta[name="description"]').getAttribute('content');
    expect(told).toContain('keeps the investment ideas it finds');
  });
});

test.describe('a report of a mistake', () => {
  test('is answered in sight without scripts', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/search');
    await page.locator('article h2 a[href^="/ideas/"]').first().click();
    await page.locator('summary', { hasText: 'Report a mistake' }).click();
    await page.locator('#text').fill('The speaker is her guest, not the host.');
    await page.getByRole('button', { name: 'Send the report' }).click();
    await expect(page.getByText('The report is with the operator')).toBeInViewport();
    await context.close();
  });
});

test.describe('the samples', () => {
  test('show every kind of widget', async ({ page }) => {
    await page.goto('/widgets');
    await page.getByRole('link', { name: 'Margin Notes' }).click();
    const preview = page.frameLocator('iframe');
    await expect(preview.locator('li a').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'As an image' })).toBeVisible();
    const episodes = page.locator('section', { hasText: 'Widgets of single episodes' }).last();
    await episodes.getByRole('link', { name: 'Swapping Chairs' }).click();
    await expect(preview.locator('h1')).toContainText('Swapping Chairs');
    await page.goto('/widgets?kind=ticker&id=TSM');
    await expect(preview.locator('h1')).toContainText('TSM');
  });

  test('have a preview image of their own on the home page, a ticker, a show and an idea', async ({
    page,
    request,
  }) => {
    await page.goto('/');
    const idea = await page.locator('article h3 a[href^="/ideas/"]').first().getAttribute('href');
    const images = new Set<string>();
    for (const path of ['/', '/tickers/TSM', '/shows/margin-notes', idea!]) {
      await page.goto(path);
      const image = await page.locator('head meta[property="og:image"]').getAttribute('content');
      await expect(page.locator('head meta[name="twitter:card"]')).toHaveAttribute(
        'content',
        'summary_large_image',
      );
      const answer = await request.get(image!);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
      images.add(image!);
    }
    expect(images.size).toBe(4);
  });

  test('describe themselves in a shared link as in a search engine', async ({ page }) => {
    for (const path of ['/', '/tickers/TSM', '/themes/semiconductors', '/people/Tessa%20Okonjo', '/ask']) {
      await page.goto(path);
      const told = (name: string) => page.locator(`head meta[${name}]`).getAttribute('content');
      const description = await told('name="description"');
      expect(await told('property="og:description"')).toBe(description);
      expect(await told('name="twitter:description"')).toBe(description);
      expect(await told('property="og:image"')).toContain('opengraph-image');
    }
  });

  test('tell a person where to ask for the removal of their name', async ({ page }) => {
    await page.goto('/people/Tessa%20Okonjo');
    const section = page.locator('section', { hasText: 'Is this your name?' });
    await expect(section).toContainText('taken out of pages, search, answers, the API, MCP, feeds');
    await expect(section.getByRole('link', { name: 'Report it on the page of the idea' })).toBeVisible();
  });
});
