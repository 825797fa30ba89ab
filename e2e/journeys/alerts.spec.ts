import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, faults, overflow, test } from '#e2e/journeys/journey.ts';
import { mailedLink, type SignedIn, signIn } from '#e2e/journeys/reader.ts';
import { earmark } from '#e2e/operator.ts';
import { type Publisher, publish } from '#e2e/publisher.ts';
import { argument } from '#server/testing/servers/publisher.ts';

const SHOW = 'The Late Bell';
/** What the show argues about. */
const TICKER = 'NVDA';

test.describe('quiet hours', () => {
  test('are still shown once they are saved, and saved again', async ({ signedIn }) => {
    const { page } = await signedIn();
    await page.goto('/settings/alerts');
    const chosen = { quietFrom: '22', quietUntil: '8', timeZone: 'Europe/Berlin' };
    for (const [name, value] of Object.entries(chosen)) await page.locator(`#${name}`).selectOption(value);
    for (const _time of ['first', 'second']) {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Saved. No mail is sent.')).toBeVisible();
      for (const [name, value] of Object.entries(chosen))
        await expect(page.locator(`#${name}`)).toHaveValue(value);
      await page.reload();
    }
    await expect(page.locator('#quietFrom')).toHaveValue('22');
  });

  test('are refused without their end, which is said', async ({ signedIn }) => {
    const { page } = await signedIn();
    await page.goto('/settings/alerts');
    await page.locator('#quietFrom').selectOption('22');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Quiet hours need both')).toBeVisible();
    await expect(page.locator('#quietFrom')).toHaveValue('22');
  });
});

test.describe('alerts', () => {
  // One journey: each test continues where the one before it ended.
  test.describe.configure({ mode: 'serial' });

  type Got = { headers: IncomingHttpHeaders; body: string };
  const got: Got[] = [];
  let receiver: Server;
  let publisher: Publisher | undefined;
  let reader: SignedIn;
  let secret = '';
  let feedUrl = '';

  test.beforeAll(async ({ browser }) => {
    receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      got.push({ headers: request.headers, body });
      response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    reader = await signIn(browser);
  });
  test.afterAll(async () => {
    if (publisher) await earmark('feeds', 'remove', publisher.feedUrl);
    publisher?.close();
    receiver?.close();
    await reader?.context.close();
  });

  test('are off until they are switched on, and each channel works from the page', async ({ service }) => {
    const { page } = reader;
    await page.goto('/settings/follows');
    await page.locator('#symbol').fill(TICKER);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(page.locator('li', { hasText: TICKER })).toBeVisible();

    await page.goto('/settings/alerts');
    await expect(page.locator('input[name="mail"][value="off"]')).toBeChecked();
    await page.locator('input[name="mail"][value="daily"]').check();
    await page.locator('input[name="newIdeas"]').uncheck();
    await page.locator('input[name="stanceChange"]').uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.locator('main [role="alert"]', { hasText: 'Tick what to be told' })).toBeVisible();
    await page.locator('input[name="newIdeas"]').check();
    await page.locator('input[name="stanceChange"]').check();
    await page.locator('input[name="mail"][value="daily"]').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The digest comes daily').first()).toBeVisible();
    await expect(page.locator('input[name="mail"][value="daily"]')).toBeChecked();

    await page.getByRole('button', { name: 'Open a feed' }).click();
    const address = page.locator('pre.snippet', { hasText: '/feeds/' });
    await expect(address).toBeVisible();
    feedUrl = (await address.textContent())!.trim();
    expect(feedUrl.startsWith(`${service.baseUrl}/feeds/`)).toBe(true);

    await page.locator('#url').fill('http://example.org/hook');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.locator('main [role="alert"]', { hasText: 'https://' })).toBeVisible();
    await page.locator('#url').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const shown = page.locator('pre.snippet', { hasText: 'whsec_' });
    await expect(shown).toBeVisible();
    await expect(page.getByText('Removed.')).toHaveCount(0);
    secret = (await shown.textContent())!.trim();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('The address took it with 204.').first()).toBeVisible();
    expect(verified(got[0]!)).toMatchObject({ type: 'test' });
    await page.reload();
    expect(await page.content()).not.toContain(secret);
    await page.locator('summary', { hasText: 'Last deliveries' }).first().click();
    await expect(page.getByText('delivered, answered 204').first()).toBeVisible();
  });

  test('tell of a new episode by webhook, feed and mail', async () => {
    test.setTimeout(600_000);
    publisher = await publish(SHOW, ['What changed this week'], argument());
    await earmark('feeds', 'add', publisher.feedUrl);
    await earmark('feeds', 'poll', publisher.feedUrl);
    await earmark('alerts', 'run', '--early');

    await expect.poll(() => got.map((one) => verified(one).type), { timeout: 240_000 }).toContain('idea.new');
    const event = got.map(verified).find((body) => body.type === 'idea.new');
    expect(event.data).toMatchObject({
      idea: { show: { name: SHOW } },
      followed: { tickers: [TICKER] },
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

    await expect.poll(digestText, { timeout: 120_000 }).toContain(SHOW);
    const text = await digestText();
    expect(text).toContain(`You follow ${TICKER}.`);
    expect(text).toContain(event.data.idea.url);
  });

  test('are seen as sent and answered, sent again, paused, and signed by two secrets for a day', async () => {
    const { page } = reader;
    await page.goto('/settings/alerts');
    await page.locator('summary', { hasText: 'Last deliveries' }).click();
    const entry = page.locator('li li', { hasText: 'new idea: delivered' }).first();
    await entry.locator('summary', { hasText: 'What was sent and answered' }).click();
    await expect(entry).toContainText('"type": "idea.new"');
    expect(await faults(page)).toEqual([]);
    const before = got.length;
    await entry.getByRole('button', { name: 'Send again' }).click();
    await expect(entry.getByText('The address took it with 204.')).toBeVisible();
    await expect(entry).toContainText('1 by hand');
    const [again] = got.slice(before);
    expect(got.slice(0, before).map(({ headers }) => headers['webhook-id'])).toContain(
      again!.headers['webhook-id'],
    );

    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Events wait and are sent when you resume it')).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();

    await page.getByRole('button', { name: 'New secret' }).click();
    const shown = page.locator('pre.snippet', { hasText: 'whsec_' });
    await expect(shown).toBeVisible();
    const successor = (await shown.textContent())!.trim();
    await expect(page.getByText('Both secrets sign until')).toBeVisible();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('The address took it with 204.').first()).toBeVisible();
    const { headers, body } = got.at(-1)!;
    for (const known of [secret, successor])
      expect(new Webhook(known).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'test',
      });
  });

  test('stop by the link of the mail, signed out, and not by looking at it', async ({ page }) => {
    const link = /https?:\/\/\S+\/unsubscribe\?\S+/.exec(await digestText())![0];
    for (let look = 0; look < 2; look++) await page.goto(link);
    await reader.page.goto('/settings/alerts');
    await expect(reader.page.locator('input[name="mail"][value="daily"]')).toBeChecked();
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByText('You are unsubscribed').first()).toBeVisible();
    await reader.page.goto('/settings/alerts');
    await expect(reader.page.locator('input[name="mail"][value="off"]')).toBeChecked();
    await page.goto(`${link}x`);
    await expect(page.getByText('This link does not work').first()).toBeVisible();
  });

  test('close the feed, whose address then names nothing', async () => {
    const { page, context } = reader;
    await page.goto('/settings/alerts');
    await page.getByRole('button', { name: 'Close the feed' }).click();
    await expect(page.getByRole('button', { name: 'Open a feed' })).toBeVisible();
    expect((await context.request.get(feedUrl)).status()).toBe(404);
  });

  test('can be set without scripts', async ({ signedIn }) => {
    const { page } = await signedIn({ javaScriptEnabled: false });
    await page.goto('/settings/alerts');
    await page.locator('input[name="mail"][value="weekly"]').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The digest comes weekly').first()).toBeVisible();
    await page.getByRole('button', { name: 'Open a feed' }).click();
    await expect(page.locator('pre.snippet', { hasText: '/feeds/' })).toBeVisible();
    await page.locator('#url').fill('https://hooks.example.org/x');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.locator('pre.snippet', { hasText: 'whsec_' })).toBeVisible();
    await page.goto('/settings/alerts');
    await expect(page.locator('input[name="mail"][value="weekly"]')).toBeChecked();
  });

  test('have a page that axe finds nothing on, in both schemes and 320 pixels wide', async () => {
    const { page } = reader;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/settings/alerts');
      expect(await faults(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    const over = await overflow(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(over).toBeLessThanOrEqual(0);
  });

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

  test.describe('a report of a mistake', () => {
    test('is reviewed by the operator; the page, the list and the reporter are told', async ({
      page,
      service,
    }) => {
      const { context } = reader;
      const { id } = got.map(verified).find((body) => body.type === 'idea.new').data.idea;
      const contact = `reporter-${Date.now()}@example.org`;
      await page.goto(`/ideas/${id}`);
      await page.locator('summary', { hasText: 'Report a mistake' }).first().click();
      await page.locator('#kind').selectOption('stance');
      await page.locator('#text').fill('Both sides were argued, not one.');
      await page.locator('#contact').fill(contact);
      await page.getByRole('button', { name: 'Send the report' }).click();
      await expect(page.getByText('The report is with the operator').first()).toBeVisible();

      const before = await (await context.request.get(`${service.baseUrl}/ideas/${id}`)).text();
      expect(before).not.toContain('Argued from both ends.');
      const { corrections } = await earmark('correction', 'list');
      const report = corrections.find((one: { ideaId: string }) => one.ideaId === id);
      const stance =
        (await earmark('correction', 'show', report.id)).idea.stance === 'MIXED' ? 'BALANCED' : 'MIXED';
      const note = 'Argued from both ends.';
      await page.goto('/operator');
      const waiting = page.getByRole('listitem').filter({ hasText: 'Both sides were argued, not one.' });
      await waiting.getByLabel('Why').fill(note);
      await waiting.getByLabel('Stance').selectOption(stance);
      await waiting.getByRole('button', { name: 'Accept' }).click();
      await expect(waiting).toHaveCount(0);
      const again = ['correction', 'accept', report.id, '--stance', stance, '--note', note];
      await expect(earmark(...again)).rejects.toThrow('already');

      await page.goto(`/ideas/${id}`);
      await expect(page.getByText(/Corrected.*stance.*Argued from both ends/).first()).toBeVisible();
      await page.goto('/corrections');
      const entry = page.locator('li', { hasText: 'Argued from both ends.' });
      await expect(entry.locator(`a[href="/ideas/${id}"]`)).toBeVisible();
      expect(await mailedLink(page, contact)).toBe(`${service.baseUrl}/ideas/${id}`);
    });
  });
});
