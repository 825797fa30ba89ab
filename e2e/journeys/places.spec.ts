import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/journeys/journey.ts';

/** Leaves a place within a page (`#`) for another page and comes back to it, then to the top of the page. */
async function isShownOnTheWayBack(page: Page, path: string, place: string): Promise<void> {
  const title = await page.title();
  await expect(page).toHaveURL(`${path}${place}`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Themes' }).click();
  await expect(page).toHaveTitle(/^Themes/);
  await page.goBack();
  await expect(page).toHaveURL(`${path}${place}`);
  await expect(page).toHaveTitle(title);
  await page.goBack();
  await expect(page).toHaveURL(path);
  await expect(page).toHaveTitle(title);
}

test.describe('the way back to a place within a page', () => {
  test('shows that page, reached by a link of its contents', async ({ page }) => {
    await page.goto('/docs/api', { waitUntil: 'networkidle' });
    const link = page.locator('main a[href^="#"]').first();
    const place = (await link.getAttribute('href'))!;
    await link.click();
    await isShownOnTheWayBack(page, '/docs/api', place);
  });

  test('shows that page, reached by skipping to the content', async ({ page }) => {
    await page.goto('/shows', { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Enter');
    await isShownOnTheWayBack(page, '/shows', '#content');
  });
});
