import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { mailedLink, openBrowser, type SignedIn, signedInAt } from '#e2e/browser.ts';
import { earmark } from '#e2e/operator.ts';
import { openPayments, type Payments } from '#e2e/payments.ts';
import { type Publisher, publish } from '#e2e/publisher.ts';

/** What an account holder does, in Chromium against the built service; what readers without an account do is in site.test.ts. */

const base = inject('baseUrl');
const SHOW = 'The Late Bell';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser?.close());

const signedIn = (javaScript = true) => signedInAt(base, browser, javaScript);

/** Makes a key with every scope in the page and returns its text. */
async function makeKey(page: Page, name: string): Promise<string> {
  await page.goto('/settings/connectors');
  await page.fill('#name', name);
  await page.check('input[name="preset"][value="everything"]');
  await page.click('text=Make the key');
  return (await page.locator('pre.snippet').first().textContent())!.trim();
}

/** Calls the API with a key; an address of its own keeps tests out of each other's buckets. */
function agent(request: APIRequestContext, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  return {
    get: (path: string) => request.get(path, { headers }),
    post: (path: string, data: object = {}) => request.post(path, { headers, data }),
    tool: async (name: string, args: object = {}) => {
      const answer = await request.post('/v1/mcp', {
        headers: { ...headers, accept: 'application/json, text/event-stream' },
        data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      });
      return { status: answer.status(), text: await answer.text() };
    },
  };
}

describe('a connector key that is replaced', () => {
  it('works over REST and MCP beside its successor, until each is revoked', async () => {
    const { context, page } = await signedIn();
    const old = agent(context.request, await makeKey(page, 'laptop'));
    expect((await old.get('/v1/agent/me')).status()).toBe(200);
    expect((await old.tool('service_profile')).text).toContain('ideaReads');

    await page.goto('/settings/connectors');
    await page.click('text=Replace, with 24 hours of overlap');
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
    await page.waitForSelector('text=Keys that have ended');
    expect((await old.get('/v1/agent/me')).status()).toBe(401);
    expect((await old.tool('service_profile')).status).toBe(401);
    expect((await successor.get('/v1/agent/me')).status()).toBe(200);
    await context.close();
  }, 120_000);
});

describe('a follow', () => {
  it('changes the digest on the page and for the agent', async () => {
    const { context, page } = await signedIn();
    const reader = agent(context.request, await makeKey(page, 'digest'));
    const digest = async () => (await reader.get('/v1/agent/digest')).json();
    expect(await digest()).toMatchObject({ personalized: false, followedTickerCount: 0 });
    const symbol = (await digest()).ideas.find((idea: { tickers: string[] }) => idea.tickers[0])?.tickers[0];
    await page.goto('/settings/follows');
    await page.fill('#symbol', symbol);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.locator('li', { hasText: symbol }).waitFor();
    const after = await digest();
    expect(after).toMatchObject({ personalized: true, followedTickerCount: 1 });
    expect(after.ideas[0]).toMatchObject({ reason: 'followed_ticker' });
    await page.goto('/digest');
    expect(await page.locator('main article').first().textContent()).toContain(symbol);
    await context.close();
  }, 120_000);
});

describe('the limits of the free plan', () => {
  let reader: SignedIn;
  let payments: Payments;
  let folder: string;
  let shows: { id: string; slug: string; name: string }[] = [];
  const feeds: string[] = [];

  beforeAll(async () => {
    payments = await openPayments();
    folder = mkdtempSync(join(tmpdir(), 'earmark-e2e-shows-'));
    const files = Array.from({ length: 16 }, (_, at) => {
      const file = join(folder, `show-${at}.xml`);
      writeFileSync(file, emptyShow(`Cap show ${String(at).padStart(2, '0')}`));
      return file;
    });
    const added = await earmark('feeds', 'add', ...files);
    feeds.push(...added.feeds.map((feed: { id: string }) => feed.id));
    reader = await signedIn();
  }, 120_000);
  afterAll(async () => {
    for (const id of feeds) await earmark('feeds', 'remove', id);
    payments?.close();
    await reader?.context.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  it('are met and explained, and lifted by a signed event of the payment provider', async () => {
    const { page, context, email } = reader;
    const client = agent(context.request, await makeKey(page, 'limits'));
    await reachLimits(client);

    await page.goto(`/shows/${shows[15]!.slug}`);
    await page.getByRole('button', { name: `Follow ${shows[15]!.name}` }).click();
    await explained(page, /15/, '/help/follow-limit');
    await page.goto('/settings/follows');
    await page.fill('#symbol', 'KO');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await explained(page, /10/, '/help/follow-limit');
    const ideas = (await (await client.get('/v1/agent/ideas?limit=50')).json()).ideas;
    await page.goto(`/ideas/${ideas[10].id}`);
    await page.getByRole('button', { name: 'Save this idea' }).click();
    await explained(page, /10/, '/help/save-limit');
    await page.goto(`/ideas/${ideas[3].id}`);
    expect(await page.textContent('main')).toContain('You have opened the 3 full ideas of the free plan');
    expect(await page.locator('main a[href="/help/idea-read-limit"]').count()).toBe(1);
    await ask(page, 'What did shows say about gold?');
    await explained(page, /3/, '/help/ask-limit');

    await page.goto('/pricing');
    await page.getByRole('button', { name: /a month/ }).click();
    await page.waitForURL('**/pay');
    const { id } = await earmark('account', 'create', '--email', email);
    payments.subscribe('sub_lifted', 'active', id);
    const told = { object: 'checkout.session', subscription: 'sub_lifted' };
    expect(await payments.tell(base, 'checkout.session.completed', told)).toBe(200);

    await page.goto('/settings/plan');
    expect(await page.textContent('main')).toContain('unlimited');
    await page.goto(`/shows/${shows[15]!.slug}`);
    await page.getByRole('button', { name: `Follow ${shows[15]!.name}` }).click();
    await page.getByRole('button', { name: `Unfollow ${shows[15]!.name}` }).waitFor();
    await page.goto(`/ideas/${ideas[10].id}`);
    await page.getByRole('button', { name: 'Save this idea' }).click();
    await page.getByRole('button', { name: 'Remove from saved' }).waitFor();
    expect(await page.locator('text=Read the full argument').count()).toBe(0);
    await ask(page, 'What did shows say about gold?');
    await page.waitForURL('**/ask/*');

    payments.subscribe('sub_lifted', 'canceled', id);
    const ended = { id: 'sub_lifted', object: 'subscription' };
    expect(await payments.tell(base, 'customer.subscription.deleted', ended)).toBe(200);
    const { plan, quotas } = await (await client.get('/v1/agent/me')).json();
    expect([plan, quotas.followedShows]).toEqual(['free', expect.objectContaining({ used: 16, limit: 15 })]);
  }, 240_000);

  /** Spends every allowance over the API, as an agent would. */
  async function reachLimits(client: ReturnType<typeof agent>): Promise<void> {
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

/** A refusal on a page says the limit, what it means and where it is lifted. */
async function explained(page: Page, limit: RegExp, help: string): Promise<void> {
  const note = page.locator('main [role="alert"]').first();
  await note.waitFor();
  expect(await note.textContent()).toMatch(limit);
  expect(await note.locator(`a[href="${help}"]`).count()).toBe(1);
  expect(await note.locator('a[href="/pricing"]').count()).toBe(1);
  expect((await page.request.get(help)).status()).toBe(200);
}

async function ask(page: Page, question: string): Promise<void> {
  await page.goto('/ask');
  await page.fill('#question', question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
}

function emptyShow(title: string): string {
  const item = `<item><title>First</title><guid>${title}</guid><pubDate>${new Date().toUTCString()}</pubDate></item>`;
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title><link>https://example.org/</link><description>Empty</description>${item}</channel></rss>`;
}

describe('alerts', () => {
  type Got = { headers: IncomingHttpHeaders; body: string };
  const got: Got[] = [];
  let receiver: Server;
  let publisher: Publisher | undefined;
  let reader: SignedIn;
  let secret = '';
  let feedUrl = '';
  /** A sample show that lately argued something about a ticker: its transcripts, published anew, say so again. */
  let sample: { show: string; ticker: string };

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      got.push({ headers: request.headers, body });
      response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    reader = await signedIn();
    sample = await latelyArgued(agent(reader.context.request, await makeKey(reader.page, 'samples')));
  }, 120_000);
  afterAll(async () => {
    if (publisher) await earmark('feeds', 'remove', publisher.feedUrl);
    publisher?.close();
    receiver?.close();
    await reader?.context.close();
  }, 60_000);

  it('are off until they are switched on, and each channel works from the page', async () => {
    const { page } = reader;
    await page.goto('/settings/follows');
    await page.fill('#symbol', sample.ticker);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.locator('li', { hasText: sample.ticker }).waitFor();

    await page.goto('/settings/alerts');
    expect(await page.locator('input[name="mail"][value="off"]').isChecked()).toBe(true);
    await page.check('input[name="mail"][value="daily"]');
    await page.uncheck('input[name="newIdeas"]');
    await page.uncheck('input[name="stanceChange"]');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('main [role="alert"]', { hasText: 'Tick what to be told' }).waitFor();
    await page.check('input[name="newIdeas"]');
    await page.check('input[name="stanceChange"]');
    await page.check('input[name="mail"][value="daily"]');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForSelector('text=The digest comes daily');
    expect(await page.locator('input[name="mail"][value="daily"]').isChecked()).toBe(true);

    await page.getByRole('button', { name: 'Open a feed' }).click();
    const address = page.locator('pre.snippet', { hasText: '/feeds/' });
    await address.waitFor();
    feedUrl = (await address.textContent())!.trim();
    expect(feedUrl.startsWith(`${base}/feeds/`)).toBe(true);

    await page.fill('#url', 'http://example.org/hook');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('main [role="alert"]', { hasText: 'https://' }).waitFor();
    await page.fill('#url', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const shown = page.locator('pre.snippet', { hasText: 'whsec_' });
    await shown.waitFor();
    secret = (await shown.textContent())!.trim();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.waitForSelector('text=The address took it with 204.');
    expect(verified(got[0]!)).toMatchObject({ type: 'test' });
    await page.reload();
    expect(await page.content()).not.toContain(secret);
    await page.click('summary:has-text("Last deliveries")');
    await page.waitForSelector('text=delivered, answered 204');
  }, 120_000);

  it('tell of a new episode by webhook, feed and mail', async () => {
    publisher = await publish(SHOW, ['What changed this week'], sample.show);
    await earmark('feeds', 'add', publisher.feedUrl);
    await earmark('feeds', 'poll', publisher.feedUrl);
    await earmark('alerts', 'run', '--early');

    await expect.poll(() => got.map((one) => verified(one).type), { timeout: 90_000 }).toContain('idea.new');
    const event = got.map(verified).find((body) => body.type === 'idea.new');
    expect(event.data).toMatchObject({
      idea: { show: { name: SHOW } },
      followed: { tickers: [sample.ticker] },
    });
    expect(event.attribution.source).toBe('Earmark');

    const { request } = reader.context;
    const answer = await request.get(feedUrl);
    expect(answer.headers()['cache-control']).toMatch(/^private/);
    expect(answer.headers()['x-robots-tag']).toContain('noindex');
    const xml = await answer.text();
    expect(xml).toContain(event.data.idea.url);
    const again = await request.get(feedUrl, { headers: { 'if-none-match': answer.headers().etag! } });
    expect(again.status()).toBe(304);

    await expect.poll(digestText, { timeout: 30_000 }).toContain(SHOW);
    const text = await digestText();
    expect(text).toContain(`You follow ${sample.ticker}.`);
    expect(text).toContain(event.data.idea.url);
  }, 180_000);

  it('stop by the link of the mail, signed out, and not by looking at it', async () => {
    const link = /https?:\/\/\S+\/unsubscribe\?\S+/.exec(await digestText())![0];
    const stranger = await browser.newContext({ baseURL: base });
    const page = await stranger.newPage();
    for (let look = 0; look < 2; look++) await page.goto(link);
    await reader.page.goto('/settings/alerts');
    expect(await reader.page.locator('input[name="mail"][value="daily"]').isChecked()).toBe(true);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map((found) => found.id)).toEqual([]);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.waitForSelector('text=You are unsubscribed');
    await reader.page.goto('/settings/alerts');
    expect(await reader.page.locator('input[name="mail"][value="off"]').isChecked()).toBe(true);
    await page.goto(`${link}x`);
    await page.waitForSelector('text=This link does not work');
    await stranger.close();
  }, 120_000);

  it('close the feed, whose address then names nothing', async () => {
    const { page, context } = reader;
    await page.goto('/settings/alerts');
    await page.getByRole('button', { name: 'Close the feed' }).click();
    await page.getByRole('button', { name: 'Open a feed' }).waitFor();
    expect((await context.request.get(feedUrl)).status()).toBe(404);
  }, 60_000);

  it('can be set without scripts', async () => {
    const { context, page } = await signedIn(false);
    await page.goto('/settings/alerts');
    await page.check('input[name="mail"][value="weekly"]');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForSelector('text=The digest comes weekly');
    await page.getByRole('button', { name: 'Open a feed' }).click();
    await page.locator('pre.snippet', { hasText: '/feeds/' }).waitFor();
    await page.fill('#url', 'https://hooks.example.org/x');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('pre.snippet', { hasText: 'whsec_' }).waitFor();
    await page.goto('/settings/alerts');
    expect(await page.locator('input[name="mail"][value="weekly"]').isChecked()).toBe(true);
    await context.close();
  }, 120_000);

  it('have a page that axe finds nothing on, in both schemes and 320 pixels wide', async () => {
    const { page } = reader;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/settings/alerts');
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(over).toBeLessThanOrEqual(0);
  }, 120_000);

  async function latelyArgued(client: ReturnType<typeof agent>) {
    const weekAgo = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
    const answer = await client.get(`/v1/agent/ideas?limit=50&from=${weekAgo}`);
    type Idea = { tickers: string[]; show: { name: string } };
    const idea = (await answer.json()).ideas.find((one: Idea) => one.tickers[0]) as Idea;
    return { show: idea.show.name, ticker: idea.tickers[0]! };
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of a body
  function verified({ headers, body }: Got): any {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  }

  /** The text of the reader's newest digest in the local outbox. */
  async function digestText(): Promise<string> {
    await reader.page.goto('/outbox');
    const mail = reader.page.locator('article', { hasText: `To ${reader.email}` });
    return (await mail.filter({ hasText: 'on what you follow' }).first().textContent()) ?? '';
  }

  describe('a report of a mistake', () => {
    it('is reviewed by the operator; the page, the list and the reporter are told', async () => {
      const { context } = reader;
      const { id } = got.map(verified).find((body) => body.type === 'idea.new').data.idea;
      const stranger = await browser.newContext({ baseURL: base });
      const page = await stranger.newPage();
      const contact = `reporter-${Date.now()}@example.org`;
      await page.goto(`/ideas/${id}`);
      await page.click('summary:has-text("Report a mistake")');
      await page.selectOption('#kind', 'stance');
      await page.fill('#text', 'Both sides were argued, not one.');
      await page.fill('#contact', contact);
      await page.getByRole('button', { name: 'Send the report' }).click();
      await page.waitForSelector('text=The report is with the operator');

      const before = await (await context.request.get(`${base}/ideas/${id}`)).text();
      expect(before).not.toContain('Argued from both ends.');
      const { corrections } = await earmark('correction', 'list');
      const report = corrections.find((one: { ideaId: string }) => one.ideaId === id);
      const stance =
        (await earmark('correction', 'show', report.id)).idea.stance === 'MIXED' ? 'BALANCED' : 'MIXED';
      const accepted = [
        'correction',
        'accept',
        report.id,
        '--stance',
        stance,
        '--note',
        'Argued from both ends.',
      ];
      expect(await earmark(...accepted)).toMatchObject({ changed: ['stance'], reporter: 'mailed' });
      await expect(earmark(...accepted)).rejects.toThrow('already');

      await page.goto(`/ideas/${id}`);
      await page.waitForSelector('text=/Corrected.*stance.*Argued from both ends/');
      await page.goto('/corrections');
      await page
        .locator('li', { hasText: 'Argued from both ends.' })
        .locator(`a[href="/ideas/${id}"]`)
        .waitFor();
      expect(await mailedLink(page, contact)).toBe(`${base}/ideas/${id}`);
      await stranger.close();
    }, 120_000);
  });
});

describe('signing out and leaving', () => {
  it('ends every session at once', async () => {
    const { context, page, email } = await signedIn();
    const other = await browser.newContext({
      baseURL: base,
      // Its own bucket of sign-in mails.
      extraHTTPHeaders: { 'x-forwarded-for': `127.9.9.${Math.floor(Math.random() * 254) + 1}` },
    });
    const elsewhere = await other.newPage();
    await elsewhere.goto('/sign-in');
    await elsewhere.fill('#email', email);
    await elsewhere.click('text=Send me a sign-in link');
    await elsewhere.waitForURL('**/sign-in/sent');
    await elsewhere.goto(await mailedLink(elsewhere, email));
    await elsewhere.getByRole('button', { name: 'Sign in' }).click();
    await elsewhere.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    await page.goto('/settings/privacy');
    expect(await page.textContent('main')).toContain('2 sessions');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(`${base}/`);
    for (const one of [page, elsewhere]) {
      await one.goto('/settings/privacy');
      expect(new URL(one.url()).pathname).toBe('/sign-in');
    }
    await other.close();
    await context.close();
  }, 120_000);

  it('erases the account with its keys, when the address is typed to confirm', async () => {
    const { context, page, email } = await signedIn();
    const client = agent(context.request, await makeKey(page, 'gone soon'));
    expect((await client.get('/v1/agent/me')).status()).toBe(200);
    await page.goto('/settings/privacy');
    const exported = await (await context.request.get('/settings/privacy/export')).json();
    expect(exported).toMatchObject({ account: { email }, alertWebhooks: [], alertEvents: [] });
    await page.fill('#confirmEmail', 'other@example.org');
    await page.getByRole('button', { name: 'Erase my account' }).click();
    await page.locator('main [role="alert"]').waitFor();
    await page.fill('#confirmEmail', email);
    await page.getByRole('button', { name: 'Erase my account' }).click();
    await page.waitForURL('**/goodbye');
    expect((await client.get('/v1/agent/me')).status()).toBe(401);
    await page.goto('/settings/privacy');
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await context.close();
  }, 120_000);
});

describe('the head of the page on a narrow window', () => {
  const narrow = { width: 320, height: 700 };
  const rows = (page: Page) =>
    page.evaluate(() => {
      const shown = [...document.querySelectorAll('header a, header summary')].filter(
        (element) => element.checkVisibility() && !element.classList.contains('sr-only'),
      );
      return new Set(shown.map((element) => Math.round(element.getBoundingClientRect().top / 10))).size;
    });

  it('takes two rows, and its menu works by keyboard', async () => {
    const { context, page } = await signedIn();
    await page.setViewportSize(narrow);
    await page.goto('/');
    expect(await rows(page)).toBe(2);
    const menu = page.locator('header summary');
    const digest = page.locator('header details a[href="/digest"]');
    await menu.focus();
    await page.keyboard.press('Enter');
    expect(await digest.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await digest.isVisible()).toBe(false);
    expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const { violations } = await new AxeBuilder({ page }).include('header').analyze();
    expect(violations.map((found) => found.id)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await digest.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/digest');
    await expect.poll(() => digest.isVisible()).toBe(false);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(await rows(page)).toBe(1);
    expect(await menu.isVisible()).toBe(false);
    await context.close();
  }, 120_000);

  it('has a menu that opens without scripts', async () => {
    const { context, page } = await signedIn(false);
    await page.setViewportSize(narrow);
    await page.goto('/');
    expect(await page.locator('header details a[href="/saved"]').isVisible()).toBe(false);
    await page.locator('header summary').click();
    await page.locator('header details a[href="/saved"]').click();
    await page.waitForURL('**/saved');
    await context.close();
  }, 120_000);
});
