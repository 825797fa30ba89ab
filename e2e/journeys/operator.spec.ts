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

  test('takes a form that does not tell its length, and none that is larger than ours', async ({
    baseURL,
  }) => {
    const sent = (bytes: number) =>
      fetch(new URL('/operator', baseURL), {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: new Blob([
          `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(bytes)}\r\n--b--`,
        ]).stream(),
        duplex: 'half',
      } as RequestInit);
    const small = await sent(10);
    expect(small.status).not.toBe(413);
    const large = await sent(10_000_000);
    expect(large.status).toBe(413);
    expect(await large.text()).toBe('This form is larger than any of ours.\n');
  });

  test('is not there for others', async ({ request }) => {
    const passedOn = await request.get('/operator', { headers: { 'x-forwarded-for': '203.0.113.5' } });
    expect(passedOn.status()).toBe(404);
  });
});
