import { agent, makeKey } from '#e2e/journeys/agent.ts';
import { expect, test } from '#e2e/journeys/journey.ts';
import { askForLink, confirm, mailedLink, ownAddress } from '#e2e/journeys/reader.ts';

test.describe('signing out and leaving', () => {
  test('ends every session at once', async ({ browser, service, signedIn }) => {
    const { page, email } = await signedIn();
    const other = await browser.newContext({ extraHTTPHeaders: ownAddress() });
    const elsewhere = await other.newPage();
    await askForLink(elsewhere, email);
    await elsewhere.goto(await mailedLink(elsewhere, email));
    await confirm(elsewhere);
    await page.goto('/settings/privacy');
    await expect(page.locator('main')).toContainText('2 sessions');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(`${service.baseUrl}/`);
    for (const one of [page, elsewhere]) {
      await one.goto('/settings/privacy');
      expect(new URL(one.url()).pathname).toBe('/sign-in');
    }
    await other.close();
  });

  test('erases the account with its keys, when the address is typed to confirm', async ({ signedIn }) => {
    const { context, page, email } = await signedIn();
    const client = agent(context.request, await makeKey(page, 'gone soon'));
    expect((await client.get('/v1/agent/me')).status()).toBe(200);
    await page.goto('/settings/privacy');
    const exported = await (await context.request.get('/settings/privacy/export')).json();
    expect(exported).toMatchObject({ account: { email }, alertWebhooks: [], alertEvents: [] });
    await page.locator('#confirmEmail').fill('other@example.org');
    await page.getByRole('button', { name: 'Erase my account' }).click();
    await expect(page.locator('main [role="alert"]')).toBeVisible();
    await page.locator('#confirmEmail').fill(email);
    await page.getByRole('button', { name: 'Erase my account' }).click();
    await page.waitForURL('**/goodbye');
    expect((await client.get('/v1/agent/me')).status()).toBe(401);
    await page.goto('/settings/privacy');
    expect(new URL(page.url()).pathname).toBe('/sign-in');
  });
});
