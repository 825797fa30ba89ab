import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Agent, agent, makeKey } from '#e2e/journeys/agent.ts';
import { expect, test } from '#e2e/journeys/journey.ts';
import { type SignedIn, signIn } from '#e2e/journeys/reader.ts';
import { earmark } from '#e2e/operator.ts';
import { openPayments, type Payments } from '#e2e/payments.ts';

test.describe('the limits of the free plan', () => {
  let reader: SignedIn;
  let payments: Payments;
  let folder: string;
  let shows: { id: string; slug: string; name: string }[] = [];
  const feeds: string[] = [];

  test.beforeAll(async ({ browser }) => {
    payments = await openPayments();
    folder = mkdtempSync(join(tmpdir(), 'earmark-e2e-shows-'));
    const files = Array.from({ length: 16 }, (_, at) => {
      const file = join(folder, `show-${at}.xml`);
      writeFileSync(file, emptyShow(`Cap show ${String(at).padStart(2, '0')}`));
      return file;
    });
    const added = await earmark('feeds', 'add', ...files);
    feeds.push(...added.feeds.map((feed: { id: string }) => feed.id));
    reader = await signIn(browser);
  });
  test.afterAll(async () => {
    for (const id of feeds) await earmark('feeds', 'remove', id);
    payments?.close();
    await reader?.context.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  test('are met and explained, and lifted by a signed event of the payment provider', async ({ service }) => {
    test.setTimeout(600_000);
    const { page, context, email } = reader;
    const client = agent(context.request, await makeKey(page, 'limits'));
    await reachLimits(client);

    await page.goto(`/shows/${shows[15]!.slug}`);
    await page.getByRole('button', { name: `Follow ${shows[15]!.name}` }).click();
    await explained(page, /15/, '/help/follow-limit');
    await page.goto('/settings/follows');
    await page.locator('#symbol').fill('KO');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await explained(page, /10/, '/help/follow-limit');
    const ideas = (await (await client.get('/v1/agent/ideas?limit=50')).json()).ideas;
    await page.goto(`/ideas/${ideas[10].id}`);
    await page.getByRole('button', { name: 'Save this idea' }).click();
    await explained(page, /10/, '/help/save-limit');
    await openOneWithMore(
      page,
      ideas.slice(3).map(({ id }: { id: string }) => `/ideas/${id}`),
    );
    await expect(page.locator('main')).toContainText('You have opened the 3 full ideas of the free plan');
    await expect(page.locator('main a[href="/help/idea-read-limit"]')).toHaveCount(1);
    await ask(page, 'What did shows say about gold?');
    await explained(page, /3/, '/help/ask-limit');

    await page.goto('/pricing');
    await page.getByRole('button', { name: /a month/ }).click();
    await page.waitForURL('**/pay');
    const { id } = await earmark('account', 'create', '--email', email);
    payments.subscribe('sub_lifted', 'active', id);
    const told = { object: 'checkout.session', subscription: 'sub_lifted' };
    expect(await payments.tell(service.baseUrl, 'checkout.session.completed', told)).toBe(200);

    await page.goto('/settings/plan');
    await expect(page.locator('main')).toContainText('unlimited');
    await page.goto(`/shows/${shows[15]!.slug}`);
    await page.getByRole('button', { name: `Follow ${shows[15]!.name}` }).click();
    await expect(page.getByRole('button', { name: `Unfollow ${shows[15]!.name}` })).toBeVisible();
    await page.goto(`/ideas/${ideas[10].id}`);
    await page.getByRole('button', { name: 'Save this idea' }).click();
    await expect(page.getByRole('button', { name: 'Remove from saved' })).toBeVisible();
    await expect(page.getByText('Read the full argument')).toHaveCount(0);
    await ask(page, 'What did shows say about gold?');
    await page.waitForURL('**/ask/*');

    payments.subscribe('sub_lifted', 'canceled', id);
    const ended = { id: 'sub_lifted', object: 'subscription' };
    expect(await payments.tell(service.baseUrl, 'customer.subscription.deleted', ended)).toBe(200);
    const { plan, quotas } = await (await client.get('/v1/agent/me')).json();
    expect([plan, quotas.followedShows]).toEqual(['free', expect.objectContaining({ used: 16, limit: 15 })]);
  });

  /** Spends every allowance over the API, as an agent would. */
  async function reachLimits(client: Agent): Promise<void> {
    shows = (await (await client.get('/v1/agent/shows?q=Cap%20show&limit=100')).json()).shows;
    expect(shows).toHaveLength(16);
    for (const show of shows.slice(0, 15)) {
      expect((await client.post('/v1/agent/follows/shows', { showId: show.id })).status()).toBe(200);
    }
    const symbols = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'META', 'TSLA', 'JPM', 'V', 'COIN'];
    for (const symbol of symbols) {
      expect((await client.post('/v1/agent/follows/tickers', { symbol })).status()).toBe(200);
    }
    const { ideas } = await (await client.get('/v1/agent/ideas?limit=50')).json();
    for (const idea of ideas.slice(0, 10)) {
      expect((await client.post('/v1/agent/saves', { ideaId: idea.id })).status()).toBe(200);
    }
    for (const idea of ideas.slice(0, 3)) {
      expect((await client.get(`/v1/agent/ideas/${idea.id}`)).status()).toBe(200);
    }
    for (let asked = 0; asked < 3; asked++) {
      const question = 'What did shows say about Berkshire Hathaway?';
      expect((await client.post('/v1/agent/ask', { question })).status()).toBe(200);
    }
  }
});

/** Opens the first of these ideas that has more to read than its card. */
async function openOneWithMore(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    const argument = page.locator('section[aria-labelledby="argument"]');
    if (!(await argument.textContent())?.includes('nothing to open')) return;
  }
  throw new Error('None of these ideas has more to read.');
}

/** Checks that a refusal on a page names the limit, and links to its help and to where it is lifted. */
async function explained(page: Page, limit: RegExp, help: string): Promise<void> {
  const note = page.locator('main [role="alert"]').first();
  await expect(note).toBeVisible();
  await expect(note).toContainText(limit);
  await expect(note.locator(`a[href="${help}"]`)).toHaveCount(1);
  await expect(note.locator('a[href="/pricing"]')).toHaveCount(1);
  expect((await page.request.get(help)).status()).toBe(200);
}

async function ask(page: Page, question: string): Promise<void> {
  await page.goto('/ask');
  await page.locator('#question').fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
}

function emptyShow(title: string): string {
  const item = `<item><title>First</title><guid>${title}</guid><pubDate>${new Date().toUTCString()}</pubDate></item>`;
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title><link>https://example.org/</link><description>Empty</description>${item}</channel></rss>`;
}
