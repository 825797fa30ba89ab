// What is folded on a phone and open on a desk, without scripts on both.
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, overflow, test } from '#e2e/journeys/journey.ts';

const phone = { width: 320, height: 700 };
const desk = { width: 1280, height: 800 };
/** How long after it has loaded a page might still move something, in milliseconds. */
const SETTLE_MS = 1_000;

/** A reader's window without scripts. */
async function reading(
  browser: Browser,
  viewport: { width: number; height: number },
): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ viewport, javaScriptEnabled: false });
  return [context, await context.newPage()];
}

/** What axe finds on the same page with everything open. It needs scripts, so the page is opened in another window. */
async function faultsOpened(page: Page): Promise<string[]> {
  const context = await page.context().browser()!.newContext({ viewport: page.viewportSize() });
  const seen = await context.newPage();
  await seen.goto(page.url());
  for (const fold of await seen.locator('main details').all())
    await fold.evaluate((details: HTMLDetailsElement) => {
      details.open = true;
    });
  const { violations } = await new AxeBuilder({ page: seen }).setLegacyMode(true).analyze();
  await context.close();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** The episode with the most ideas, as the pages of shows count them. */
async function mostTalkative(browser: Browser): Promise<{ episode: string; ideas: number }> {
  const [context, page] = await reading(browser, desk);
  const found: { episode: string; ideas: number }[] = [];
  await page.goto('/shows');
  const shows = page.locator('main h2 a');
  for (const show of await shows.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))) {
    await page.goto(show);
    const lines = page.locator('section[aria-labelledby="episodes"] article');
    found.push(
      ...(await lines.evaluateAll((all) =>
        all.map((line) => ({
          episode: line.querySelector<HTMLAnchorElement>('h3 a')!.pathname,
          ideas: Number(/(\d+) ideas?$/.exec(line.querySelector('p')!.textContent ?? '')![1]),
        })),
      )),
    );
  }
  await context.close();
  return found.sort((a, b) => b.ideas - a.ideas)[0]!;
}

test.describe('the search', () => {
  test('shows its first result on the first screen of a phone, its filters folded with their number', async ({
    browser,
  }) => {
    const [context, page] = await reading(browser, phone);
    await page.goto('/search');
    const first = (await page.locator('article').first().boundingBox())!;
    expect(first.y).toBeLessThan(phone.height - 200);
    await expect(page.locator('#ticker')).toBeHidden();
    await page.locator('summary', { hasText: /^Filters$/ }).click();
    await page.locator('#minDepth').selectOption('2');
    await page.locator('#from').fill('2020-01-01');
    await page.getByRole('button', { name: 'Search with these' }).click();
    await page.waitForURL('**/search?minDepth=2&from=2020-01-01');
    await expect(page.locator('summary', { hasText: 'Filters, 2 set' })).toBeVisible();
    expect(await page.locator('article').count()).toBeGreaterThan(0);
    expect(await faultsOpened(page)).toEqual([]);
    await context.close();
  });

  test('has its filters open on a desk, each in reach of the keyboard', async ({ browser }) => {
    const [context, page] = await reading(browser, desk);
    await page.goto('/search?q=a');
    await expect(page.locator('main summary')).toBeHidden();
    await page.focus('#q');
    const reached: string[] = [];
    for (let step = 0; step < 24; step += 1) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement?.id ?? ''));
    }
    expect(reached).toEqual(expect.arrayContaining(['ticker', 'show', 'theme', 'from', 'to', 'minDepth']));
    await page.locator('#ticker').fill('NVDA');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=a&ticker=NVDA');
    expect(await faultsOpened(page)).toEqual([]);
    await context.close();
  });
});

test.describe('an episode of many ideas', () => {
  test('starts with its ideas, and with a line that opens to all of them', async ({ browser }) => {
    const { episode, ideas } = await mostTalkative(browser);
    expect(ideas).toBeGreaterThanOrEqual(4);
    const [context, page] = await reading(browser, phone);
    await page.goto(episode);
    const contents = page.getByRole('navigation', { name: 'Ideas on this page' });
    expect((await contents.boundingBox())!.height).toBeLessThan(60);
    await page.locator('summary', { hasText: 'Contents' }).click();
    const links = contents.getByRole('link');
    await expect(links).toHaveCount(ideas);
    const name = (await links.last().textContent())!;
    await links.last().click();
    const card = page.locator('article:target');
    expect(name).toContain((await card.locator('h3').textContent())!);
    expect(await card.locator('h3').evaluate((head) => head.getBoundingClientRect().top)).toBeLessThan(
      phone.height,
    );
    expect(await faultsOpened(page)).toEqual([]);
    await page.setViewportSize(desk);
    await page.goto(episode);
    await expect(links.first()).toBeVisible();
    expect(await faultsOpened(page)).toEqual([]);
    await context.close();
  });

  test('keeps everything in its place while it loads, the inside of its player too', async ({ browser }) => {
    const { episode } = await mostTalkative(browser);
    const [context, page] = await reading(browser, phone);
    // Scripts are off on the page, so the browser itself observes.
    const observer = await context.newCDPSession(page);
    const shifts: number[] = [];
    observer.on('PerformanceTimeline.timelineEventAdded', ({ event }) => {
      shifts.push(event.layoutShiftDetails?.value ?? 0);
    });
    await observer.send('PerformanceTimeline.enable', { eventTypes: ['layout-shift'] });
    await page.goto(episode, { waitUntil: 'load' });
    await expect(page.locator('audio')).toBeVisible();
    await page.waitForTimeout(SETTLE_MS);
    expect(shifts).toEqual([]);
    await context.close();
  });
});

test.describe('what does not wrap', () => {
  for (const [name, viewport] of Object.entries({ phone, desk }))
    test(`stays within the window of a ${name}, in a citation that is opened`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto('/search');
      await page.locator('main article h2 a').first().click();
      await page.waitForURL('**/ideas/*');
      await page.locator('summary', { hasText: 'Copy the citation' }).click();
      await expect(page.getByText('@misc{')).toBeVisible();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });

  test('stays within the window of a phone, in the name of a show that is one long word', async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await page.goto('/shows');
    await page.locator('main h2 a').first().click();
    const follow = page.getByRole('button', { name: /^Follow/ });
    await follow.evaluate((button) => {
      button.textContent = `Follow ${'Donaudampfschiff'.repeat(7)}`;
    });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect((await follow.boundingBox())!.width).toBeLessThanOrEqual(phone.width);
  });
});
