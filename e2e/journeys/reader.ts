import type { Browser, BrowserContext, Page } from '@playwright/test';

export type SignedIn = { readonly context: BrowserContext; readonly page: Page; readonly email: string };

/** Headers of a caller with a loopback address of its own. An address may ask for five sign-in links in a quarter of an hour. */
export function ownAddress(): { 'x-forwarded-for': string } {
  const part = () => Math.floor(Math.random() * 254) + 1;
  return { 'x-forwarded-for': `127.${part()}.${part()}.${part()}` };
}

/** Signs a new e-mail address in by the link in the local outbox, in a window of its own. */
export async function signIn(
  browser: Browser,
  { javaScriptEnabled = true }: { javaScriptEnabled?: boolean } = {},
): Promise<SignedIn> {
  const context = await browser.newContext({ javaScriptEnabled });
  await context.setExtraHTTPHeaders(ownAddress());
  const page = await context.newPage();
  const email = `reader-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.org`;
  await askForLink(page, email);
  await page.goto(await mailedLink(page, email));
  await confirm(page);
  await context.setExtraHTTPHeaders({});
  return { context, page, email };
}

/** Opens the sign-in page and asks for a link that leads on to `next`. */
export async function askForLink(page: Page, email: string, next?: string): Promise<void> {
  await page.goto(next ? `/sign-in?next=${next}` : '/sign-in');
  await sendLink(page, email);
}

/** Asks for a sign-in link on the sign-in page that is open. */
export async function sendLink(page: Page, email: string): Promise<void> {
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: 'Send me a sign-in link' }).click();
  // The browser keeps the place (`#`) of the page that led there.
  await page.waitForURL(/\/sign-in\/sent(#|$)/);
}

/** Presses the button of the page that a sign-in link leads to, and waits for the page after it. */
export async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
}

/** The first link of the newest mail to an address in the local outbox. */
export async function mailedLink(page: Page, address: string): Promise<string> {
  await page.goto('/outbox');
  const mail = page.locator('article', { hasText: `To ${address}` }).first();
  return (await mail.locator('a').first().getAttribute('href'))!;
}
