import { expect, faults, overflow, picture, test } from '#e2e/journeys/journey.ts';

test.describe('the first day', () => {
  test.setTimeout(600_000);
  test('begins at the digest, where three shows and three tickers make it one’s own', async ({
    signedIn,
  }) => {
    const { page } = await signedIn();
    expect(new URL(page.url()).pathname).toBe('/digest');
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await faults(page)).toEqual([]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await picture(page, `first-day-${width}-${colorScheme}`);
      }
    await page.getByRole('button', { name: 'Follow these' }).click();
    await expect(page.getByText('Tick at least one show or ticker.')).toBeVisible();
    for (const name of ['show', 'symbol'])
      for (const at of [0, 1, 2]) await page.locator(`input[name="${name}"]`).nth(at).check();
    await page.getByRole('button', { name: 'Follow these' }).click();
    await expect(page.getByRole('heading', { name: 'Make it yours' })).toHaveCount(0);
    await page.goto('/following');
    await expect(page.getByRole('heading', { name: '3 tickers' })).toBeVisible();
    await expect(page.getByRole('heading', { name: '3 shows' })).toBeVisible();
  });

  test('shows the trial beside the prices, and where local mail lies', async ({ page }) => {
    await page.goto('/pricing');
    await expect(page.getByText('try Premium for 14 days')).toBeVisible();
    await page.goto('/sign-in');
    await expect(page.getByRole('link', { name: 'local outbox' })).toBeVisible();
  });
});
