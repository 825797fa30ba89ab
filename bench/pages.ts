import { type Browser, chromium, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { median } from './statistics.ts';

/**
 * What a first visit costs on a slow device, page by page: an empty cache, the processor slowed fourfold, a line of 1.6 Mbit/s
 * with a round trip of 150 ms (Lighthouse's slow mobile). Largest contentful paint, layout shift and blocked time come from the
 * browser's own observers; bytes are those on the wire. Each figure is the median of three visits.
 * Run: node bench/pages.ts [address of a running service] [paths...]     (http://localhost:3000; home, an idea, a ticker)
 */
const [base = 'http://localhost:3000', ...given] = process.argv.slice(2);
const VISITS = 3;
const SLOWDOWN = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** For this long after it has loaded, a page may still shift or paint. */
const SETTLE_MS = 1000;

const kinds = ['Document', 'Stylesheet', 'Font', 'Script', 'Image', 'Other'] as const;
type Kind = (typeof kinds)[number];
type Observed = { readonly lcp: number; readonly cls: number; readonly blocked: number };
type Visit = Observed & { readonly requests: number; readonly bytes: Readonly<Record<Kind, number>> };

const browser = await chromium.launch(config.use!.launchOptions!);
const paths = given.length > 0 ? given : await usualPaths(browser);
// The first answer of a fresh server compiles and connects: it does not count.
for (const path of paths) await fetch(base + path);
const rows: Record<string, Record<string, number>> = {};
for (const path of paths) {
  const visits: Visit[] = [];
  for (let i = 0; i < VISITS; i += 1) visits.push(await visit(browser, path));
  rows[path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '…')] = {
    'LCP ms': Math.round(median(visits.map(({ lcp }) => lcp))),
    CLS: Math.round(median(visits.map(({ cls }) => cls)) * 1000) / 1000,
    'blocked ms': Math.round(median(visits.map(({ blocked }) => blocked))),
    requests: median(visits.map(({ requests }) => requests)),
    ...Object.fromEntries(
      kinds.map((kind) => [`${kind} kB`, Math.round(median(visits.map(({ bytes }) => bytes[kind])) / 1000)]),
    ),
    'all kB': Math.round(
      median(visits.map(({ bytes }) => kinds.reduce((sum, kind) => sum + bytes[kind], 0))) / 1000,
    ),
  };
}
await browser.close();
console.table(rows);

/** The front page, its first idea, and the first ticker it names. */
async function usualPaths(chrome: Browser): Promise<string[]> {
  const page = await chrome.newPage({ baseURL: base });
  await page.goto('/');
  const first = (start: string) => page.locator(`main a[href^="${start}"]`).first().getAttribute('href');
  const found = [await first('/ideas/'), await first('/tickers/')];
  await page.close();
  return ['/', ...found.filter((path) => path !== null)];
}

async function visit(chrome: Browser, path: string): Promise<Visit> {
  const context = await chrome.newContext({ baseURL: base, viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  const bytes = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  const kindOf = new Map<string, Kind>();
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', LINE);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  wire.on('Network.responseReceived', ({ requestId, type }) => {
    kindOf.set(requestId, kinds.find((kind) => kind === type) ?? 'Other');
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[kindOf.get(requestId) ?? 'Other'] += encodedDataLength;
  });
  await page.addInitScript(observe);
  await page.goto(path, { waitUntil: 'load' });
  const seen = await observed(page);
  await context.close();
  return { ...seen, requests: kindOf.size, bytes };
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const seen = { lcp: 0, cls: 0, blocked: 0 };
  Object.assign(window, { seen });
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as Shift;
    if (!hadRecentInput) seen.cls += value;
  });
  // A page cannot answer for as long as a task takes beyond 50 ms.
  watch('longtask', (entry) => {
    seen.blocked += entry.duration - 50;
  });
}

async function observed(page: Page): Promise<Observed> {
  await page.waitForTimeout(SETTLE_MS);
  return page.evaluate(() => (window as unknown as { seen: Observed }).seen);
}
