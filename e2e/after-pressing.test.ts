import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, type SignedIn, signedInAt } from '#e2e/browser.ts';

/** What a reader meets after a button was pressed: where the keyboard is, what is said, and what stands where. */
const base = inject('baseUrl');
const LONG = 120_000;

let browser: Browser;
let reader: SignedIn;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  reader = await signedInAt(base, browser);
  page = reader.page;
}, LONG);
afterAll(async () => {
  await reader?.context.close();
  await browser.close();
});

/** The accessible name of the group, region or field that holds the keyboard; `body` when it is lost. */
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

describe('a full read', () => {
  it('says what it adds before it is spent, and then what was said has the keyboard', async () => {
    const button = page.getByRole('button', { name: 'Read the full argument' });
    for (const path of await ideas()) {
      await page.goto(path);
      if ((await button.count()) > 0) break;
      expect(await page.textContent('section[aria-labelledby="argument"]')).toContain('nothing to open');
    }
    const offer = page.locator('section[aria-labelledby="argument"]');
    expect(await offer.textContent()).toMatch(/Adds .*(further sentence|risk|to watch|who spoke|fund)/);
    await page.getByRole('button', { name: 'Save this idea' }).click();
    await status('Saved.').waitFor();
    await button.focus();
    await page.keyboard.press('Enter');
    await focusedOn('The full argument');
    expect(await offer.textContent()).toMatch(/Argued by|does not name the speaker/);
    expect(await status('Saved.').count()).toBe(0);
  }, 120_000);
});

describe('a saved idea that is removed', () => {
  it('is said to be, and its list has the keyboard', async () => {
    const [first, second] = await ideas();
    for (const path of [first!, second!]) {
      await page.goto(path);
      const save = page.getByRole('button', { name: 'Save this idea' });
      if ((await save.count()) > 0) await save.click();
      await page.getByRole('button', { name: 'Remove from saved' }).waitFor();
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
      await status('Removed from your saved ideas.').waitFor();
    }
    expect(await page.textContent('main')).toContain('Nothing saved yet');
  }, 120_000);
});

describe('a key that is replaced', () => {
  it('is shown in a place of its own, once, however often the button is pressed', async () => {
    await page.goto('/settings/connectors');
    await page.fill('#name', 'laptop');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await focusedOn('The new key');
    await page.reload();
    await page.getByRole('button', { name: /^Replace.*laptop$/ }).dblclick();
    await focusedOn('The new key');
    const shown = page.locator('section[aria-label="The new key"]');
    expect(await shown.locator('h3').textContent()).toBe('The new key of “laptop”');
    expect(await shown.evaluate((panel) => panel.closest('li'))).toBeNull();
    expect(await shown.getByText('Revoke').count()).toBe(0);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    expect(await page.locator('main li h3', { hasText: 'laptop' }).count()).toBe(2);
  }, 120_000);
});

describe('a webhook', () => {
  it('to an address that nothing can be sent to is refused when it is added', async () => {
    await page.goto('/settings/alerts');
    expect(await page.textContent('main')).toContain('Nothing is sent until you switch on');
    expect(await page.isChecked('input[name="newIdeas"]')).toBe(true);
    // The service of this run may send to 127.0.0.1: the operator allows it.
    for (const url of ['https://127.0.0.2/x', 'https://localhost/x']) {
      await page.fill('#url', url);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.locator('main [role="alert"]', { hasText: 'private or reserved network' }).waitFor();
      await page.reload();
    }
    expect(await page.textContent('main')).toContain('Webhooks, 0 of');
  }, 120_000);

  it('keeps its buttons in place while it is tested', async () => {
    await page.fill('#url', 'https://receiver.invalid/hook');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const remove = page.locator('summary', { hasText: 'Remove' });
    await remove.waitFor();
    const before = await remove.boundingBox();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.locator('main li [role="alert"]').waitFor({ timeout: 30_000 });
    expect((await remove.boundingBox())?.x).toBe(before?.x);
    await remove.click();
    await page.getByRole('button', { name: 'Yes, remove this webhook' }).click();
    await focusedOn('Your webhooks');
  }, 120_000);
});

describe('a ticker', () => {
  it('is hinted at by the name of its company, and followed with that name', async () => {
    await page.goto('/settings/follows');
    await page.fill('#symbol', 'apple');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.locator('main [role="alert"]', { hasText: 'Do you mean AAPL, Apple?' }).waitFor();
    await page.fill('#symbol', 'AAPL');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('button', { name: 'Unfollow AAPL' }).waitFor();
    await page.goto('/following');
    expect(await page.locator('a[href="/tickers/AAPL"]').textContent()).toContain('Apple');
    await page.goto('/settings/follows');
    await page.getByRole('button', { name: 'Unfollow AAPL' }).click();
    await focusedOn('Followed tickers');
  }, 120_000);
});

describe('a question', () => {
  it('names the tab that its answer stands in, and the answer has the keyboard', async () => {
    await page.goto('/ask');
    await page.fill('#question', 'What did podcasts say about inflation?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.waitForURL('**/ask/*#latest');
    await focusedOn('The latest answer');
    await page.waitForFunction(() => document.title.startsWith('What did podcasts say about inflation?'));
    await page.fill('#question', 'And what of gold?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('heading', { name: 'And what of gold?' }).waitFor();
    await focusedOn('The latest answer');
    expect(await focused()).toBe('The latest answer');
  }, 120_000);

  it('that is blank is answered in words for a person', async () => {
    await page.goto('/ask');
    await page.fill('#question', '   ');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page
      .locator('main [role="alert"]', { hasText: 'The question is empty: write it first.' })
      .waitFor();
  }, 60_000);
});

describe('a search', () => {
  it('says how many it found, and each card its show, episode and side', async () => {
    await page.goto('/search');
    const listed = await page.locator('main article').count();
    const told = (await page.textContent('section[aria-label="Results"] > p')) ?? '';
    expect(Number(/^\s*(\d+) ideas?,/.exec(told)?.[1])).toBeGreaterThanOrEqual(listed);
    for (const card of await page.locator('main article').all()) {
      expect(await card.locator('a[href^="/shows/"]').count()).toBe(1);
      expect(await card.locator('a[href^="/episodes/"]').textContent()).toMatch(/^“.+”$/);
    }
    expect(await page.locator('main article', { hasText: 'argued as' }).count()).toBeGreaterThan(0);
  });

  it('whose dates are crossed says so', async () => {
    await page.goto('/search?from=2026-07-02&to=2026-07-01');
    expect(await page.locator('main [role="alert"]').textContent()).toContain('The dates are crossed');
  });
});

describe('a digest of a quiet day', () => {
  it('leads to the last day that holds something, and from there to the day after', async () => {
    await page.goto('/digest?date=2031-01-01');
    expect(await page.locator('main [role="alert"]').textContent()).toContain('still to come');
    await page.goto('/digest');
    expect(await page.getByRole('link', { name: 'The day after' }).count()).toBe(0);
    await page.getByRole('link', { name: 'The day before' }).click();
    await page.getByRole('link', { name: 'The day after' }).waitFor();
    const last = page.getByRole('link', { name: /^The last day that holds something/ });
    // Days with ideas lie behind; the first day without any leads on.
    for (let back = 0; back < 40 && (await last.count()) === 0; back++) {
      const before = page.getByRole('link', { name: 'The day before' });
      await page.goto((await before.getAttribute('href'))!);
    }
    await last.click();
    await page.locator('main article').first().waitFor();
  }, 120_000);
});

describe('a phone', () => {
  it('shows the numbers of a ticker whole, and links that a finger hits', async () => {
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
    await page.click('summary:has-text("The numbers, week by week")');
    const table = page.locator('table', { hasText: 'bearish' });
    await table.waitFor();
    const { x, width } = (await table.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 800 });
  }, 60_000);
});
