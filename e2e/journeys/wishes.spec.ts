// What a reader presses before signing in, and where it is carried out afterwards.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, test } from '#e2e/journeys/journey.ts';
import { confirm, mailedLink, ownAddress, sendLink } from '#e2e/journeys/reader.ts';

const NOTE = 'Press it here once more';

/** A window of its own that calls from an address of its own. */
async function windowOf(browser: Browser): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ extraHTTPHeaders: ownAddress() });
  return [context, await context.newPage()];
}

/** Path and name of the show at a place of the list, from 0. */
async function showAt(page: Page, place: number): Promise<{ path: string; name: string }> {
  await page.goto('/shows');
  const link = page.locator('main h2 a').nth(place);
  return { path: (await link.getAttribute('href'))!, name: (await link.textContent())! };
}

/** Presses Follow without an account; returns the sign-in link that is mailed then. */
async function wishFor(page: Page, path: string): Promise<string> {
  const email = `wish-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.org`;
  await page.goto(path);
  await page.getByRole('button', { name: /^Follow / }).click();
  await page.waitForURL('**/sign-in?next=*');
  await sendLink(page, email);
  return mailedLink(page, email);
}

async function followed(page: Page): Promise<string[]> {
  await page.goto('/following');
  return page.locator('section[aria-labelledby="shows"] li a').allTextContents();
}

test.describe('a Follow that was pressed before signing in', () => {
  test('is carried out where it was pressed, once', async ({ browser }) => {
    const [context, page] = await windowOf(browser);
    const show = await showAt(page, 0);
    await page.goto(await wishFor(page, show.path));
    await confirm(page);
    expect(new URL(page.url()).pathname).toBe(show.path);
    await expect(page.getByRole('button', { name: `Unfollow ${show.name}` })).toBeVisible();
    await expect(page.getByText(NOTE)).toHaveCount(0);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('earmark-wish');
    await context.close();
  });

  test('is asked for again in another browser, and only on its own page', async ({ browser }) => {
    const [pressedIn, page] = await windowOf(browser);
    const show = await showAt(page, 0);
    const other = await showAt(page, 1);
    const link = await wishFor(page, show.path);
    const [openedIn, elsewhere] = await windowOf(browser);
    await elsewhere.goto(link);
    await confirm(elsewhere);
    expect(new URL(elsewhere.url()).pathname).toBe(show.path);
    await expect(elsewhere.getByText(NOTE)).toBeVisible();
    expect(await followed(elsewhere)).toEqual([]);
    await elsewhere.goto(other.path);
    await expect(elsewhere.getByText(NOTE)).toHaveCount(0);
    await elsewhere.goto(show.path);
    await elsewhere.getByRole('button', { name: `Follow ${show.name}` }).click();
    await expect(elsewhere.getByRole('button', { name: `Unfollow ${show.name}` })).toBeVisible();
    await expect(elsewhere.getByText(NOTE)).toHaveCount(0);
    await pressedIn.close();
    await openedIn.close();
  });

  test('is never carried out for somebody else whose link is opened in that browser', async ({ browser }) => {
    const [mine, page] = await windowOf(browser);
    const [theirs, elsewhere] = await windowOf(browser);
    const wanted = await showAt(page, 0);
    const pressed = await showAt(page, 1);
    const link = await wishFor(page, wanted.path);
    await wishFor(elsewhere, pressed.path);
    await elsewhere.goto(link);
    await confirm(elsewhere);
    expect(await followed(elsewhere)).toEqual([]);
    await mine.close();
    await theirs.close();
  });
});
