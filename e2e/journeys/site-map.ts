import { globSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';
import { projectRoot } from '#server/platform/env.ts';

/** How many links deep `crawl` goes from the front page. */
const DEPTH = 3;
/** Windows at work at once: the service, its database and the browser share two cores. */
const WINDOWS = 3;

/** A page as a reader without scripts sees it. */
export type Visit = {
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

/** The patterns of all pages, read from their files: `/ideas/[id]`. */
export const patterns = globSync('**/page.tsx', { cwd: join(projectRoot, 'app') }).map(
  (file) => `/${file.replace(/\([^)]*\)\//g, '').replace(/\/?page\.tsx$/, '')}`,
);
/** Patterns of the pages that need an account. */
export const personal = patterns.filter((path) =>
  /^\/(digest|following|saved|claim|settings)|^\/ask\//.test(path),
);

/** A path for every pattern. */
export type Examples = ReadonlyMap<string, string>;

/** Follows the links of the site from its front page, `DEPTH` steps far; visits each page once. */
export async function crawl(context: BrowserContext): Promise<Visit[]> {
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
    // A mail in the outbox may link to what is gone.
    for (const path of seen.flatMap((visit) => (visit.path === '/outbox' ? [] : visit.links))) {
      // One query of these pages stands for all: a question, a way back after signing in, an order or week of a list.
      const kind = /^\/(ask|sign-in|tickers|themes|companies)\b.*\?/.test(path)
        ? path.replace(/^\/([^/?]+)[^?]*\?([^=]*).*/, '/$1?$2')
        : path;
      if (!met.has(kind)) step.push(path);
      met.add(kind);
    }
  }
  return found;
}

/** The pages that link to a path. */
export function linkedFrom(visits: readonly Visit[], path: string): string[] {
  return visits.filter(({ links }) => links.includes(path)).map((visit) => visit.path);
}

export async function look(page: Page, path: string): Promise<Visit> {
  const complaints: string[] = [];
  const complain = (message: ConsoleMessage) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  };
  page.on('console', complain);
  // `load`: without its style a page has another width.
  const answer = await page.goto(path, { waitUntil: 'load' });
  const shown = await page.evaluate(() => ({
    headings: document.querySelectorAll('h1').length,
    title: document.title,
    canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? null,
    over: document.documentElement.scrollWidth - innerWidth,
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([download], [type])')]
      .map((link) => new URL(link.href))
      .filter((url) => url.origin === location.origin && !/^\/(v1|embed|oembed)\//.test(url.pathname))
      .map((url) => url.pathname + url.search),
  }));
  page.off('console', complain);
  return { path, status: answer!.status(), complaints, ...shown };
}

/** Violations on these pages and errors of their scripts. Each page is loaded once and checked in light, in dark and on a phone. */
export async function findings(context: BrowserContext, paths: readonly string[]): Promise<string[]> {
  const queue = [...paths];
  const found: string[] = [];
  const work = async () => {
    const page = await context.newPage();
    page.on('pageerror', (error) => found.push(`${page.url()}: ${error}`));
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(DESK);
      await page.goto(path, { waitUntil: 'load' });
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .options({ resultTypes: ['violations'] })
        .analyze();
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await page.evaluate(violationsOf, ['color-contrast'] as string[]);
      await page.setViewportSize(PHONE);
      const narrow = await page.evaluate(violationsOf, NARROW_RULES);
      const all = [...violations, ...dark.map(within('in dark')), ...narrow.map(within('on a phone'))];
      found.push(...all.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`));
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: WINDOWS }, work));
  return found;
}

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };
type Axe = { run(options: object): Promise<{ violations: Violation[] }> };

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Rules that a narrower window may break: what scrolls, what can be pressed, what is shown at all. */
const NARROW_RULES = [
  'color-contrast',
  'scrollable-region-focusable',
  'target-size',
  'label',
  'link-name',
  'button-name',
  'heading-order',
];

/** Runs in the page, where the first analysis left axe: the rules that another scheme or width may break. */
async function violationsOf(runOnly: string[]): Promise<Violation[]> {
  const { axe } = window as unknown as { axe: Axe };
  const { violations } = await axe.run({ resultTypes: ['violations'], runOnly });
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
}

function within(where: string): (violation: Violation) => Violation {
  return ({ id, nodes }) => ({ id: `${id} ${where}`, nodes });
}

export function fits(path: string, pattern: string): boolean {
  const [plain = ''] = path.split('?');
  return new RegExp(`^${pattern.replace(/\[[^\]]+\]/g, '[^/]+')}$`).test(plain);
}

/** Fills a reader's account, so that none of its pages is empty; returns a path for every pattern. */
export async function examplesOf(page: Page, visits: readonly Visit[]): Promise<Examples> {
  const open = (pattern: string) => visits.find(({ path }) => fits(path, pattern))?.path;
  const press = async (path: string, name: RegExp) => {
    await page.goto(path);
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
  };
  await press(open('/shows/[slug]')!, /^Follow/);
  await press(open('/tickers/[symbol]')!, /^Follow/);
  await press(open('/ideas/[id]')!, /^Save this idea/);
  await page.goto('/settings/connectors');
  await page.locator('#name').fill('for reading');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.locator('pre.snippet').first().waitFor();
  await page.goto('/settings/connectors');
  const connector = await page.locator('a[href^="/settings/connectors/"]').first().getAttribute('href');
  await page.goto('/ask');
  await page.locator('#question').fill('What did podcasts say about Nvidia?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.waitForURL(/\/ask\/[0-9a-f-]{36}#latest$/);
  const made: Record<string, string> = {
    '/ask/[id]': new URL(page.url()).pathname,
    '/sign-in/confirm': '/sign-in/confirm?email=reader%40example.org&token=0',
    '/settings/connectors/[id]': connector!,
    '/settings/shows/[slug]': '/settings/shows',
  };
  return new Map(patterns.map((pattern) => [pattern, made[pattern] ?? open(pattern) ?? pattern]));
}
