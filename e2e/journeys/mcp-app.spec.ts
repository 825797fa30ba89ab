import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { type Call, contractCaller } from '#e2e/contract-calls.ts';
import { expect, test } from '#e2e/journeys/journey.ts';
import { operatorKey } from '#e2e/operator.ts';

const BARS = ['x', 'y', 'width', 'height'];

let call: Call;
let ticker: string;
test.beforeAll(async ({ service }) => {
  ({ call } = await contractCaller(service.baseUrl));
  const { key } = await operatorKey();
  const { ideas } = (await call('GET', '/v1/agent/ideas?limit=50', { key })).body;
  ticker = ideas.find((idea: { tickers: string[] }) => idea.tickers.length > 0).tickers[0];
});

const rpc = async (method: string, params: object) =>
  (await call('POST', '/v1/mcp', { body: { jsonrpc: '2.0', id: 1, method, params } })).body.result;

/** Place and size of each bar on the page, or in its frame where it has one. */
function bars(selector: string, page: Page) {
  return page
    .frames()
    .at(-1)!
    .$$eval(
      selector,
      (rects, names) => rects.map((rect) => names.map((name) => rect.getAttribute(name))),
      BARS,
    );
}

/** A host of MCP Apps: answers the view's handshake, then gives it the tool's result. */
const host = (view: string, result: unknown) => `<!doctype html>
<iframe id="view" sandbox="allow-scripts" style="width:700px;height:400px"></iframe>
<script>
  const said = (window.said = []);
  const view = document.getElementById('view');
  const tell = (message) => view.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  addEventListener('message', ({ data }) => {
    said.push(data.method ?? data.id);
    if (data.method === 'ui/initialize')
      tell({ id: data.id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'host', version: '1' }, hostCapabilities: {}, hostContext: { theme: 'light' } } });
    if (data.method === 'ui/notifications/initialized')
      tell({ method: 'ui/notifications/tool-result', params: ${JSON.stringify(result).replaceAll('<', '\\u003c')} });
  });
  view.srcdoc = ${JSON.stringify(view).replaceAll('<', '\\u003c')};
</script>`;

test.describe('the stance timeline as an MCP App', () => {
  test('draws in a host the very bars of the ticker page', async ({ page }) => {
    const { tools } = await rpc('tools/list', {});
    const timeline = tools.find(({ name }: { name: string }) => name === 'service_ticker_stance_timeline');
    const [resource] = (await rpc('resources/read', { uri: timeline._meta.ui.resourceUri })).contents;
    const result = await rpc('tools/call', { name: timeline.name, arguments: { ticker } });
    const site = createServer((_req, res) => {
      res.setHeader('Content-Type', 'text/html').end(host(resource.text, result));
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const frame = page.frameLocator('#view');
    await expect(frame.locator('rect').first()).toBeVisible();
    const drawn = await bars('rect', page);
    await expect.poll(() => frame.locator('#summary').textContent()).toBe(result.structuredContent.summary);
    await expect(frame.locator('#rule')).toContainText('not advice');
    expect(await page.evaluate('window.said')).toEqual([
      'ui/initialize',
      'ui/notifications/initialized',
      'ui/notifications/size-changed',
    ]);
    expect(faults).toEqual([]);

    await page.goto(`/tickers/${ticker}`);
    const onPage = await bars('figure svg rect', page);
    expect(onPage.length).toBeGreaterThan(0);
    expect(drawn).toEqual(onPage);
    site.close();
  });
});
