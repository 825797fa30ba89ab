import { globSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import pg from 'pg';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, type SignedIn, signedInAt } from '#e2e/browser.ts';
import { earmark } from '#e2e/operator.ts';
import { projectRoot } from '#server/platform/env.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';

/** The built service of this run, or one that runs already. */
const base = process.env.E2E_BASE_URL ?? inject('baseUrl');

const MINUTES = 60_000;
const DEPTH = 3;
/** Windows at work at once: two cores hold the service, its database and the browser. */
const WINDOWS = 3;
const narrow = { width: 320, height: 700 };

/** A page as a reader without scripts meets it. */
type Visit = {
  readonly path: string;
  readonly status: number;
  readonly headings: number;
  readonly title: string;
  readonly canonical: string | null;
  /** Pixels by which the page is wider than the window. */
  readonly over: number;
  readonly complaints: readonly string[];
  readonly links: readonly string[];
};

/** Patterns of all pages there are, from the files themselves: `/ideas/[id]`. */
const patterns = globSync('**/page.tsx', { cwd: join(projectRoot, 'app') }).map(
  (file) => `/${file.replace(/\([^)]*\)\//g, '').replace(/\/?page\.tsx$/, '')}`,
);
/** Only for a reader with an account; the others open to everybody. */
const personal = patterns.filter((path) => /^\/(digest|following|saved|claim|settings)|^\/ask\//.test(path));

let browser: Browser;
let visits: Visit[];
let reader: SignedIn;
/** A path for every pattern. */
let examples: ReadonlyMap<string, string>;

beforeAll(async () => {
  browser = await openBrowser();
  const plain = await browser.newContext({ baseURL: base, javaScriptEnabled: false, viewport: narrow });
  visits = await crawl(plain);
  await plain.close();
  reader = await signedInAt(base, browser);
  examples = await examplesOf(reader.page);
}, 5 * MINUTES);
afterAll(() => browser.close());

describe('without scripts, from the front page three steps far', () => {
  it('meets every kind of page that is open to everybody', () => {
    // The last steps of signing in and out, and what a mail leads to, are linked from no page.
    const apart = [...personal, '/goodbye', '/outbox', '/sign-in/confirm', '/sign-in/sent', '/unsubscribe'];
    const open = patterns.filter((pattern) => !apart.includes(pattern));
    expect(open.filter((pattern) => !visits.some(({ path }) => fits(path, pattern)))).toEqual([]);
    expect(visits.length).toBeGreaterThan(100);
  });

  it.each<[string, (visit: Visit) => boolean]>([
    ['answers 200', ({ status }) => status === 200],
    ['has one first heading', ({ headings }) => headings === 1],
    ['has a title of its own', ({ title }) => / \| Earmark$|^Earmark: /.test(title)],
    ['names its canonical address', ({ canonical }) => canonical?.startsWith(base) === true],
    ['raises no complaint of the browser', ({ complaints }) => complaints.length === 0],
    ['is no wider than 320 pixels', ({ over }) => over <= 0],
  ])('every page %s', (_name, holds) => {
    expect(visits.filter((visit) => !holds(visit)).map(({ links: _links, ...visit }) => visit)).toEqual([]);
  });

  it(
    'serves a reader with an account the same way',
    async () => {
      const { context } = reader;
      const plain = await browser.newContext({
        baseURL: base,
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
    },
    MINUTES,
  );
});

describe('axe finds nothing, in light and in dark', () => {
  it(
    'for a reader without an account',
    async () => {
      const context = await browser.newContext({ baseURL: base });
      const open = patterns.filter((pattern) => !personal.includes(pattern));
      expect(
        await findings(context, [...open.map((pattern) => examples.get(pattern)!), '/no-such-page']),
      ).toEqual([]);
      await context.close();
    },
    5 * MINUTES,
  );

  it(
    'for a reader with one, on the free plan and on Premium',
    async () => {
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
    },
    5 * MINUTES,
  );
});

describe('by keyboard', () => {
  it(
    'skips to the content first',
    async () => {
      const context = await browser.newContext({ baseURL: base });
      const page = await context.newPage();
      await page.goto('/');
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to the content' });
      expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
      expect((await skip.boundingBox())!.height).toBeGreaterThan(20);
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
      await context.close();
    },
    MINUTES,
  );

  it(
    'shows where the focus is, wherever it goes',
    async () => {
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
    },
    MINUTES,
  );
});

it('moves nothing for a reader who asks for stillness', async () => {
  const context = await browser.newContext({ baseURL: base, reducedMotion: 'reduce' });
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

it.each([
  ['/shows/%E0%A4%A', 400],
  ['/shows/no-show', 404],
  ['/theses/00000000-0000-4000-8000-000000000000', 404],
  ['/help/none', 404],
  ['/tickers/%00', 404],
  ['/ideas/no-id', 404],
  ['/themes/none', 404],
  ['/no-such-page', 404],
  ['/episodes/no-id?t=x', 404],
  ['/search?from=yesterday', 200],
  ['/search?cursor=made-up', 200],
  ['/ask?idea=no-id', 200],
  ['/saved?cursor=made-up', 200],
  ['/settings/saved?cursor=%00', 200],
  ['/settings/shows?find=%00', 200],
  ['/claim?token=%00', 200],
])('answers %s with %i', async (path, status) => {
  const page = await reader.context.newPage();
  const answer = await page.goto(path);
  expect(answer!.status()).toBe(status);
  await page
    .getByText(status === 200 ? 'Earmark' : /Nothing is kept|not well formed/)
    .first()
    .waitFor();
  await page.close();
});

it('answers 500 with a page that can be read without scripts', async () => {
  const plain = await browser.newContext({ baseURL: base, javaScriptEnabled: false, viewport: narrow });
  const page = await plain.newPage();
  const { url, leave } = await startEmbeddedPostgres(inject('dataDir'));
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query('ALTER TABLE theme RENAME TO theme_away');
  try {
    const answer = await page.goto('/themes');
    expect(answer!.status()).toBe(500);
    expect(await page.textContent('h1')).toBe('This page could not be made');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await findings(reader.context, ['/themes'])).toEqual([]);
  } finally {
    await database.query('ALTER TABLE theme_away RENAME TO theme');
    await database.end();
    await leave();
  }
  await page.getByRole('link', { name: 'Try again' }).click();
  expect(await page.textContent('h1')).toBe('Themes');
  await plain.close();
});

it(
  'moves no text under a reader’s eyes when the faces come late',
  async () => {
    const context = await browser.newContext({ baseURL: base, viewport: narrow });
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
  },
  MINUTES,
);

/** Follows the links of the site from its front page, `DEPTH` steps far; pages met several ways are visited once. */
async function crawl(context: BrowserContext): Promise<Visit[]> {
  const pages = await Promise.all(Array.from({ length: WINDOWS }, () => context.newPage()));
  const met = new Set<string>(['/']);
  const found: Visit[] = [];
  let step = ['/'];
  for (let depth = 0; depth <= DEPTH && step.length > 0; depth += 1) {
    const queue = [...step];
    const seen: Visit[] = [];
    await Promise.all(
      pages.map(async (page) => {
        for (let path = queue.shift(); path !== undefined; path = queue.shift())
          seen.push(await look(page, path));
      }),
    );
    found.push(...seen);
    step = [];
    for (const path of seen.flatMap(({ links }) => links)) {
      // One question and one way back after signing in stand for all.
      const kind = /^\/(ask|sign-in)\?/.test(path) ? path.replace(/=.*/, '') : path;
      if (!met.has(kind)) step.push(path);
      met.add(kind);
    }
  }
  return found;
}

async function look(page: Page, path: string): Promise<Visit> {
  const complaints: string[] = [];
  const complain = (message: ConsoleMessage) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  };
  page.on('console', complain);
  const answer = await page.goto(path, { waitUntil: 'domcontentloaded' });
  const shown = await page.evaluate(() => ({
    headings: document.querySelectorAll('h1').length,
    title: document.title,
    canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? null,
    over: document.documentElement.scrollWidth - innerWidth,
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([download])')]
      .map((link) => new URL(link.href))
      .filter((url) => url.origin === location.origin && !/^\/(v1|embed|oembed)\//.test(url.pathname))
      .map((url) => url.pathname + url.search),
  }));
  page.off('console', complain);
  return { path, status: answer!.status(), complaints, ...shown };
}

/** Violations on these pages, and errors of their scripts; each is loaded once and looked at in both schemes. */
async function findings(context: BrowserContext, paths: readonly string[]): Promise<string[]> {
  const queue = [...paths];
  const found: string[] = [];
  const work = async () => {
    const page = await context.newPage();
    page.on('pageerror', (error) => found.push(`${page.url()}: ${error}`));
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path, { waitUntil: 'load' });
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .options({ resultTypes: ['violations'] })
        .analyze();
      await page.emulateMedia({ colorScheme: 'dark' });
      const all = [...violations, ...(await page.evaluate(contrastViolations))];
      found.push(...all.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`));
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: WINDOWS }, work));
  return found;
}

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };
type Axe = { run(options: object): Promise<{ violations: Violation[] }> };

/** Runs in the page, where the first look left axe behind: another scheme changes colours and nothing else. */
async function contrastViolations(): Promise<Violation[]> {
  const { axe } = window as unknown as { axe: Axe };
  const { violations } = await axe.run({ resultTypes: ['violations'], runOnly: ['color-contrast'] });
  return violations.map(({ id, nodes }) => ({
    id: `${id} in dark`,
    nodes: nodes.map(({ html }) => ({ html })),
  }));
}

function fits(path: string, pattern: string): boolean {
  const [plain = ''] = path.split('?');
  return new RegExp(`^${pattern.replace(/\[[^\]]+\]/g, '[^/]+')}$`).test(plain);
}

/** Fills the reader's account, so that no page of it is empty, and finds a path for every pattern. */
async function examplesOf(page: Page): Promise<ReadonlyMap<string, string>> {
  const open = (pattern: string) => visits.find(({ path }) => fits(path, pattern))?.path;
  const press = async (path: string, name: RegExp) => {
    await page.goto(path);
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('status').first().waitFor();
  };
  await press(open('/shows/[slug]')!, /^Follow/);
  await press(open('/tickers/[symbol]')!, /^Follow/);
  await press(open('/ideas/[id]')!, /^Save this idea/);
  await page.goto('/settings/connectors');
  await page.fill('#name', 'for reading');
  await page.click('text=Make the key');
  await page.waitForSelector('pre.snippet');
  await page.goto('/ask');
  await page.fill('#question', 'What did podcasts say about Nvidia?');
  await page.click('button:has-text("Ask")');
  await page.waitForURL(/\/ask\/[0-9a-f-]{36}#latest$/);
  const made: Record<string, string> = {
    '/ask/[id]': new URL(page.url()).pathname,
    '/sign-in/confirm': '/sign-in/confirm?email=reader%40example.org&token=0',
    '/settings/shows/[slug]': '/settings/shows',
  };
  return new Map(patterns.map((pattern) => [pattern, made[pattern] ?? open(pattern) ?? pattern]));
}
