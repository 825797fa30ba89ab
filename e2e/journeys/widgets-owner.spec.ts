import { EPISODES, pagesOf, withClaimedShow } from '#e2e/journeys/claimed-show.ts';
import { everyForm, framePaths, host, shown, visit } from '#e2e/journeys/foreign-site.ts';
import { expect, faults, overflow, test } from '#e2e/journeys/journey.ts';
import { mailedLink, signIn } from '#e2e/journeys/reader.ts';
import { earmark } from '#e2e/operator.ts';

const at = withClaimedShow();

test.describe('hostile titles', () => {
  test('reach the page as the very text that the data has', async ({ browser }) => {
    expect(at.show.episodes.length).toBeGreaterThanOrEqual(EPISODES.length);
    for (const { id } of at.show.episodes) {
      const path = `/embed/episode/${id}`;
      const data = await (await fetch(new URL(`/v1/public${path}`, at.base))).json();
      const context = await browser.newContext();
      const page = await context.newPage();
      const alerts: string[] = [];
      page.on('dialog', (dialog) => {
        alerts.push(dialog.message());
        void dialog.dismiss();
      });
      await page.goto(`${at.base}${path}`);
      await expect.poll(() => page.locator('h1 bdi').textContent()).toBe(data.name.replace(/\r\n?/g, '\n'));
      await expect(page.locator('img, svg, b, [onclick], [onerror]')).toHaveCount(0);
      // The widget's own script, which talks to the page that embeds it.
      await expect(page.locator('script')).toHaveCount(1);
      const over = await overflow(page);
      expect(over).toBeLessThanOrEqual(0);
      expect(alerts).toEqual([]);
      await context.close();
    }
  });

  test('leave the image whole and oEmbed well-formed', async ({ browser }) => {
    const image = await fetch(new URL(`/embed/show/${at.show.slug}/image`, at.base));
    expect(image.status).toBe(200);
    expect(new TextDecoder('latin1').decode((await image.arrayBuffer()).slice(1, 4))).toBe('PNG');
    const page = await browser.newPage();
    for (const path of pagesOf(at.show)) {
      await page.goto(`${at.base}${path}`);
      for (const type of ['application/json+oembed', 'text/xml+oembed']) {
        const link = await page.locator(`head link[rel="alternate"][type="${type}"]`).getAttribute('href');
        const answer = await fetch(link!);
        expect(answer.status).toBe(200);
        const text = await answer.text();
        const html = type.includes('json')
          ? JSON.parse(text).html
          : await page.evaluate((xml) => {
              const read = new DOMParser().parseFromString(xml, 'text/xml');
              return read.querySelector('parsererror') ? null : read.querySelector('html')!.textContent;
            }, text);
        expect(html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
      }
    }
    await page.close();
  });
});

test.describe('the owner', () => {
  test('opts out, and the widget is gone in every form with the next request', async ({ browser }) => {
    const site = await host(everyForm(at.show));
    const { context, page } = await visit(browser, site);
    await shown(page, `/embed/show/${at.show.slug}`);
    const forms = [
      `/v1/public/embed/show/${at.show.slug}`,
      `/v1/public/embed/episode/${at.show.episodes[0]!.id}`,
      `/embed/show/${at.show.slug}`,
      `/embed/episode/${at.show.episodes[0]!.id}`,
      `/embed/show/${at.show.slug}/image`,
      `/oembed?url=${encodeURIComponent(`${at.base}/shows/${at.show.slug}`)}`,
      `/oembed?format=xml&url=${encodeURIComponent(`${at.base}/episodes/${at.show.episodes[0]!.id}`)}`,
    ];
    const validators = new Map<string, string>();
    for (const path of forms) {
      const answer = await fetch(new URL(path, at.base));
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('cache-control')).toMatch(/max-age=0, must-revalidate/);
      if (path.startsWith('/embed/') && !path.endsWith('/image'))
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      validators.set(path, answer.headers.get('etag') ?? '*');
      await answer.arrayBuffer();
    }
    await at.show.allowEmbeds(false);
    try {
      for (const path of forms) {
        const headers = { 'if-none-match': validators.get(path)! };
        const answer = await fetch(new URL(path, at.base), { headers });
        expect([path, answer.status]).toEqual([path, 404]);
        await answer.arrayBuffer();
      }
      await page.reload({ waitUntil: 'load' });
      await shown(page, `/embed/ticker/${encodeURIComponent(at.show.ticker)}`);
      await page.waitForFunction(() => document.querySelectorAll('iframe').length === 2);
      // Left are the ticker widget, which is open, and the frame that the host wrote itself, which says so.
      expect(await framePaths(page)).toEqual([
        `/embed/ticker/${encodeURIComponent(at.show.ticker)}`,
        `/embed/episode/${at.show.episodes[2]!.id}`,
      ]);
      const own = page.frameLocator('iframe').nth(1).locator('body');
      await expect(own).toHaveText('There is nothing to show here. See the page at Earmark', {
        useInnerText: true,
      });
      expect(await page.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
      for (const path of pagesOf(at.show)) {
        await page.goto(`${at.base}${path}`);
        const links = await page.locator('link[type*="oembed"]').count();
        expect([path, links]).toEqual([path, path.startsWith('/tickers/') ? 2 : 0]);
      }
    } finally {
      await at.show.allowEmbeds(true);
    }
    await context.close();
    site.close();
  });

  test('sees who changed what, and is joined by one who proves the mail address', async ({ browser }) => {
    const { page } = at.show.owner;
    await page.goto(`/settings/shows/${at.show.slug}`);
    const trail = page.locator('section[aria-labelledby="trail"] li');
    await expect(trail.first()).toContainText(/Embeds from off to on.*by you/);
    await expect(trail.last()).toContainText(/You became an owner/);

    const second = await signIn(browser);
    await second.page.goto(`/settings/shows/${at.show.slug}`);
    await expect(second.page.locator('main')).not.toContainText('bench@bidaskargue.example');
    await second.page.getByRole('button', { name: 'Send the link' }).click();
    await expect(
      second.page.getByText('A link is on its way to b…@bidaskargue.example').first(),
    ).toBeVisible();
    const link = await mailedLink(second.page, 'bench@bidaskargue.example');
    // A mail scanner, a reader without an account, the first owner and the claimant all look; only the button confirms.
    await second.context.request.get(link);
    const unknown = await browser.newPage();
    await unknown.goto(link);
    expect(new URL(unknown.url()).searchParams.get('next')).toBe(link.slice(at.base.length));
    await unknown.close();
    await page.goto(link);
    await expect(page.locator('main')).toContainText('cannot be used here');
    await second.page.goto(link);
    await second.page.getByRole('button', { name: 'Confirm' }).click();
    await expect(second.page.getByText('What it allows').first()).toBeVisible();
    await page.goto(`/settings/shows/${at.show.slug}`);
    await expect(trail.first()).toContainText(/Another account became an owner.*by another owner/);
    await expect(page.locator('section[aria-labelledby="owners"] li')).toHaveCount(2);

    const { claims } = await earmark('show', 'claims', at.show.slug);
    expect(claims.map((claim: { email: string; state: string }) => [claim.email, claim.state])).toEqual([
      [at.show.owner.email, 'owner'],
      [second.email, 'owner'],
    ]);
    await earmark('show', 'unclaim', at.show.slug, '--email', second.email);
    await page.reload();
    await expect(trail.first()).toContainText(/An account is no longer an owner.*by an operator/);
    await second.context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`has pages without a fault in the ${colorScheme} scheme, at any width`, async () => {
      const { page } = at.show.owner;
      await page.emulateMedia({ colorScheme });
      for (const path of [
        '/settings/shows?find=Bid',
        `/settings/shows/${at.show.slug}`,
        `/widgets?kind=show&id=${at.show.slug}`,
      ]) {
        await page.goto(path);
        expect([path, await faults(page)]).toEqual([path, []]);
        await page.setViewportSize({ width: 320, height: 700 });
        const over = await overflow(page);
        expect(over, path).toBeLessThanOrEqual(0);
        await page.setViewportSize({ width: 1280, height: 720 });
      }
    });
});
