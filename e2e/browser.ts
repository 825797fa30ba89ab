import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** The system's Chromium, or the one that E2E_CHROMIUM names. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.E2E_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}

export type SignedIn = { readonly context: BrowserContext; readonly page: Page; readonly email: string };

/**
 * A browser signed in with a new address, by the link in the local outbox. Each asks for its link from a loopback
 * address of its own: one reader may ask for five in a quarter of an hour.
 */
export async function signedInAt(
  base: string,
  browser: Browser,
  javaScriptEnabled = true,
): Promise<SignedIn> {
  const context = await browser.newContext({ javaScriptEnabled, baseURL: base });
  const part = () => Math.floor(Math.random() * 254) + 1;
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `127.${part()}.${part()}.${part()}` });
  const page = await context.newPage();
  const email = `reader-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.org`;
  await page.goto('/sign-in');
  await page.fill('#email', email);
  await page.click('text=Send me a sign-in link');
  await page.waitForURL('**/sign-in/sent');
  await page.goto(await mailedLink(page, email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  await context.setExtraHTTPHeaders({});
  return { context, page, email };
}

/** The link in the newest mail of the local outbox that went to an address. */
export async function mailedLink(page: Page, address: string): Promise<string> {
  await page.goto('/outbox');
  const mail = page.locator('article', { hasText: `To ${address}` }).first();
  return (await mail.locator('a').first().getAttribute('href'))!;
}
