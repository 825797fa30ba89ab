import { expect, test } from '#e2e/journeys/journey.ts';

test.describe("the operator's page", () => {
  test('shows who sits at the machine the feeds, and pauses one without scripts', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/operator');
    const feed = page.getByRole('listitem').filter({ hasText: 'samples.earmark.example/the-long-wire' });
    await expect(feed).toContainText('active');
    await feed.getByRole('button', { name: 'Pause' }).click();
    await expect(feed).toContainText('paused');
    await feed.getByRole('button', { name: 'Poll again' }).click();
    await expect(feed).toContainText('active');
    await context.close();
  });

  test('is not there for others', async ({ request }) => {
    const passedOn = await request.get('/operator', { headers: { 'x-forwarded-for': '203.0.113.5' } });
    expect(passedOn.status()).toBe(404);
  });
});
