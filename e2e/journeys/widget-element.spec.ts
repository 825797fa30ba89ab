import type { Page } from '@playwright/test';
import { contractCaller } from '#e2e/contract-calls.ts';
import { framePaths, framesOf, host, visit } from '#e2e/journeys/foreign-site.ts';
import { expect, test } from '#e2e/journeys/journey.ts';
import { operatorKey } from '#e2e/operator.ts';

const UNKNOWN = 'no-such-show';

let base: string;
let tickers: string[];
test.beforeAll(async ({ service }) => {
  base = service.baseUrl;
  const { call } = await contractCaller(base);
  const { key } = await operatorKey();
  const { ideas } = (await call('GET', '/v1/agent/ideas?limit=50', { key })).body;
  tickers = [...new Set<string>(ideas.flatMap((idea: { tickers: string[] }) => idea.tickers))];
});

const script = (attributes = '') => `<script async src="${base}/embed.js"${attributes}></script>`;
const pathOf = (ticker: string) => `/embed/ticker/${encodeURIComponent(ticker)}`;
const set = (page: Page, name: string, value: string) =>
  page
    .locator('earmark-widget')
    .evaluate((el, [name, value]) => el.setAttribute(name, value), [name, value] as const);

test.describe('the element of a widget', () => {
  test('shows what its attributes say now, also after it was moved', async ({ browser }) => {
    const [first, second] = tickers as [string, string];
    const site = await host(`<earmark-widget ticker="${first}"></earmark-widget>${script()}`);
    const { context, page } = await visit(browser, site);
    await expect.poll(() => framePaths(page)).toEqual([pathOf(first)]);
    await set(page, 'ticker', second);
    expect(await framePaths(page)).toEqual([pathOf(second)]);
    await set(page, 'height', '300');
    expect(await framesOf(page).evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))).toEqual([
      300,
    ]);
    await page.locator('earmark-widget').evaluate((el) => {
      el.remove();
      document.querySelector('h1')!.after(el);
    });
    expect(await framePaths(page)).toEqual([pathOf(second)]);
    await page.locator('earmark-widget').evaluate((el) => el.removeAttribute('ticker'));
    await expect(framesOf(page)).toHaveCount(0);
    await context.close();
    site.close();
  });

  test('may be put into the page before it is told its ticker', async ({ browser }) => {
    const [ticker] = tickers as [string];
    const site = await host(`<p>Our own words.</p>${script()}`);
    const { context, page } = await visit(browser, site);
    await page.evaluate(() => document.body.append(document.createElement('earmark-widget')));
    await expect(framesOf(page)).toHaveCount(0);
    await set(page, 'ticker', ticker);
    expect(await framePaths(page)).toEqual([pathOf(ticker)]);
    await context.close();
    site.close();
  });
});

test.describe('a widget that the service does not have', () => {
  for (const [how, form, left] of [
    ['nothing', '', []],
    [
      'the link that kept its place',
      '<p data-earmark-link><a href="BASE/shows/no-such-show">Our show</a></p>',
      ['Our show'],
    ],
  ] as const)
    test(`leaves ${how}`, async ({ browser }) => {
      const site = await host(form.replace('BASE', base) + script(` data-show="${UNKNOWN}"`));
      const { context, page, complaints } = await visit(browser, site);
      await expect.poll(() => complaints.join()).toContain('there is no such widget');
      await expect(framesOf(page)).toHaveCount(0);
      await expect(page.locator('main a')).toHaveText([...left]);
      await context.close();
      site.close();
    });
});
