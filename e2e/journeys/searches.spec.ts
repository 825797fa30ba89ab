import type { Page } from '@playwright/test';
import { expect, faults, overflow, picture, test } from '#e2e/journeys/journey.ts';
import { confirm, mailedLink, sendLink } from '#e2e/journeys/reader.ts';

/** Presses Tab until the element of this kind and name has the focus. Fails when it is out of reach, and when the focus cannot be seen on the way. */
async function tabTo(page: Page, kind: string, name: string): Promise<void> {
  const held = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      const label = at?.id ? document.querySelector(`label[for="${at.id}"]`) : null;
      return `${at?.localName} ${(label ?? at)?.textContent?.trim()}`;
    });
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(unseen), page.url()).toBeNull();
    if ((await held()) === `${kind} ${name}`) return;
  }
  throw new Error(`No press of Tab reached ${name} on ${page.url()}.`);
}

/** Runs in the page: the focused element if its focus has no outline or is out of sight, else null. */
function unseen(): string | null {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const { top, bottom, width, height } = at.getBoundingClientRect();
  const isMarked = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  const isInSight = bottom > 0 && top < innerHeight && width > 1 && height > 1;
  return isMarked && isInSight ? null : at.outerHTML;
}

test.describe('a saved search', () => {
  test.setTimeout(600_000);
  test('is kept by keyboard alone, from signing in to its alerts, and shown in a feed on its first day', async ({
    page,
    context,
  }) => {
    const email = `by-keyboard-${Date.now()}@example.org`;
    await page.goto('/sign-in');
    await tabTo(page, 'input', 'E-mail address');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused();
    await page.goto(await mailedLink(page, email));
    await tabTo(page, 'button', 'Sign in');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/digest');
    // A key that is pressed before the page listens has no effect.
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(page.locator('#q')).toBeFocused({ timeout: 2000 });
    }).toPass();
    await page.keyboard.type('data OR power NOT tesla');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/q=data/);
    await tabTo(page, 'button', 'Save this search');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved as “data OR power NOT tesla”').first()).toBeVisible();
    await tabTo(page, 'a', 'your searches');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Saved searches, 1 of 20' })).toBeVisible();

    await tabTo(page, 'summary', 'Rename data OR power NOT tesla');
    await page.keyboard.press('Enter');
    await tabTo(page, 'input', 'Its name');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Power for data centers');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Power for data centers' })).toBeVisible();

    await page.goto('/settings/alerts');
    await page.getByRole('button', { name: 'Open a feed' }).click();
    const feed = (await page.locator('pre.snippet', { hasText: '/feeds/' }).textContent())!.trim();
    expect(await (await context.request.get(feed)).text()).toContain('<item>');

    await page.goto('/settings/searches');
    await page.getByRole('button', { name: 'Stop its alerts' }).click();
    await expect(page.getByText('Alerts off').first()).toBeVisible();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByText('None yet.')).toBeVisible();
  });

  test('that was wished for before signing in is there after it', async ({ page }) => {
    await page.goto('/search?stance=bearish&order=newest');
    await page.getByRole('button', { name: 'Save this search' }).click();
    const email = `wisher-${Date.now()}@example.org`;
    await sendLink(page, email);
    await page.goto(await mailedLink(page, email));
    await confirm(page);
    await expect(page).toHaveURL(/stance=bearish/);
    await expect(page.getByText('Saved as “bearish”').first()).toBeVisible();
  });

  test('has pages that axe finds nothing on, in both schemes, wide and narrow', async ({ signedIn }) => {
    const { page } = await signedIn();
    await page.goto('/search?q=power&stance=bullish');
    await page.getByRole('button', { name: 'Save this search' }).click();
    await expect(page.getByText('Saved as').first()).toBeVisible();
    for (const path of ['/search?q=power&stance=bullish', '/settings/searches', '/settings/alerts'])
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [390, 1280]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          await page.goto(path);
          expect(await faults(page)).toEqual([]);
          expect(await overflow(page)).toBeLessThanOrEqual(0);
          await picture(page, `${path.split('/').at(-1)!.split('?')[0]}-${width}-${colorScheme}`);
        }
  });
});

test('Enter in the search field sends what is typed, and opens no option of what was typed before', async ({
  page,
}) => {
  await page.goto('/search');
  await page.locator('#q').pressSequentially('nv');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('idia');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=nvidia$/);
});
