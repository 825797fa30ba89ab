import AxeBuilder from '@axe-core/playwright';
import { test as base, type Page } from '@playwright/test';
import { type SignedIn, signIn } from '#e2e/journeys/reader.ts';
import { openService, running, type Service } from '#e2e/service.ts';

export { expect } from '@playwright/test';

type ForATest = {
  /** Signs a new reader in, in a window that closes with the test. */
  signedIn: (options?: { javaScriptEnabled?: boolean }) => Promise<SignedIn>;
};
type ForAWorker = {
  /** The built service with the sample shows: one for each worker, on a folder of its own. */
  service: Service;
};

/** Playwright's `test` with a running service, to which relative addresses lead. */
export const test = base.extend<ForATest, ForAWorker>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture depends on
    async ({}, use) => {
      const close = await openService();
      await use(running());
      await close();
    },
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
  baseURL: ({ service }, use) => use(service.baseUrl),
  signedIn: async ({ browser }, use) => {
    const readers: SignedIn[] = [];
    await use(async (options) => {
      const reader = await signIn(browser, options);
      readers.push(reader);
      return reader;
    });
    for (const { context } of readers) await context.close();
  },
});

/** What axe finds on a page, as the rule and the first element that breaks it. */
export async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Takes a picture of a page into the folder that E2E_SHOTS names; does nothing when it names none. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Pixels by which a page is wider than its window; none or fewer when it fits. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
