import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { mailedLink, openBrowser, type SignedIn, signedInAt } from '#e2e/browser.ts';
import { earmark } from '#e2e/operator.ts';
import { type Publisher, publish } from '#e2e/publisher.ts';

const base = inject('baseUrl');
const STRICT = `default-src 'none'; script-src ${base}; frame-src ${base}; img-src ${base}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
const LEANING = /\b(bullish|bearish|neutral|buy|sell rating)\b|[▲▼↑↓→]|\$\s?\d/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What reaches a reader of these titles has to be text. */
const SHOW = '</h1><b onclick=alert(1)>"Bid" & \'Ask\' \u202Eeugrа \u2066🙂';
const EPISODES = [
  '5 < 6 <img src=x onerror=alert(1)> &amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;',
  '\u202Egnp.exe \u2067עברית العربية',
  '👩‍👩‍👧‍👦 🏳️‍🌈 ™ 1️⃣ \u200D end',
  `${'long '.repeat(99)}title`,
  'bell\u0085 c1 日本語の題名',
];

let browser: Browser;
let publisher: Publisher;
let owner: SignedIn;
let slug: string;
let episodes: { id: string }[];
let ticker: string;
/** The builder's snippets, by what they are of and their label. */
const snippets = new Map<string, string>();

beforeAll(async () => {
  browser = await openBrowser();
  publisher = await publish(SHOW, EPISODES);
  await earmark('feeds', 'add', publisher.feedUrl);
  await earmark('feeds', 'poll', publisher.feedUrl);
  const { feeds } = await earmark('feeds', 'list');
  slug = feeds.find((feed: { url: string }) => feed.url === publisher.feedUrl).slug;
  owner = await signedInAt(base, browser);
  await claimByFeed();
  await allowEmbeds(true);
  await readBuilder();
}, 240_000);
afterAll(async () => {
  if (publisher) await earmark('feeds', 'remove', publisher.feedUrl);
  publisher?.close();
  await browser?.close();
});

/** Claims the show as an owner would: finds it, puts the token into the feed, has it looked at. */
async function claimByFeed(): Promise<void> {
  const { page } = owner;
  await page.goto('/settings/shows');
  await page.fill('#find', 'Bid');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.locator(`main a[href="/settings/shows/${slug}"]`).click();
  await page.getByRole('button', { name: 'Get my token' }).click();
  const element = (await page.locator('pre.snippet').first().textContent())!;
  await page.getByRole('button', { name: 'Look at the feed now' }).click();
  await page.waitForSelector('text=does not hold your token yet');
  publisher.put(element);
  await page.getByRole('button', { name: 'Look at the feed now' }).click();
  await page.waitForSelector('text=What it allows');
}

async function allowEmbeds(on: boolean): Promise<void> {
  const { page } = owner;
  await page.goto(`/settings/shows/${slug}`);
  await page.setChecked('#embedEnabled', on);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForSelector('text=It holds from the next request on');
}

async function readBuilder(): Promise<void> {
  const { page } = owner;
  const data = await (await fetch(new URL(`/v1/public/embed/show/${slug}`, base))).json();
  await page.goto(`/ideas/${data.ideas[0].id}`);
  const link = await page.locator('main a[href^="/tickers/"]').first().getAttribute('href');
  ticker = decodeURIComponent(link!.split('/').pop()!);
  await page.goto(`/shows/${slug}`);
  const links = page.locator('main a[href^="/episodes/"]');
  const addresses = await Promise.all((await links.all()).map((at) => at.getAttribute('href')));
  episodes = [...new Set(addresses)].map((address) => ({ id: address!.split('/').pop()! }));
  for (const [kind, id] of [
    ['show', slug],
    ['episode', episodes[0]!.id],
    ['episode', episodes[1]!.id],
    ['episode', episodes[2]!.id],
    ['ticker', ticker],
  ] as const) {
    await page.goto(`/widgets?${new URLSearchParams({ kind, id })}`);
    for (const box of await page.locator('main div:has(> pre.snippet)').all()) {
      const label = await box.locator('.font-semibold').first().textContent();
      snippets.set(`${kind} ${id} ${label}`, (await box.locator('pre').textContent())!);
    }
  }
}

const snippet = (kind: string, id: string, label: string) => {
  const text = snippets.get(`${kind} ${id} ${label}`);
  if (!text) throw new Error(`The builder offers no ${label} of a ${kind}.`);
  return text;
};

/** The pages of what the widgets are of. */
const ownPages = () => [
  `/shows/${slug}`,
  `/episodes/${episodes[0]!.id}`,
  `/tickers/${encodeURIComponent(ticker)}`,
];

/** Every form of the widget, between lines of the host's own text. */
function everyForm(): string {
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

type Host = { readonly url: string; readonly close: () => void };

/** A page of another site: other host name, other port, nothing allowed but us. */
async function host(body: string, policy = STRICT, head = ''): Promise<Host> {
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

type Visit = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors and warnings in the console, and cookies that an answer of ours tried to set. */
  readonly complaints: string[];
  readonly asked: Set<string>;
};

/** A reader of the host's page, who has never met us. */
async function visit(
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

const framesOf = (page: Page) => page.locator('iframe');
const framePaths = (page: Page) =>
  framesOf(page).evaluateAll((frames) =>
    frames.map((frame) => new URL((frame as HTMLIFrameElement).src).pathname),
  );

async function shown(page: Page, path: string) {
  const frame = page.frameLocator(`iframe[src="${base}${path}"]`).first();
  await frame.locator('footer').waitFor();
  return frame;
}

/** Layout shift of the page so far, as browsers report it to search engines. */
function layoutShift(page: Page): Promise<number> {
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

describe("on another site's page that allows nothing but us", () => {
  it.each([
    ['at once', false],
    ['late', true],
  ])(
    'shows the right things in every form when the script comes %s, moves nothing, says nothing, keeps nothing',
    async (_when, slowScript) => {
      const site = await host(everyForm());
      const { context, page, complaints, asked } = await visit(site, { slowScript });
      const paths = [
        `/embed/show/${slug}`,
        `/embed/episode/${episodes[0]!.id}`,
        `/embed/ticker/${encodeURIComponent(ticker)}`,
        `/embed/episode/${episodes[1]!.id}`,
        `/embed/episode/${episodes[2]!.id}`,
      ];
      for (const path of paths) {
        const data = await (await fetch(new URL(`/v1/public${path}`, base))).json();
        const frame = await shown(page, path);
        const lines = frame.locator('li');
        expect(await lines.count()).toBe(data.ideas.length);
        expect(data.ideas.length).toBeGreaterThan(0);
        expect(await frame.locator('h1 bdi').textContent()).toBe(data.name);
        for (const [at, idea] of data.ideas.entries()) {
          expect(await lines.nth(at).locator('a').textContent()).toBe(idea.headline);
          expect(await lines.nth(at).locator('time').textContent()).toMatch(DAY);
        }
        const text = (await frame.locator('body').textContent())!;
        expect(text).toContain('Not investment advice');
        expect(text).toContain('Recorded by Earmark');
        expect(text).not.toMatch(LEANING);
      }
      expect(await framePaths(page)).toEqual(paths);
      const image = page.locator('img');
      expect(await image.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([
        1200, 630,
      ]);
      expect(await layoutShift(page)).toBe(0);
      expect(complaints).toEqual([]);
      expect(await context.cookies()).toEqual([]);
      expect([...asked].sort()).toEqual([base, new URL(site.url).origin].sort());
      await context.close();
      site.close();
    },
  );

  it('would be seen to move if the place were not kept', async () => {
    const [, script] = snippet('show', slug, 'Script').split('\n');
    const site = await host(`${script}<p>Our own words, below.</p>`);
    const { context, page } = await visit(site, { slowScript: true });
    await shown(page, `/embed/show/${slug}`);
    expect(await layoutShift(page)).toBeGreaterThan(0);
    await context.close();
    site.close();
  });

  it.each(['light', 'dark'] as const)('leaves axe nothing to find in the %s scheme', async (colorScheme) => {
    const site = await host(everyForm());
    const { context, page } = await visit(site, { colorScheme });
    await shown(page, `/embed/show/${slug}`);
    const { violations, passes } = await new AxeBuilder({ page }).analyze();
    expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
    // The frames were looked into, not only at.
    expect(passes.some((rule) => rule.nodes.some((node) => node.target.length > 1))).toBe(true);
    await context.close();
    site.close();
  });

  it('takes no word from a page that is not its own', async () => {
    const site = await host(everyForm());
    const { context, page } = await visit(site);
    await shown(page, `/embed/show/${slug}`);
    const heights = () => framesOf(page).evaluateAll((all) => all.map((frame) => frame.clientHeight));
    const before = await heights();
    expect(new Set(before)).toEqual(new Set([420]));
    await page.evaluate(() => {
      for (const said of [
        'earmark:gone',
        { type: 'earmark:height', height: 9000 },
        { earmark: 'height', height: 1 },
      ]) {
        window.postMessage(said, '*');
        const stranger = document.createElement('iframe');
        document.body.append(stranger);
        stranger.contentWindow!.parent.postMessage(said, '*');
        stranger.remove();
      }
    });
    await page.waitForTimeout(300);
    expect(await heights()).toEqual(before);
    await context.close();
    site.close();
  });

  it('makes one widget of one tag, however often the script is loaded', async () => {
    const again = `<script async src="${base}/embed.js"></script>`;
    const site = await host(`${again}${everyForm()}${again}${again}`);
    const { context, page, complaints } = await visit(site);
    await shown(page, `/embed/show/${slug}`);
    await page.waitForTimeout(300);
    expect(await framesOf(page).count()).toBe(5);
    expect(complaints).toEqual([]);
    // Frames are numbered on the window; nothing else may have been put there.
    const names = (of: Page) =>
      of.evaluate(() => Object.getOwnPropertyNames(window).filter((name) => !/^\d+$/.test(name)));
    const [plain, empty] = [await host('<p>No widget here.</p>'), await context.newPage()];
    await empty.goto(plain.url);
    expect(await names(page)).toEqual(await names(empty));
    plain.close();
    await context.close();
    site.close();
  });

  it('leaves a plain link where the script, or the frame, is not allowed', async () => {
    const body = `${snippet('show', slug, 'Script')}${snippet('episode', episodes[1]!.id, 'Web component')}`;
    for (const policy of [
      `default-src 'none'; frame-src ${base}`,
      `default-src 'none'; script-src ${base}`,
    ]) {
      const site = await host(body, policy);
      const { context, page } = await visit(site);
      const links = page.locator('main a');
      await links.nth(1).waitFor();
      await page.waitForTimeout(500);
      expect(await framesOf(page).count()).toBe(0);
      expect(await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))).toEqual([
        `${base}/shows/${slug}`,
        `${base}/episodes/${episodes[1]!.id}`,
      ]);
      for (const link of await links.all()) expect(await link.isVisible()).toBe(true);
      await context.close();
      site.close();
    }
  });
});

describe('a script that is a module', () => {
  it.each([
    ['with a query to its address', (own: string) => `${own.replace('.js', '.js?ver=6.5')}`],
    ['beside the embed.js of another', (own: string) => `<script src="/v/embed.js"></script>${own}`],
    [
      'with an element of its own',
      (own: string) =>
        `${own.replace(/ data-ticker="[^"]*"/, '')}<earmark-widget ticker="${ticker}"></earmark-widget>`,
    ],
  ])('finds itself %s', async (_how, tags) => {
    const own = `<script type="module" src="${base}/embed.js" data-ticker="${ticker}"></script>`;
    const site = await host(tags(own), 'default-src *');
    const { context, page, complaints } = await visit(site);
    await shown(page, `/embed/ticker/${encodeURIComponent(ticker)}`);
    expect(await framesOf(page).count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
    site.close();
  });
});

describe('a place of the least size', () => {
  it.each([
    [320, 160],
    [220, 160],
  ])('of %i by %i holds the first idea whole, with its date and the label', async (width, height) => {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(`${base}/embed/ticker/${encodeURIComponent(ticker)}`);
    const [list, idea, footer] = await Promise.all(
      ['ol', 'ol li:first-child', 'footer'].map((part) => page.locator(part).boundingBox()),
    );
    expect(idea!.y + idea!.height).toBeLessThanOrEqual(list!.y + list!.height + 1);
    expect(footer!.y + footer!.height).toBeLessThanOrEqual(height);
    expect(await page.locator('footer').textContent()).toContain('Not investment advice');
    await page.close();
  });
});

describe('a script in the head of a page', () => {
  const inHead = (more = '') =>
    `<script async src="${base}/embed.js" data-ticker="${ticker}"${more}></script>`;

  it('has no place, and says once what to do', async () => {
    const site = await host('<p>Our own words.</p>', STRICT, inHead());
    const { context, page, complaints } = await visit(site);
    await page.waitForTimeout(300);
    expect(await framesOf(page).count()).toBe(0);
    expect(complaints).toEqual([
      "Earmark: no place for the ticker. Put its script into <body>, or an element's id into data-target.",
    ]);
    await context.close();
    site.close();
  });

  it.each([
    ['at once', false],
    ['late', true],
  ])(
    'shows the widget in the element it names when it comes %s, and moves nothing',
    async (_when, slowScript) => {
      const [place] = snippet('ticker', ticker, 'Script').split('\n');
      const body = `<h2>Part</h2><div id="ideas">${place}</div><p>Our own words, below.</p><div id="more"><p>Before.</p></div>`;
      const site = await host(body, STRICT, inHead(' data-target="#ideas"') + inHead(' data-target="more"'));
      const { context, page, complaints } = await visit(site, { slowScript });
      await shown(page, `/embed/ticker/${encodeURIComponent(ticker)}`);
      const under = (id: string) =>
        page.locator(`#${id} > *`).evaluateAll((all) => all.map((one) => one.localName));
      await page.locator('#more > iframe').waitFor();
      expect([await under('ideas'), await under('more')]).toEqual([['iframe'], ['p', 'iframe']]);
      expect(complaints).toEqual([]);
      expect(await layoutShift(page)).toBe(0);
      await context.close();
      site.close();
    },
  );

  it('says so when the element it names is not there, and leaves other widgets alone', async () => {
    const site = await host(snippet('show', slug, 'Script'), STRICT, inHead(' data-target="a > no id"'));
    const { context, page, complaints } = await visit(site);
    await shown(page, `/embed/show/${slug}`);
    expect(await framesOf(page).count()).toBe(1);
    expect(complaints).toEqual([expect.stringMatching(/^Earmark: no place for the ticker\./)]);
    await context.close();
    site.close();
  });
});

describe('hostile titles', () => {
  it('reach the page as the very text that the data has', async () => {
    expect(episodes.length).toBeGreaterThanOrEqual(EPISODES.length);
    for (const { id } of episodes) {
      const path = `/embed/episode/${id}`;
      const data = await (await fetch(new URL(`/v1/public${path}`, base))).json();
      const context = await browser.newContext();
      const page = await context.newPage();
      const alerts: string[] = [];
      page.on('dialog', (dialog) => {
        alerts.push(dialog.message());
        void dialog.dismiss();
      });
      await page.goto(`${base}${path}`);
      expect(await page.locator('h1 bdi').textContent()).toBe(data.name.replace(/\r\n?/g, '\n'));
      expect(await page.locator('script, img, svg, b, [onclick], [onerror]').count()).toBe(0);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over).toBeLessThanOrEqual(0);
      expect(alerts).toEqual([]);
      await context.close();
    }
  });

  it('leave the image whole and oEmbed well-formed', async () => {
    const image = await fetch(new URL(`/embed/show/${slug}/image`, base));
    expect(image.status).toBe(200);
    expect(new TextDecoder('latin1').decode((await image.arrayBuffer()).slice(1, 4))).toBe('PNG');
    const page = await browser.newPage();
    for (const path of ownPages()) {
      await page.goto(`${base}${path}`);
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

describe('the owner', () => {
  it('opts out, and the widget is gone in every form with the next request', async () => {
    const site = await host(everyForm());
    const { context, page } = await visit(site);
    await shown(page, `/embed/show/${slug}`);
    const forms = [
      `/v1/public/embed/show/${slug}`,
      `/v1/public/embed/episode/${episodes[0]!.id}`,
      `/embed/show/${slug}`,
      `/embed/episode/${episodes[0]!.id}`,
      `/embed/show/${slug}/image`,
      `/oembed?url=${encodeURIComponent(`${base}/shows/${slug}`)}`,
      `/oembed?format=xml&url=${encodeURIComponent(`${base}/episodes/${episodes[0]!.id}`)}`,
    ];
    const validators = new Map<string, string>();
    for (const path of forms) {
      const answer = await fetch(new URL(path, base));
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('cache-control')).toMatch(/max-age=0, must-revalidate/);
      if (path.startsWith('/embed/') && !path.endsWith('/image'))
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      validators.set(path, answer.headers.get('etag') ?? '*');
      await answer.arrayBuffer();
    }
    await allowEmbeds(false);
    try {
      for (const path of forms) {
        const headers = { 'if-none-match': validators.get(path)! };
        const answer = await fetch(new URL(path, base), { headers });
        expect([path, answer.status]).toEqual([path, 404]);
        await answer.arrayBuffer();
      }
      await page.reload({ waitUntil: 'load' });
      await shown(page, `/embed/ticker/${encodeURIComponent(ticker)}`);
      await page.waitForFunction(() => document.querySelectorAll('iframe').length === 2);
      // What is left: the open ticker widget, and the frame that the host wrote itself, which is empty.
      expect(await framePaths(page)).toEqual([
        `/embed/ticker/${encodeURIComponent(ticker)}`,
        `/embed/episode/${episodes[2]!.id}`,
      ]);
      const own = page.frameLocator('iframe').nth(1).locator('body');
      expect((await own.textContent())!.trim()).toBe('');
      expect(await page.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
      for (const path of ownPages()) {
        await page.goto(`${base}${path}`);
        const links = await page.locator('link[type*="oembed"]').count();
        expect([path, links]).toEqual([path, path.startsWith('/tickers/') ? 2 : 0]);
      }
    } finally {
      await allowEmbeds(true);
    }
    await context.close();
    site.close();
  });

  it('sees who changed what, and is joined by one who proves the mail address', async () => {
    const { page } = owner;
    await page.goto(`/settings/shows/${slug}`);
    const trail = page.locator('section[aria-labelledby="trail"] li');
    expect(await trail.first().textContent()).toMatch(/Embeds from off to on.*by you/);
    expect(await trail.last().textContent()).toMatch(/You became an owner/);

    const second = await signedInAt(base, browser);
    await second.page.goto(`/settings/shows/${slug}`);
    expect(await second.page.textContent('main')).not.toContain('bench@bidaskargue.example');
    await second.page.getByRole('button', { name: 'Send the link' }).click();
    await second.page.waitForSelector('text=A link is on its way to b…@bidaskargue.example');
    const link = await mailedLink(second.page, 'bench@bidaskargue.example');
    // A mail scanner, a reader without an account, the first owner and the claimant all look; only the button confirms.
    await second.context.request.get(link);
    const unknown = await browser.newPage();
    await unknown.goto(link);
    expect(new URL(unknown.url()).searchParams.get('next')).toBe(link.slice(base.length));
    await unknown.close();
    await page.goto(link);
    expect(await page.textContent('main')).toContain('cannot be used here');
    await second.page.goto(link);
    await second.page.getByRole('button', { name: 'Confirm' }).click();
    await second.page.waitForSelector('text=What it allows');
    await page.goto(`/settings/shows/${slug}`);
    expect(await trail.first().textContent()).toMatch(/Another account became an owner.*by another owner/);
    expect(await page.locator('section[aria-labelledby="owners"] li').count()).toBe(2);

    const { claims } = await earmark('show', 'claims', slug);
    expect(claims.map((claim: { email: string; state: string }) => [claim.email, claim.state])).toEqual([
      [owner.email, 'owner'],
      [second.email, 'owner'],
    ]);
    await earmark('show', 'unclaim', slug, '--email', second.email);
    await page.reload();
    expect(await trail.first().textContent()).toMatch(/An account is no longer an owner.*by an operator/);
    await second.context.close();
  });

  it.each(['light', 'dark'] as const)(
    'has pages without a fault in the %s scheme, at any width',
    async (colorScheme) => {
      const { page } = owner;
      await page.emulateMedia({ colorScheme });
      for (const path of [
        '/settings/shows?find=Bid',
        `/settings/shows/${slug}`,
        `/widgets?kind=show&id=${slug}`,
      ]) {
        await page.goto(path);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map((found) => `${path} ${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
        await page.setViewportSize({ width: 320, height: 700 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(over, path).toBeLessThanOrEqual(0);
        await page.setViewportSize({ width: 1280, height: 720 });
      }
    },
  );
});

describe('the weight', () => {
  it('is under 3 kB for the script and 30 kB for a page, both before compression', async () => {
    const script = await (await fetch(new URL('/embed.js', base))).arrayBuffer();
    expect(script.byteLength).toBeLessThan(3000);
    const page = await (await fetch(new URL(`/embed/show/${slug}`, base))).arrayBuffer();
    expect(page.byteLength).toBeLessThan(30_000);
  });
});
