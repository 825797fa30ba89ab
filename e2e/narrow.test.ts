import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from '#e2e/browser.ts';

/** What is folded on a phone and open on a desk, without scripts on both. */
const base = inject('baseUrl');
const phone = { width: 320, height: 700 };
const desk = { width: 1280, height: 800 };
/** How long after it has loaded a page might still move something, in milliseconds. */
const SETTLE_MS = 1_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A reader's window without scripts. */
async function reading(viewport: { width: number; height: number }): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ baseURL: base, viewport, javaScriptEnabled: false });
  return [context, await context.newPage()];
}

/** What axe finds on the same page with everything open; it needs scripts itself. */
async function faults(page: Page): Promise<string[]> {
  const context = await browser.newContext({ viewport: page.viewportSize() });
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

/** The episode with the most ideas, by what the pages of its show say. */
async function mostTalkative(): Promise<{ episode: string; ideas: number }> {
  const [context, page] = await reading(desk);
  const found: { episode: string; ideas: number }[] = [];
  await page.goto('/shows');
  const shows = page.locator('main h2 a');
  for (const show of await shows.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))) {
    await page.goto(show);
    const lines = page.locator('section[aria-labelledby="episodes"] li');
    found.push(
      ...(await lines.evaluateAll((all) =>
        all.map((line) => ({
          episode: line.querySelector('a')!.pathname,
          ideas: Number(/(\d+) ideas?$/.exec(line.querySelector('p')!.textContent ?? '')![1]),
        })),
      )),
    );
  }
  await context.close();
  return found.sort((a, b) => b.ideas - a.ideas)[0]!;
}

describe('the search', () => {
  it('shows its first result on the first screen of a phone, its filters folded with their number', async () => {
    const [context, page] = await reading(phone);
    await page.goto('/search');
    const first = (await page.locator('article').first().boundingBox())!;
    expect(first.y).toBeLessThan(phone.height - 200);
    expect(await page.locator('#ticker').isVisible()).toBe(false);
    await page.locator('summary', { hasText: /^Filters$/ }).click();
    await page.selectOption('#minDepth', '2');
    await page.fill('#from', '2020-01-01');
    await page.getByRole('button', { name: 'Search with these' }).click();
    await page.waitForURL('**/search?minDepth=2&from=2020-01-01');
    expect(await page.locator('summary', { hasText: 'Filters, 2 set' }).isVisible()).toBe(true);
    expect(await page.locator('article').count()).toBeGreaterThan(0);
    expect(await faults(page)).toEqual([]);
    await context.close();
  });

  it('has its filters open on a desk, each in reach of the keyboard', async () => {
    const [context, page] = await reading(desk);
    await page.goto('/search?q=a');
    expect(await page.locator('main summary').isVisible()).toBe(false);
    await page.focus('#q');
    const reached: string[] = [];
    for (let step = 0; step < 14; step += 1) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement?.id ?? ''));
    }
    expect(reached).toEqual(expect.arrayContaining(['ticker', 'show', 'theme', 'from', 'to', 'minDepth']));
    await page.fill('#ticker', 'NVDA');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=a&ticker=NVDA');
    expect(await faults(page)).toEqual([]);
    await context.close();
  });
});

describe('an episode of many ideas', () => {
  it('starts with its ideas, and with a line that opens to all of them', async () => {
    const { episode, ideas } = await mostTalkative();
    expect(ideas).toBeGreaterThanOrEqual(4);
    const [context, page] = await reading(phone);
    await page.goto(episode);
    const contents = page.getByRole('navigation', { name: 'Ideas on this page' });
    expect((await contents.boundingBox())!.height).toBeLessThan(60);
    await page.locator('summary', { hasText: 'Contents' }).click();
    const links = contents.getByRole('link');
    expect(await links.count()).toBe(ideas);
    const name = (await links.last().textContent())!;
    await links.last().click();
    const card = page.locator('article:target');
    expect(name).toContain((await card.locator('h3').textContent())!);
    expect(await card.locator('h3').evaluate((head) => head.getBoundingClientRect().top)).toBeLessThan(
      phone.height,
    );
    expect(await faults(page)).toEqual([]);
    await page.setViewportSize(desk);
    await page.goto(episode);
    expect(await links.first().isVisible()).toBe(true);
    expect(await faults(page)).toEqual([]);
    await context.close();
  });

  it('keeps everything in its place while it loads, the inside of its player too', async () => {
    const { episode } = await mostTalkative();
    const [context, page] = await reading(phone);
    // No script of the page may run; the browser's own observer does.
    const observer = await context.newCDPSession(page);
    const shifts: number[] = [];
    observer.on('PerformanceTimeline.timelineEventAdded', ({ event }) => {
      shifts.push(event.layoutShiftDetails?.value ?? 0);
    });
    await observer.send('PerformanceTimeline.enable', { eventTypes: ['layout-shift'] });
    await page.goto(episode, { waitUntil: 'load' });
    await page.locator('audio').waitFor();
    await page.waitForTimeout(SETTLE_MS);
    expect(shifts).toEqual([]);
    await context.close();
  });
});
