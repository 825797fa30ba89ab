import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contractCaller } from '#e2e/contract-calls.ts';
import { expect, test } from '#e2e/journeys/journey.ts';
import { earmark, operatorKey } from '#e2e/operator.ts';

let addresses: Record<'show' | 'episode' | 'ticker', string>;
test.beforeAll(async ({ service }) => {
  const { call } = await contractCaller(service.baseUrl);
  const { key } = await operatorKey();
  const { ideas } = (await call('GET', '/v1/agent/ideas?limit=50', { key })).body;
  const named = ideas.find((idea: { tickers: string[] }) => idea.tickers.length > 0);
  addresses = { show: named.show.slug, episode: named.episode.id, ticker: named.tickers[0] };
  await earmark('show', 'rights', named.show.slug, '--embeds', 'on');
});

test.describe('the widget', () => {
  test('is a script tag with one of three attributes, which shows the iframe page of the same thing', async ({
    browser,
    service,
  }) => {
    for (const [kind, id] of Object.entries(addresses)) {
      const page = await browser.newPage();
      const tag = `<script async src="${service.baseUrl}/embed.js" data-${kind}="${id}"></script>`;
      // Served from an address: a page without one may not frame anything.
      const site = createServer((_req, res) => {
        res.setHeader('Content-Type', 'text/html').end(`<main><p>A page of a podcast.</p>${tag}</main>`);
      }).listen(0, '127.0.0.1');
      await once(site, 'listening');
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      await expect(page.locator('iframe')).toHaveAttribute('src', `${service.baseUrl}/embed/${kind}/${id}`);
      const card = page.frameLocator('iframe').locator('body');
      await expect(card.locator('a').first()).toBeVisible();
      await expect(card, kind).toContainText(/not investment advice/i);
      await expect(card, kind).toContainText('Earmark');
      await page.close();
      site.close();
    }
  });
});
