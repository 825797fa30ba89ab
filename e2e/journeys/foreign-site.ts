import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, ConsoleMessage, Page } from '@playwright/test';
import type { ClaimedShow } from '#e2e/journeys/claimed-show.ts';
import { running } from '#e2e/service.ts';

/** A Content-Security-Policy that allows only this service. */
export function strict(): string {
  const base = running().baseUrl;
  return `default-src 'none'; script-src ${base}; frame-src ${base}; img-src ${base}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
}

/** Every form of the widget, between lines of the page's own text. */
export function everyForm({ slug, episodes, ticker, snippet }: ClaimedShow): string {
  return [
    snippet('show', slug, 'Script'),
    snippet('episode', episodes[0]!.id, 'Script'),
    snippet('ticker', ticker, 'Script'),
    snippet('episode', episodes[1]!.id, 'Web component'),
    snippet('episode', episodes[2]!.id, 'Iframe'),
    snippet('show', slug, 'Image'),
  ]
    .map((form, at) => `<h2>Part ${at + 1}</h2>\n${form}\n<p>Our own words, below part ${at + 1}.</p>`)
    .join('\n');
}

export type Host = { readonly url: string; readonly close: () => void };

/** A page of another site, with another host name and port. Its policy allows only this service, unless `policy` is given. */
export async function host(body: string, policy = strict(), head = ''): Promise<Host> {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A podcast's own site</title>${head}</head><body><main><h1>A podcast's own site</h1>\n${body}</main></body></html>`;
  const server: Server = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(204).end();
    response.setHeader('content-security-policy', policy).setHeader('content-type', 'text/html').end(html);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close };
}

export type Visit = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors and warnings in the console, and cookies that an answer of ours tried to set. */
  readonly complaints: string[];
  readonly asked: Set<string>;
};

/** Opens the page as a reader who was never at this service. */
export async function visit(
  browser: Browser,
  site: Host,
  options: { colorScheme?: 'light' | 'dark'; slowScript?: boolean } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    colorScheme: options.colorScheme ?? 'light',
    viewport: { width: 1000, height: 4400 },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const asked = new Set<string>();
  page.on('console', (said: ConsoleMessage) => {
    if (said.type() === 'error' || said.type() === 'warning') complaints.push(said.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', async (answer) => {
    asked.add(new URL(answer.url()).origin);
    const cookie = await answer.headerValue('set-cookie').catch(() => null);
    if (cookie) complaints.push(`${answer.url()} sets ${cookie}`);
  });
  if (options.slowScript) {
    await page.route('**/embed.js', async (route) => {
      await new Promise((done) => setTimeout(done, 700));
      await route.continue();
    });
  }
  await page.goto(site.url, { waitUntil: 'load' });
  return { context, page, complaints, asked };
}

export const framesOf = (page: Page) => page.locator('iframe');
export const framePaths = (page: Page) =>
  framesOf(page).evaluateAll((frames) =>
    frames.map((frame) => new URL((frame as HTMLIFrameElement).src).pathname),
  );

export async function shown(page: Page, path: string) {
  const frame = page.frameLocator(`iframe[src="${running().baseUrl}${path}"]`).first();
  await frame.locator('footer').waitFor();
  return frame;
}

/** Layout shift of the page so far, as browsers report it to search engines. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 500);
      }),
  );
}
