import type { Browser, Page } from '@playwright/test';
import { test } from '#e2e/journeys/journey.ts';
import { type SignedIn, signIn } from '#e2e/journeys/reader.ts';
import { earmark } from '#e2e/operator.ts';
import { publish } from '#e2e/publisher.ts';
import { running } from '#e2e/service.ts';

/** Hostile titles: readers must see them as text. */
const SHOW = '</h1><b onclick=alert(1)>"Bid" & \'Ask\' \u202Eeugrа \u2066🙂';
export const EPISODES = [
  '5 < 6 <img src=x onerror=alert(1)> &amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;',
  '\u202Egnp.exe \u2067עברית العربية',
  '👩‍👩‍👧‍👦 🏳️‍🌈 ™ 1️⃣ \u200D end',
  `${'long '.repeat(99)}title`,
  'bell\u0085 c1 日本語の題名',
];

/** A show with hostile titles whose owner lets it be embedded. */
export type ClaimedShow = {
  readonly owner: SignedIn;
  readonly slug: string;
  readonly episodes: readonly { readonly id: string }[];
  /** A ticker of one of its ideas. */
  readonly ticker: string;
  /** The snippet of this label that the widgets' builder offers. Throws when it offers none. */
  snippet(kind: string, id: string, label: string): string;
  allowEmbeds(on: boolean): Promise<void>;
  close(): Promise<void>;
};

/** A claimed show for all tests of a file, removed after them, and the service's address. Both exist only while a test runs. */
export function withClaimedShow(): { readonly show: ClaimedShow; readonly base: string } {
  const held: { show?: ClaimedShow; base?: string } = {};
  test.beforeAll(async ({ browser, service }) => {
    test.setTimeout(600_000);
    held.base = service.baseUrl;
    held.show = await claimShow(browser);
  });
  test.afterAll(() => held.show?.close());
  return {
    get show() {
      return held.show!;
    },
    get base() {
      return held.base!;
    },
  };
}

/** Publishes the show, claims it by its feed, allows embeds and reads the builder's snippets. */
async function claimShow(browser: Browser): Promise<ClaimedShow> {
  const publisher = await publish(SHOW, EPISODES);
  await earmark('feeds', 'add', publisher.feedUrl);
  await earmark('feeds', 'poll', publisher.feedUrl);
  const { feeds } = await earmark('feeds', 'list');
  const { slug } = feeds.find((feed: { url: string }) => feed.url === publisher.feedUrl);
  const owner = await signIn(browser);
  const { page } = owner;
  await claimByFeed(page, slug, publisher.put);
  await allowEmbeds(page, slug, true);
  const { ticker, episodes } = await contentsOf(page, slug);
  const snippets = await builtSnippets(page, [
    ['show', slug],
    ...episodes.slice(0, 3).map(({ id }) => ['episode', id] as const),
    ['ticker', ticker],
  ]);
  return {
    owner,
    slug,
    episodes,
    ticker,
    snippet: (kind, id, label) => {
      const text = snippets.get(`${kind} ${id} ${label}`);
      if (!text) throw new Error(`The builder offers no ${label} of a ${kind}.`);
      return text;
    },
    allowEmbeds: (on) => allowEmbeds(page, slug, on),
    close: async () => {
      await earmark('feeds', 'remove', publisher.feedUrl);
      publisher.close();
      await owner.context.close();
    },
  };
}

/** The pages whose things have widgets. */
export function pagesOf({ slug, episodes, ticker }: ClaimedShow): string[] {
  return [`/shows/${slug}`, `/episodes/${episodes[0]!.id}`, `/tickers/${encodeURIComponent(ticker)}`];
}

/** Claims the show as an owner does: finds it, puts the token into the feed, has the feed checked. */
async function claimByFeed(page: Page, slug: string, put: (xml: string) => void): Promise<void> {
  await page.goto('/settings/shows');
  await page.locator('#find').fill('Bid');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.locator(`main a[href="/settings/shows/${slug}"]`).click();
  await page.getByRole('button', { name: 'Get my token' }).click();
  const element = (await page.locator('pre.snippet').first().textContent())!;
  await page.getByRole('button', { name: 'Look at the feed now' }).click();
  await page.getByText('does not hold your token yet').first().waitFor();
  put(element);
  await page.getByRole('button', { name: 'Look at the feed now' }).click();
  await page.getByText('What it allows').first().waitFor();
}

async function allowEmbeds(page: Page, slug: string, on: boolean): Promise<void> {
  await page.goto(`/settings/shows/${slug}`);
  await page.locator('#embedEnabled').setChecked(on);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('It holds from the next request on').first().waitFor();
}

async function contentsOf(page: Page, slug: string) {
  const data = await (await fetch(new URL(`/v1/public/embed/show/${slug}`, running().baseUrl))).json();
  await page.goto(`/ideas/${data.ideas[0].id}`);
  const link = await page.locator('main a[href^="/tickers/"]').first().getAttribute('href');
  await page.goto(`/shows/${slug}`);
  const links = page.locator('main a[href^="/episodes/"]');
  const addresses = await Promise.all((await links.all()).map((at) => at.getAttribute('href')));
  return {
    ticker: decodeURIComponent(link!.split('/').pop()!),
    episodes: [...new Set(addresses)].map((address) => ({ id: address!.split('/').pop()! })),
  };
}

/** The builder's snippets by `<kind> <id> <label>`. */
async function builtSnippets(
  page: Page,
  subjects: readonly (readonly [kind: string, id: string])[],
): Promise<ReadonlyMap<string, string>> {
  const snippets = new Map<string, string>();
  for (const [kind, id] of subjects) {
    await page.goto(`/widgets?${new URLSearchParams({ kind, id })}`);
    for (const box of await page.locator('main div:has(> pre.snippet)').all()) {
      const label = await box.locator('.font-semibold').first().textContent();
      snippets.set(`${kind} ${id} ${label}`, (await box.locator('pre').textContent())!);
    }
  }
  return snippets;
}
