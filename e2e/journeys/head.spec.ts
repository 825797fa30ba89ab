import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, overflow, test } from '#e2e/journeys/journey.ts';

test.describe('the head of the page on a narrow window', () => {
  const narrow = { width: 320, height: 700 };
  const rows = (page: Page) =>
    page.evaluate(() => {
      const shown = [...document.querySelectorAll('header a, header summary')].filter(
        (element) => element.checkVisibility() && !element.classList.contains('sr-only'),
      );
      return new Set(shown.map((element) => Math.round(element.getBoundingClientRect().top / 10))).size;
    });

  test('takes two rows, and its menu works by keyboard', async ({ signedIn }) => {
    const { page } = await signedIn();
    await page.setViewportSize(narrow);
    await page.goto('/');
    expect(await rows(page)).toBe(2);
    const menu = page.locator('header summary');
    const digest = page.locator('header details a[href="/digest"]');
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect(digest).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(digest).toBeHidden();
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    const { violations } = await new AxeBuilder({ page }).include('header').analyze();
    expect(violations.map((found) => found.id)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(digest).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/digest');
    await expect(digest).toBeHidden();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(await rows(page)).toBe(1);
    await expect(menu).toBeHidden();
  });

  test('has a menu that opens without scripts', async ({ signedIn }) => {
    const { page } = await signedIn({ javaScriptEnabled: false });
    await page.setViewportSize(narrow);
    await page.goto('/');
    await expect(page.locator('header details a[href="/saved"]')).toBeHidden();
    await page.locator('header summary').click();
    await page.locator('header details a[href="/saved"]').click();
    await page.waitForURL('**/saved');
  });
});
