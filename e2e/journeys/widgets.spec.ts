import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { withClaimedShow } from '#e2e/journeys/claimed-show.ts';
import {
  everyForm,
  framePaths,
  framesOf,
  host,
  layoutShift,
  shown,
  strict,
  visit,
} from '#e2e/journeys/foreign-site.ts';
import { expect, test } from '#e2e/journeys/journey.ts';
import { curly } from '#server/features/ideas/telling.ts';

const LEANING = /\b(bullish|bearish|neutral|buy|sell rating)\b|[▲▼↑↓→]|\$\s?\d/i;
const DAY = /^\d{1,2} [A-Z][a-z]+ \d{4}$/;

const at = withClaimedShow();

test.describe("on another site's page that allows nothing but us", () => {
  for (const [when, slowScript] of [
    ['at once', false],
    ['late', true],
  ] as const)
    test(`shows the right things in every form when the script comes ${when}, moves nothing, says nothing, keeps nothing`, async ({
      browser,
    }) => {
      const site = await host(everyForm(at.show));
      const { context, page, complaints, asked } = await visit(browser, site, { slowScript });
      const paths = [
        `/embed/show/${at.show.slug}`,
        `/embed/episode/${at.show.episodes[0]!.id}`,
        `/embed/ticker/${encodeURIComponent(at.show.ticker)}`,
        `/embed/episode/${at.show.episodes[1]!.id}`,
        `/embed/episode/${at.show.episodes[2]!.id}`,
      ];
      for (const path of paths) {
        const data = await (await fetch(new URL(`/v1/public${path}`, at.base))).json();
        const frame = await shown(page, path);
        const lines = frame.locator('li');
        await expect(lines).toHaveCount(data.ideas.length);
        expect(data.ideas.length).toBeGreaterThan(0);
        await expect.poll(() => frame.locator('h1 bdi').textContent()).toBe(data.name);
        for (const [at, idea] of data.ideas.entries()) {
          await expect.poll(() => lines.nth(at).locator('a').textContent()).toBe(curly(idea.headline));
          await expect(lines.nth(at).locator('time')).toContainText(DAY);
        }
        const text = (await frame.locator('body').textContent())!;
        expect(text).toContain('Not investment advice');
        expect(text).toContain('Recorded by Earmark');
        expect(text).not.toMatch(LEANING);
      }
      expect(await framePaths(page)).toEqual(paths);
      const image = page.locator('img');
      expect(await image.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([
        1200, 630,
      ]);
      expect(await layoutShift(page)).toBe(0);
      expect(complaints).toEqual([]);
      expect(await context.cookies()).toEqual([]);
      expect([...asked].sort()).toEqual([at.base, new URL(site.url).origin].sort());
      await context.close();
      site.close();
    });

  test('would be seen to move if the place were not kept', async ({ browser }) => {
    const [, script] = at.show.snippet('show', at.show.slug, 'Script').split('\n');
    const site = await host(`${script}<p>Our own words, below.</p>`);
    const { context, page } = await visit(browser, site, { slowScript: true });
    await shown(page, `/embed/show/${at.show.slug}`);
    expect(await layoutShift(page)).toBeGreaterThan(0);
    await context.close();
    site.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`leaves axe nothing to find in the ${colorScheme} scheme`, async ({ browser }) => {
      const site = await host(everyForm(at.show));
      const { context, page } = await visit(browser, site, { colorScheme });
      await shown(page, `/embed/show/${at.show.slug}`);
      const { violations, passes } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
      // Axe looked into the frames, too.
      expect(passes.some((rule) => rule.nodes.some((node) => node.target.length > 1))).toBe(true);
      await context.close();
      site.close();
    });

  test('takes no word from a page that is not its own', async ({ browser }) => {
    const site = await host(everyForm(at.show));
    const { context, page } = await visit(browser, site);
    await shown(page, `/embed/show/${at.show.slug}`);
    const heights = () => framesOf(page).evaluateAll((all) => all.map((frame) => frame.clientHeight));
    const before = await heights();
    expect(new Set(before)).toEqual(new Set([420]));
    await page.evaluate(() => {
      for (const said of [
        'earmark:gone',
        { type: 'earmark:height', height: 9000 },
        { earmark: 'height', height: 1 },
      ]) {
        window.postMessage(said, '*');
        const stranger = document.createElement('iframe');
        document.body.append(stranger);
        stranger.contentWindow!.parent.postMessage(said, '*');
        stranger.remove();
      }
    });
    await page.waitForTimeout(300);
    expect(await heights()).toEqual(before);
    await context.close();
    site.close();
  });

  test('makes one widget of one tag, however often the script is loaded', async ({ browser }) => {
    const again = `<script async src="${at.base}/embed.js"></script>`;
    const site = await host(`${again}${everyForm(at.show)}${again}${again}`);
    const { context, page, complaints } = await visit(browser, site);
    await shown(page, `/embed/show/${at.show.slug}`);
    await page.waitForTimeout(300);
    await expect(framesOf(page)).toHaveCount(5);
    expect(complaints).toEqual([]);
    // Frames appear on the window by number; nothing else may be added.
    const names = (of: Page) =>
      of.evaluate(() => Object.getOwnPropertyNames(window).filter((name) => !/^\d+$/.test(name)));
    const [plain, empty] = [await host('<p>No widget here.</p>'), await context.newPage()];
    await empty.goto(plain.url);
    expect(await names(page)).toEqual(await names(empty));
    plain.close();
    await context.close();
    site.close();
  });

  test('leaves a plain link where the script, or the frame, is not allowed', async ({ browser }) => {
    const body = `${at.show.snippet('show', at.show.slug, 'Script')}${at.show.snippet('episode', at.show.episodes[1]!.id, 'Web component')}`;
    for (const policy of [
      `default-src 'none'; frame-src ${at.base}`,
      `default-src 'none'; script-src ${at.base}`,
    ]) {
      const site = await host(body, policy);
      const { context, page } = await visit(browser, site);
      const links = page.locator('main a');
      await expect(links.nth(1)).toBeVisible();
      await page.waitForTimeout(500);
      await expect(framesOf(page)).toHaveCount(0);
      expect(await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))).toEqual([
        `${at.base}/shows/${at.show.slug}`,
        `${at.base}/episodes/${at.show.episodes[1]!.id}`,
      ]);
      for (const link of await links.all()) await expect(link).toBeVisible();
      // No hole is left where the frame would have been.
      const places = page.locator('[data-earmark-link]');
      await expect
        .poll(async () =>
          Math.max(...(await places.evaluateAll((all) => all.map((one) => one.clientHeight)))),
        )
        .toBeLessThanOrEqual(28);
      await context.close();
      site.close();
    }
  });
});

test.describe('a script that is a module', () => {
  const TAGS: readonly [string, (own: string) => string][] = [
    ['with a query to its address', (own: string) => `${own.replace('.js', '.js?ver=6.5')}`],
    ['beside the embed.js of another', (own: string) => `<script src="/v/embed.js"></script>${own}`],
    [
      'with an element of its own',
      (own: string) =>
        `${own.replace(/ data-ticker="[^"]*"/, '')}<earmark-widget ticker="${at.show.ticker}"></earmark-widget>`,
    ],
  ];
  for (const [how, tags] of TAGS)
    test(`finds itself ${how}`, async ({ browser }) => {
      const own = `<script type="module" src="${at.base}/embed.js" data-ticker="${at.show.ticker}"></script>`;
      const site = await host(tags(own), 'default-src *');
      const { context, page, complaints } = await visit(browser, site);
      await shown(page, `/embed/ticker/${encodeURIComponent(at.show.ticker)}`);
      await expect(framesOf(page)).toHaveCount(1);
      expect(complaints).toEqual([]);
      await context.close();
      site.close();
    });
});

test.describe('a place of the least size', () => {
  for (const [width, height] of [
    [320, 160],
    [220, 160],
  ] as const)
    test(`of ${width} by ${height} holds the first idea whole, with its date and the label`, async ({
      browser,
    }) => {
      const page = await browser.newPage({ viewport: { width, height } });
      await page.goto(`${at.base}/embed/ticker/${encodeURIComponent(at.show.ticker)}`);
      const [list, idea, footer] = await Promise.all(
        ['ol', 'ol li:first-child', 'footer'].map((part) => page.locator(part).boundingBox()),
      );
      expect(idea!.y + idea!.height).toBeLessThanOrEqual(list!.y + list!.height + 1);
      expect(footer!.y + footer!.height).toBeLessThanOrEqual(height);
      await expect(page.locator('footer')).toContainText('Not investment advice');
      await page.close();
    });
});

test.describe('a script in the head of a page', () => {
  const inHead = (more = '') =>
    `<script async src="${at.base}/embed.js" data-ticker="${at.show.ticker}"${more}></script>`;

  test('has no place, and says once what to do', async ({ browser }) => {
    const site = await host('<p>Our own words.</p>', strict(), inHead());
    const { context, page, complaints } = await visit(browser, site);
    await page.waitForTimeout(300);
    await expect(framesOf(page)).toHaveCount(0);
    expect(complaints).toEqual([
      "Earmark: no place for the ticker. Put its script into <body>, or an element's id into data-target.",
    ]);
    await context.close();
    site.close();
  });

  for (const [when, slowScript] of [
    ['at once', false],
    ['late', true],
  ] as const)
    test(`shows the widget in the element it names when it comes ${when}, and moves nothing`, async ({
      browser,
    }) => {
      const [place] = at.show.snippet('ticker', at.show.ticker, 'Script').split('\n');
      const body = `<h2>Part</h2><div id="ideas">${place}</div><p>Our own words, below.</p><div id="more"><p>Before.</p></div>`;
      const site = await host(
        body,
        strict(),
        inHead(' data-target="#ideas"') + inHead(' data-target="more"'),
      );
      const { context, page, complaints } = await visit(browser, site, { slowScript });
      await shown(page, `/embed/ticker/${encodeURIComponent(at.show.ticker)}`);
      const under = (id: string) =>
        page.locator(`#${id} > *`).evaluateAll((all) => all.map((one) => one.localName));
      await expect(page.locator('#more > iframe')).toBeVisible();
      expect([await under('ideas'), await under('more')]).toEqual([['iframe'], ['p', 'iframe']]);
      expect(complaints).toEqual([]);
      expect(await layoutShift(page)).toBe(0);
      await context.close();
      site.close();
    });

  test('says so when the element it names is not there, and leaves other widgets alone', async ({
    browser,
  }) => {
    const site = await host(
      at.show.snippet('show', at.show.slug, 'Script'),
      strict(),
      inHead(' data-target="a > no id"'),
    );
    const { context, page, complaints } = await visit(browser, site);
    await shown(page, `/embed/show/${at.show.slug}`);
    await expect(framesOf(page)).toHaveCount(1);
    expect(complaints).toEqual([expect.stringMatching(/^Earmark: no place for the ticker\./)]);
    await context.close();
    site.close();
  });
});

test.describe('a browser that does not count the parameters of an address (Safari before 17)', () => {
  test('is shown the chosen look', async ({ browser }) => {
    const ticker = encodeURIComponent(at.show.ticker);
    const site = await host(
      `<script src="${at.base}/embed.js" data-ticker="${at.show.ticker}" data-theme="dark"></script>`,
      "default-src * 'unsafe-inline'",
      '<script>delete URLSearchParams.prototype.size</script>',
    );
    const { context, page } = await visit(browser, site);
    await expect(framesOf(page)).toHaveAttribute('src', `${at.base}/embed/ticker/${ticker}?theme=dark`);
    await context.close();
    site.close();
  });
});

test.describe('the weight', () => {
  test('is under 3.5 kB for the script and 30 kB for a page, both before compression', async () => {
    const script = await (await fetch(new URL('/embed.js', at.base))).arrayBuffer();
    expect(script.byteLength).toBeLessThan(3500);
    const page = await (await fetch(new URL(`/embed/show/${at.show.slug}`, at.base))).arrayBuffer();
    expect(page.byteLength).toBeLessThan(30_000);
  });
});
