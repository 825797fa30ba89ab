import pg from 'pg';
import { expect, test } from '#e2e/journeys/journey.ts';
import { type SignedIn, signIn } from '#e2e/journeys/reader.ts';
import {
  crawl,
  type Examples,
  examplesOf,
  findings,
  fits,
  linkedFrom,
  look,
  patterns,
  personal,
  type Visit,
} from '#e2e/journeys/site-map.ts';
import { earmark } from '#e2e/operator.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';

const MINUTES = 60_000;
const narrow = { width: 320, height: 700 };

let visits: Visit[];
let reader: SignedIn;
let examples: Examples;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(20 * MINUTES);
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: narrow });
  visits = await crawl(plain);
  await plain.close();
  reader = await signIn(browser);
  examples = await examplesOf(reader.page, visits);
});
test.afterAll(() => reader?.context.close());

test('prints what was said, without what is pressed or heard', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto(visits.find(({ path }) => fits(path, '/ideas/[id]'))!.path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('It is not investment advice').first()).toBeVisible();
  const pressed = page.locator('body > header, nav, form, audio, button, .btn');
  await expect(pressed.filter({ visible: true })).toHaveCount(0);
});

test.describe('without scripts, from the front page three steps far', () => {
  test('meets every kind of page that is open to everybody', () => {
    // No page links to the last steps of signing in and out, to what mails link to, or to the operator's page.
    const apart = [
      ...personal,
      '/connect/[uid]',
      '/goodbye',
      '/operator',
      '/outbox',
      '/sign-in/confirm',
      '/sign-in/sent',
      '/unsubscribe',
    ];
    const open = patterns.filter((pattern) => !apart.includes(pattern));
    expect(open.filter((pattern) => !visits.some(({ path }) => fits(path, pattern)))).toEqual([]);
    expect(visits.length).toBeGreaterThan(100);
  });

  const ALL: readonly [string, (visit: Visit, base: string) => boolean][] = [
    ['answers 200', ({ status }) => status === 200],
    ['has one first heading', ({ headings }) => headings === 1],
    ['has a title of its own', ({ title }) => / \| Earmark$|^Earmark: /.test(title)],
    [
      'names its canonical address',
      // Only this machine sees the outbox: no search engine does.
      ({ canonical, path }, base) => path === '/outbox' || canonical?.startsWith(base) === true,
    ],
    ['raises no complaint of the browser', ({ complaints }) => complaints.length === 0],
    ['is no wider than 320 pixels', ({ over }) => over <= 0],
  ];
  for (const [what, holds] of ALL)
    test(`every page ${what}`, ({ service }) => {
      expect(
        visits
          .filter((visit) => !holds(visit, service.baseUrl))
          .map(({ links: _links, ...visit }) => ({ ...visit, linkedFrom: linkedFrom(visits, visit.path) })),
      ).toEqual([]);
    });

  test('serves a reader with an account the same way', async ({ browser }) => {
    const { context } = reader;
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      viewport: narrow,
      storageState: await context.storageState(),
    });
    const page = await plain.newPage();
    const poor: Visit[] = [];
    for (const path of personal.map((pattern) => examples.get(pattern)!)) {
      const visit = await look(page, path);
      const { status, headings, over, complaints } = visit;
      if (status !== 200 || headings !== 1 || over > 0 || complaints.length > 0) poor.push(visit);
    }
    expect(poor.map(({ links: _links, ...visit }) => visit)).toEqual([]);
    await plain.close();
  });
});

test.describe('axe finds nothing, in light and in dark', () => {
  test('for a reader without an account', async ({ browser }) => {
    test.setTimeout(20 * MINUTES);
    const context = await browser.newContext();
    const open = patterns.filter((pattern) => !personal.includes(pattern));
    expect(
      await findings(context, [...open.map((pattern) => examples.get(pattern)!), '/no-such-page']),
    ).toEqual([]);
    await context.close();
  });

  test('for a reader with one, on the free plan and on Premium', async () => {
    test.setTimeout(20 * MINUTES);
    const closed = ['/ideas/[id]', '/settings/plan'].map((pattern) => examples.get(pattern)!);
    expect(await findings(reader.context, closed)).toEqual([]);
    await earmark('account', 'plan', '--email', reader.email, '--plan', 'premium');
    const differing = [
      '/',
      '/ideas/[id]',
      '/shows/[slug]',
      '/tickers/[symbol]',
      '/theses/[id]',
      '/ask',
      '/pricing',
    ];
    const own = [...personal, ...differing].map((pattern) => examples.get(pattern)!);
    expect(await findings(reader.context, own)).toEqual([]);
  });
});

test.describe('by keyboard', () => {
  test('skips to the content first', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await expect(skip).toBeFocused();
    expect((await skip.boundingBox())!.height).toBeGreaterThan(20);
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  test('shows where the focus is, wherever it goes', async () => {
    const { page } = reader;
    for (const pattern of ['/', '/search', '/ideas/[id]', '/settings/connectors', '/ask/[id]']) {
      await page.goto(examples.get(pattern)!);
      for (let step = 0; step < 25; step += 1) {
        await page.keyboard.press('Tab');
        const unmarked = await page.evaluate(() => {
          const at = document.activeElement;
          if (!at || at === document.body || at instanceof HTMLAudioElement) return null;
          const { outlineStyle, outlineWidth } = getComputedStyle(at);
          return outlineStyle === 'none' || parseFloat(outlineWidth) < 1 ? at.outerHTML : null;
        });
        expect(unmarked, pattern).toBeNull();
      }
    }
  });
});

test('moves nothing for a reader who asks for stillness', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/');
  const moving = await page.evaluate(() => {
    const line = document.createElement('div');
    line.className = 'progress';
    document.body.append(line);
    const seconds = (text: string) => Math.max(...text.split(',').map(parseFloat));
    return [...document.querySelectorAll('*')].filter((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element);
      return seconds(animationDuration) > 0.001 || seconds(transitionDuration) > 0.001;
    }).length;
  });
  expect(moving).toBe(0);
  await context.close();
});

test('keeps the sides of a chart apart where the system forces its colours', async ({ browser }) => {
  const context = await browser.newContext({ forcedColors: 'active' });
  const page = await context.newPage();
  const legend = page.locator('figure li > span[aria-hidden]');
  for (const { path } of visits.filter((visit) => fits(visit.path, '/tickers/[symbol]'))) {
    await page.goto(path);
    if ((await legend.count()) > 0) break;
  }
  const colours = await legend.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(colours).size).toBe(3);
  const bars = page.locator('figure svg rect');
  const fills = await bars.evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  expect(fills.filter((fill) => !colours.includes(fill))).toEqual([]);
  await context.close();
});

for (const [path, status] of [
  ['/shows/%E0%A4%A', 400],
  ['/shows/no-show', 404],
  ['/theses/00000000-0000-4000-8000-000000000000', 404],
  ['/help/none', 404],
  ['/tickers/%00', 404],
  ['/ideas/no-id', 404],
  ['/themes/none', 404],
  ['/companies/none', 404],
  ['/no-such-page', 404],
  ['/episodes/no-id?t=x', 404],
  ['/search?from=yesterday', 200],
  ['/search?cursor=made-up', 200],
  ['/ask?idea=no-id', 200],
  ['/saved?cursor=made-up', 200],
  ['/settings/saved?cursor=%00', 200],
  ['/settings/shows?find=%00', 200],
  ['/claim?token=%00', 200],
] as const)
  test(`answers ${path} with ${status}`, async () => {
    const page = await reader.context.newPage();
    const answer = await page.goto(path);
    expect(answer!.status()).toBe(status);
    await expect(
      page.getByText(status === 200 ? 'Earmark' : /Nothing is kept|not well formed/).first(),
    ).toBeVisible();
    await page.close();
  });

test('answers 500 with a page that can be read without scripts', async ({ browser, service }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: narrow });
  const page = await plain.newPage();
  const { url, leave } = await startEmbeddedPostgres(service.dataDir);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query('ALTER TABLE theme RENAME TO theme_away');
  try {
    const answer = await page.goto('/themes');
    expect(answer!.status()).toBe(500);
    await expect(page.locator('h1')).toHaveText('This page could not be made');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await findings(reader.context, ['/themes'])).toEqual([]);
  } finally {
    await database.query('ALTER TABLE theme_away RENAME TO theme');
    await database.end();
    await leave();
  }
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.locator('h1')).toHaveText('Themes');
  await plain.close();
});

test('moves no text under a reader’s eyes when the faces come late', async ({ browser }) => {
  const context = await browser.newContext({ viewport: narrow });
  const page = await context.newPage();
  await page.route('**/*.woff2', async (route) => {
    await new Promise((done) => setTimeout(done, 700));
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const pattern of ['/', '/ideas/[id]', '/tickers/[symbol]']) {
    await page.goto(examples.get(pattern)!, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    const shift = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift);
    expect(shift, pattern).toBeLessThan(0.005);
  }
  await context.close();
});
