import type { Page } from '@playwright/test';
import { withClaimedShow } from '#e2e/journeys/claimed-show.ts';
import { type Host, host } from '#e2e/journeys/foreign-site.ts';
import { expect, picture, test } from '#e2e/journeys/journey.ts';

/**
 * What WordPress makes of a pasted address: from the answer of oEmbed its core keeps a quote with a link and a frame, sandboxes
 * the frame to scripts, hides it until it sends a message, and obeys messages that carry the frame's secret.
 */
const SECRET = 'aB3dE5gH7j';
const CORE = `
addEventListener('message', (event) => {
  const { message, value, secret } = event.data ?? {};
  if (/[^a-zA-Z0-9]/.test(secret)) return;
  for (const frame of document.querySelectorAll('iframe[data-secret="' + secret + '"]')) {
    for (const quote of document.querySelectorAll('blockquote')) quote.style.display = 'none';
    if (event.source !== frame.contentWindow) continue;
    frame.removeAttribute('style');
    if (message === 'height') frame.height = Math.min(1000, Math.max(200, parseInt(value, 10)));
    if (message === 'link' && new URL(value).host === new URL(frame.src).host && document.activeElement === frame)
      top.location.href = value;
  }
});`;

const at = withClaimedShow();

async function wordpress(path: string): Promise<Host> {
  const answer = await fetch(`${at.base}/oembed?url=${encodeURIComponent(at.base + path)}`, {
    headers: { 'user-agent': 'WordPress/6.8; https://show.example' },
  });
  const { html, width, height } = await answer.json();
  const quote = /<blockquote>.*?<\/blockquote>/.exec(html)![0];
  const source = / src="([^"]+)"/.exec(html)![1];
  const frame = `<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" style="position: absolute; visibility: hidden;" src="${source}#?secret=${SECRET}" data-secret="${SECRET}" width="${width}" height="${height}" title="Ideas"></iframe>`;
  const body = `${quote.replace('<blockquote', `<blockquote class="wp-embedded-content" data-secret="${SECRET}"`)}${frame}<p id="after">Our own words, below.</p>`;
  return host(body, '', `<script>${CORE}</script>`);
}

const frameOf = (page: Page) => page.frameLocator('iframe').first();

test.describe('a widget in WordPress', () => {
  for (const [width, path] of [
    [1000, () => `/shows/${at.show.slug}`],
    [390, () => `/tickers/${encodeURIComponent(at.show.ticker)}`],
  ] as const)
    test(`is as high as what it shows, in a window ${width} wide, and its links open`, async ({
      browser,
    }) => {
      const site = await wordpress(path());
      const page = await browser.newPage({ viewport: { width, height: 1400 } });
      await page.goto(site.url);
      await expect(page.locator('iframe')).toBeVisible();
      await expect(page.locator('blockquote')).toBeHidden();
      const frame = frameOf(page);
      const whole = () =>
        frame.locator('body').evaluate((body) => {
          const list = body.querySelector('ol')!;
          const ends = body.getBoundingClientRect().bottom <= innerHeight + 1;
          const last = list.lastElementChild!.getBoundingClientRect();
          return ends && list.scrollHeight <= list.clientHeight + 1 && last.left < innerWidth;
        });
      await expect.poll(whole).toBe(true);
      await frame.locator('li a').first().click();
      await page.waitForURL(`${at.base}/ideas/*`);
      await page.close();
      site.close();
    });

  test('leaves a link without a hole where no script runs, and where the show does not allow it any more', async ({
    browser,
  }) => {
    const site = await wordpress(`/shows/${at.show.slug}`);
    const still = await browser.newPage({ javaScriptEnabled: false });
    await still.goto(site.url);
    await expect(still.locator('blockquote a')).toBeVisible();
    expect((await still.locator('#after').boundingBox())!.y).toBeLessThan(250);
    await still.close();

    await at.show.allowEmbeds(false);
    const page = await browser.newPage();
    await page.goto(site.url);
    await expect(page.locator('blockquote a')).toBeVisible();
    await expect(page.locator('iframe')).toBeHidden();
    await at.show.allowEmbeds(true);
    await page.close();
    site.close();
  });
});

test.describe('a widget in a place of any height', () => {
  for (const height of [200, 330, 420, 555])
    test(`${height} pixels high cuts no row`, async ({ browser }) => {
      const page = await browser.newPage({ viewport: { width: 480, height } });
      await page.goto(`${at.base}/embed/ticker/${encodeURIComponent(at.show.ticker)}`);
      const cut = await page.locator('ol').evaluate((list) => {
        const box = list.getBoundingClientRect();
        const rows = [...list.children].map((row) => row.getBoundingClientRect());
        const seen = rows.filter((row) => row.left < box.right - 1);
        return { seen: seen.length, cut: seen.filter((row) => row.bottom > box.bottom + 1).length };
      });
      expect(cut.seen).toBeGreaterThan(0);
      expect(cut.cut).toBe(0);
      await picture(page, `widget-${height}`);
      await page.close();
    });
});

test('the plugin for WordPress names this service and makes the script’s own element', async () => {
  const answer = await fetch(`${at.base}/widgets/earmark-widget.php`);
  expect(answer.headers.get('content-disposition')).toContain('earmark-widget.php');
  const text = await answer.text();
  expect(text.startsWith('<?php')).toBe(true);
  expect(text).toContain(`const EARMARK_HOME = '${at.base}';`);
  expect(text).toContain("add_shortcode( 'earmark'");
  expect(text).toContain('<earmark-widget ');
});
