import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/journeys/journey.ts';
import { type SignedIn, signIn } from '#e2e/journeys/reader.ts';

// What a reader meets after pressing a button: where the focus is, what is said, and where things stand.

let reader: SignedIn;
let page: Page;

test.beforeAll(async ({ browser }) => {
  reader = await signIn(browser);
  page = reader.page;
});
test.afterAll(() => reader?.context.close());

/** The label, id or element name of what has the focus; `body` when the focus is lost. */
const focused = () =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute('aria-label') ?? at?.id ?? at?.tagName.toLowerCase() ?? 'body';
  });
const focusedOn = (name: string) =>
  page.waitForFunction((label) => document.activeElement?.getAttribute('aria-label') === label, name);
const status = (words: string) => page.locator('main [role="status"]', { hasText: words });

async function ideas(): Promise<string[]> {
  await page.goto('/search');
  return page
    .locator('article h2 a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
}

test.describe('a full read', () => {
  test('says what it adds before it is spent, and then what was said has the keyboard', async () => {
    const button = page.getByRole('button', { name: 'Read the full argument' });
    for (const path of await ideas()) {
      await page.goto(path);
      if ((await button.count()) > 0) break;
      await expect(page.locator('section[aria-labelledby="argument"]')).toContainText('nothing to open');
    }
    const offer = page.locator('section[aria-labelledby="argument"]');
    await expect(offer).toContainText(/Adds .*(further sentence|risk|to watch|who spoke)/);
    await page.getByRole('button', { name: 'Save this idea' }).click();
    await expect(status('Saved.')).toBeVisible();
    await button.focus();
    await page.keyboard.press('Enter');
    await focusedOn('The full argument');
    await expect(offer).toContainText(/Argued by/);
    await expect(status('Saved.')).toHaveCount(0);
  });
});

test.describe('a form that waits for its answer', () => {
  test('is not sent again by Enter', async () => {
    const [first] = await ideas();
    await page.goto(first!);
    const sent: string[] = [];
    const answered = Promise.withResolvers<void>();
    await page.route(`**${first}`, async (route) => {
      if (route.request().method() === 'POST') {
        sent.push(route.request().url());
        await answered.promise;
      }
      await route.continue();
    });
    await page.getByRole('button', { name: /^(Save this idea|Remove from saved)$/ }).focus();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Enter');
    answered.resolve();
    await expect(page.locator('main [role="status"]', { hasText: /\S/ }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(sent).toHaveLength(1);
    await page.unroute(`**${first}`);
  });
});

test('a button that is gone once it was pressed leaves the focus in its place and says what it did', async ({
  signedIn,
}) => {
  const { page: own } = await signedIn();
  const press = async (name: string, { said, place }: { said: string; place: string }) => {
    await own.getByRole('button', { name, exact: true }).focus();
    await own.keyboard.press('Enter');
    await expect(own.getByRole('group', { name: place, exact: true })).toBeFocused();
    await expect(own.getByRole('status').filter({ hasText: said })).toBeVisible();
  };
  await own.goto('/digest');
  await own.locator('input[name="symbol"]').first().check();
  await press('Follow these', { said: 'Followed: your digest is made of them.', place: 'Your digest' });
  await own.goto('/settings/plan');
  const trial = 'Start 14 days of Premium, free, once';
  await press(trial, { said: 'Your trial has started.', place: 'Your plan' });
  await own.goto('/settings/alerts');
  await own.getByRole('button', { name: 'Open a feed' }).click();
  await press('Close the feed', { said: 'The feed is closed', place: 'Personal feed' });
});

test.describe('a saved idea that is removed', () => {
  test('is said to be, and its list has the keyboard', async () => {
    const [first, second] = await ideas();
    for (const path of [first!, second!]) {
      await page.goto(path);
      const save = page.getByRole('button', { name: 'Save this idea' });
      if ((await save.count()) > 0) await save.click();
      await expect(page.getByRole('button', { name: 'Remove from saved' })).toBeVisible();
    }
    await page.goto('/saved');
    const remove = page.getByRole('button', { name: /^Remove/ });
    for (let left = await remove.count(); left > 0; left--) {
      await remove.first().focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        (count) => document.querySelectorAll('main article').length === count,
        left - 1,
      );
      await focusedOn('Saved ideas');
      await expect(status('Removed from your saved ideas.')).toBeVisible();
    }
    await expect(page.locator('main')).toContainText('Nothing saved yet');
  });
});

test.describe('a key that is replaced', () => {
  test('is shown in a place of its own, once, however often the button is pressed', async () => {
    await page.goto('/settings/connectors');
    await page.locator('#name').fill('laptop');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await focusedOn('The new key');
    await page.reload();
    await page.getByRole('button', { name: /^Replace.*laptop$/ }).dblclick();
    await focusedOn('The new key');
    const shown = page.locator('section[aria-label="The new key"]');
    await expect(shown.locator('h3')).toHaveText('The new key of “laptop”');
    expect(await shown.evaluate((panel) => panel.closest('li'))).toBeNull();
    await expect(shown.getByText('Revoke')).toHaveCount(0);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await expect(page.locator('main li h3', { hasText: 'laptop' })).toHaveCount(2);
  });
});

test.describe('a webhook', () => {
  test('to an address that nothing can be sent to is refused when it is added', async () => {
    await page.goto('/settings/alerts');
    await expect(page.locator('main')).toContainText('Nothing is sent until you switch on');
    await expect(page.locator('input[name="newIdeas"]')).toBeChecked();
    // Not 127.0.0.1: the operator of this service allows it.
    for (const url of ['https://127.0.0.2/x', 'https://localhost/x']) {
      await page.locator('#url').fill(url);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(
        page.locator('main [role="alert"]', { hasText: 'private or reserved network' }),
      ).toBeVisible();
      await expect(page.locator('#url')).toHaveValue(url);
      await expect(page.locator('#url')).toBeFocused();
      await expect(page.locator('#url')).toHaveAccessibleDescription(/private or reserved network/);
      await page.reload();
    }
    await expect(page.locator('main')).toContainText('Webhooks, 0 of');
  });

  test('is not said to be removed when it is added; keeps its buttons in place while it is tested', async () => {
    await page.goto('/settings/alerts');
    await page.locator('#url').fill('https://receiver.invalid/hook');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const remove = page.locator('summary', { hasText: 'Remove' });
    await expect(remove).toBeVisible();
    await expect(status('Copy its signing secret now')).toBeVisible();
    await expect(status('Removed.')).toHaveCount(0);
    const before = await remove.boundingBox();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.locator('main li [role="alert"]')).toBeVisible();
    expect((await remove.boundingBox())?.x).toBe(before?.x);
    await remove.click();
    await page.getByRole('button', { name: 'Yes, remove this webhook' }).click();
    await focusedOn('Your webhooks');
    await expect(status('Removed.')).toBeVisible();
  });
});

test.describe('a ticker', () => {
  test('is followed by the name of its company, and hinted at by a misspelt one', async () => {
    await page.goto('/settings/follows');
    await page.locator('#symbol').fill('appel');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(page.locator('main [role="alert"]', { hasText: 'Do you mean AAPL, Apple?' })).toBeVisible();
    await page.locator('#symbol').fill('apple');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(status('AAPL is followed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unfollow AAPL' })).toBeVisible();
    await page.goto('/following');
    await expect(page.locator('a[href="/tickers/AAPL"]')).toContainText('Apple');
    await page.goto('/settings/follows');
    await page.getByRole('button', { name: 'Unfollow AAPL' }).click();
    await focusedOn('Followed tickers');
  });
});

test.describe('a question', () => {
  test('names the tab that its answer stands in, and the answer has the keyboard', async () => {
    await page.goto('/ask');
    await page.locator('#question').fill('What did podcasts say about inflation?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.waitForURL('**/ask/*#latest');
    await focusedOn('The latest answer');
    await page.waitForFunction(() => document.title.startsWith('What did podcasts say about inflation?'));
    await page.locator('#question').fill('And what of gold?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'And what of gold?' })).toBeVisible();
    await focusedOn('The latest answer');
    expect(await focused()).toBe('The latest answer');
  });

  test('that is blank is answered in words for a person', async () => {
    await page.goto('/ask');
    await page.locator('#question').fill('   ');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(
      page.locator('main [role="alert"]', { hasText: 'The question is empty: write it first.' }),
    ).toBeVisible();
  });
});

test.describe('a search', () => {
  test('says how many it found, and each card its show, episode and side', async () => {
    await page.goto('/search');
    const listed = await page.locator('main article').count();
    const told = (await page.textContent('section[aria-label="Results"] > p')) ?? '';
    expect(Number(/^\s*(\d+) ideas?,/.exec(told)?.[1])).toBeGreaterThanOrEqual(listed);
    for (const card of await page.locator('main article').all()) {
      await expect(card.locator('a[href^="/shows/"]')).toHaveCount(1);
      await expect(card.locator('a[href^="/episodes/"]')).toContainText(/^“.+”$/);
    }
    await expect(page.locator('main article', { hasText: 'argued as' }).first()).toBeVisible();
  });

  test('whose dates are crossed says so', async () => {
    await page.goto('/search?from=2026-07-02&to=2026-07-01');
    await expect(page.locator('main [role="alert"]')).toContainText('The dates are crossed');
  });
});

test.describe('a digest of a quiet day', () => {
  test('shows what the last day with ideas holds, and leads there and to the day after', async () => {
    await page.goto('/digest?date=2031-01-01');
    await expect(page.locator('main [role="alert"]')).toContainText('still to come');
    await page.goto('/digest');
    await expect(page.getByRole('link', { name: 'The day after' })).toHaveCount(0);
    await page.getByRole('link', { name: 'The day before' }).click();
    await expect(page.getByRole('link', { name: 'The day after' })).toBeVisible();
    const last = page.getByRole('link', { name: 'The digest of that day' });
    // Goes back past the days with ideas, to the first one without: it links to the last day that has some.
    for (let back = 0; back < 40 && (await last.count()) === 0; back++) {
      const before = page.getByRole('link', { name: 'The day before' });
      await page.goto((await before.getAttribute('href'))!);
    }
    const shown = page.getByRole('region', { name: /^The last day that holds something: / });
    const claims = await shown.locator('article h3').allTextContents();
    expect(claims.length).toBeGreaterThan(0);
    await last.click();
    await expect(page.locator('main article h2')).toHaveText(claims);
  });
});

test.describe('a phone', () => {
  test('shows the numbers of a ticker whole, and links that a finger hits', async () => {
    await page.goto('/search');
    const ticker = (await page.locator('main article a[href^="/tickers/"]').first().getAttribute('href'))!;
    const small = [
      'main article a[href^="/shows/"]',
      'main article a[href^="/episodes/"]',
      'main article a[href^="/tickers/"]',
    ];
    for (const link of small) {
      expect((await page.locator(link).first().boundingBox())!.height).toBeGreaterThanOrEqual(24);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(ticker);
    await page.locator('summary', { hasText: 'The numbers, week by week' }).first().click();
    const table = page.locator('table', { hasText: 'bearish' });
    await expect(table).toBeVisible();
    const { x, width } = (await table.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
