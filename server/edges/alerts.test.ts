import { parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD_NOTICE } from '#server/api/attribution.ts';
import { personalFeedAnswer, unsubscribeAnswer } from '#server/edges/alerts.ts';
import { collectEvents } from '#server/features/alerts/events/store.ts';
import { unsubscribeLinks } from '#server/features/alerts/rules.ts';
import { followShow } from '#server/features/follows/store.ts';
import { parseFeed } from '#server/feeds/parse.ts';
import { openDatabase } from '#server/platform/db.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower } from '#server/testing/alerts.ts';
import { addEpisode, addIdea, addShow, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
});
afterAll(() => services.close());

async function subscribed() {
  const show = await addShow(services, { name: 'Chips & <Salsa>' });
  const holder = await follower(services, { shows: [show.id] });
  const { url } = await (await holder.caller()).alerts.openFeed();
  const episode = await addEpisode(services, { showId: show.id });
  const idea = await addIdea(services, { episodeId: episode.id, headline: 'Margins ]]> & more' });
  await collectEvents(services.db, services.clock());
  const get = (address: string, headers: Record<string, string> = {}) =>
    personalFeedAnswer(new Request(address, { headers }), address.split('/').at(-1)!);
  return { ...holder, url, idea, get };
}

describe('a personal feed', () => {
  it('is kept from shared caches and from search engines', async () => {
    const { url, get } = await subscribed();
    const { status, headers } = await get(url);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8']);
    expect(headers.get('cache-control')).toMatch(/^private/);
    expect(headers.get('x-robots-tag')).toContain('noindex');
  });

  it('tells an idea with a stable id, its show and its source, and once that the feed is no advice', async () => {
    const { url, idea, get } = await subscribed();
    const { description, items } = parseRssFeed(await (await get(url)).text());
    expect(items).toMatchObject([
      {
        title: 'Margins ]]> & more',
        link: `http://earmark.test/ideas/${idea.id}`,
        guid: { isPermaLink: false, value: expect.stringMatching(/^urn:uuid:/) },
        description: expect.stringContaining('Chips & &lt;Salsa>'),
      },
    ]);
    expect(description).toBe(RECORD_NOTICE);
    expect(items![0]!.description).not.toContain(RECORD_NOTICE);
  });

  it('is a 503 to be asked for again while the database is away', async () => {
    const { url, get } = await subscribed();
    const db = openDatabase('postgresql://127.0.0.1:1/nothing', 1);
    shareServices({ ...services, db });
    const { status, headers } = await get(url).finally(() => shareServices(services));
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    await db.close();
  });

  it('is a feed that we would read ourselves', async () => {
    const { url, get } = await subscribed();
    const xml = Buffer.from(await (await get(url)).text());
    expect(parseFeed(xml, { contentType: 'application/rss+xml', url })).toMatchObject({ ok: true });
  });

  it('begins with the newest of what is followed and searched for, and tells none of it twice', async () => {
    const show = await addShow(services);
    const other = await addShow(services);
    const [followed, searched] = await Promise.all([
      addEpisode(services, { showId: show.id }),
      addEpisode(services, { showId: other.id }),
    ]);
    const known = await addIdea(services, { episodeId: followed.id });
    const words = await addIdea(services, {
      episodeId: searched.id,
      tickers: ['TSM'],
      thesis: 'Zirconium is scarce.',
    });
    const unasked = await addIdea(services, { episodeId: searched.id, tickers: ['INTC'] });
    const hidden = await addIdea(services, { episodeId: followed.id, hidden: true });
    services.setNow(new Date(services.clock().getTime() + 60_000));
    const holder = await follower(services, { shows: [show.id] });
    const caller = await holder.caller();
    await caller.searches.save({ asked: { q: 'zirconium' } });
    const { url } = await caller.alerts.openFeed();
    const links = async () => {
      const xml = await (await personalFeedAnswer(new Request(url), url.split('/').at(-1)!)).text();
      return (parseRssFeed(xml).items ?? []).map((item) => item.link!.split('/').at(-1));
    };
    expect((await links()).sort()).toEqual([known.id, words.id].sort());
    services.setNow(new Date(services.clock().getTime() + 60_000));
    const news = await addIdea(services, { episodeId: followed.id, tickers: ['MSFT'] });
    await collectEvents(services.db, services.clock());
    const all = await links();
    expect(all[0]).toBe(news.id);
    expect(all.sort()).toEqual([known.id, words.id, news.id].sort());
    expect(all).not.toContain(unasked.id);
    expect(all).not.toContain(hidden.id);
  });

  it.each([0, 5, 10])('holds twenty items after %i events, where there are so many', async (events) => {
    const show = await addShow(services);
    const now = services.clock().getTime();
    const publish = async (minutesAgo: number) => {
      const publishedAt = new Date(now - minutesAgo * 60_000);
      const { id: episodeId } = await addEpisode(services, { showId: show.id, publishedAt });
      await addIdea(services, { episodeId, subjectKey: `T${minutesAgo}`, tickers: [] });
    };
    for (let made = 0; made < 20; made++) await publish(60 + made);
    services.setNow(new Date(now + 60_000));
    const { caller } = await follower(services, { shows: [show.id] });
    const { url } = await (await caller()).alerts.openFeed();
    services.setNow(new Date(now + 120_000));
    for (let made = 0; made < events; made++) await publish(made);
    await collectEvents(services.db, services.clock());
    const xml = await (await personalFeedAnswer(new Request(url), url.split('/').at(-1)!)).text();
    expect(parseRssFeed(xml).items).toHaveLength(20);
  });

  it('tells what is followed after more events than it has items of what is followed no more', async () => {
    const [kept, left] = [await addShow(services), await addShow(services)];
    const { caller, accountId } = await follower(services, { shows: [kept.id, left.id] });
    const { url } = await (await caller()).alerts.openFeed();
    const publish = async (showId: string) => {
      const { id: episodeId } = await addEpisode(services, { showId });
      return addIdea(services, { episodeId });
    };
    services.setNow(new Date(services.clock().getTime() + 60_000));
    const idea = await publish(kept.id);
    await collectEvents(services.db, services.clock());
    services.setNow(new Date(services.clock().getTime() + 60_000));
    for (let made = 0; made < 50; made++) await publish(left.id);
    expect(await collectEvents(services.db, services.clock())).toBe(50);
    await services.db.prisma.showFollow.delete({
      where: { accountId_showId: { accountId, showId: left.id } },
    });
    const xml = await (await personalFeedAnswer(new Request(url), url.split('/').at(-1)!)).text();
    expect((parseRssFeed(xml).items ?? []).map(({ link }) => link)).toEqual([
      `http://earmark.test/ideas/${idea.id}`,
    ]);
  });

  it('begins with what a show said before, though more of it since is on a ticker that was followed', async () => {
    const show = await addShow(services);
    const now = services.clock().getTime();
    const publish = async (minutesAgo: number, symbol: string) => {
      const publishedAt = new Date(now - minutesAgo * 60_000);
      const { id: episodeId } = await addEpisode(services, { showId: show.id, publishedAt });
      return addIdea(services, { episodeId, subjectKey: `${symbol}${minutesAgo}`, tickers: [symbol] });
    };
    const holder = await follower(services, { tickers: ['ZION'] });
    const { url } = await (await holder.caller()).alerts.openFeed();
    const idea = await publish(90, 'ZIM');
    services.setNow(new Date(now + 60_000));
    // More than a feed begins with. No worker makes events of them.
    for (let made = 0; made < 21; made++) await publish(made, 'ZION');
    services.setNow(new Date(now + 120_000));
    await followShow(
      services.db,
      holder.accountId as Parameters<typeof followShow>[1],
      show.id,
      services.clock(),
    );
    const xml = await (await personalFeedAnswer(new Request(url), url.split('/').at(-1)!)).text();
    expect((parseRssFeed(xml).items ?? []).map(({ link }) => link)).toEqual([
      `http://earmark.test/ideas/${idea.id}`,
    ]);
  });

  it('begins with what a search found before, though it found more since than a feed begins with', async () => {
    const show = await addShow(services);
    const now = services.clock().getTime();
    const publish = async (minutesAgo: number) => {
      const publishedAt = new Date(now - minutesAgo * 60_000);
      const { id: episodeId } = await addEpisode(services, { showId: show.id, publishedAt });
      return addIdea(services, { episodeId, subjectKey: `H${minutesAgo}`, thesis: 'Hafnium is scarce.' });
    };
    const idea = await publish(90);
    services.setNow(new Date(now + 60_000));
    const caller = await (await follower(services)).caller();
    await caller.searches.save({ asked: { q: 'hafnium' } });
    const { url } = await caller.alerts.openFeed();
    services.setNow(new Date(now + 120_000));
    // No worker makes events of them.
    for (let made = 0; made < 21; made++) await publish(made);
    const xml = await (await personalFeedAnswer(new Request(url), url.split('/').at(-1)!)).text();
    expect((parseRssFeed(xml).items ?? []).map(({ link }) => link)).toEqual([
      `http://earmark.test/ideas/${idea.id}`,
    ]);
  });

  it('answers 304 to a reader that has it, until something changes', async () => {
    const { url, idea, get } = await subscribed();
    const etag = (await get(url)).headers.get('etag')!;
    services.setNow(new Date(services.clock().getTime() + 60_000));
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304);
    await setHidden(services, 'idea', [idea.id], true);
    const changed = await get(url, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(await changed.text()).not.toContain(idea.id);
  });

  it('answers the same 404 for an address that was replaced, closed or never was', async () => {
    const { url, caller, get } = await subscribed();
    const next = await (await caller()).alerts.openFeed();
    expect(next.url).not.toBe(url);
    const replaced = await get(url);
    expect((await get(next.url)).status).toBe(200);
    await (await caller()).alerts.closeFeed();
    const closed = await get(next.url);
    const unknown = await get(`http://earmark.test/feeds/${'x'.repeat(43)}`);
    const malformed = await get('http://earmark.test/feeds/..');
    const told = [];
    for (const answer of [replaced, closed, unknown, malformed])
      told.push([answer.status, await answer.text()]);
    expect(new Set(told.map(String)).size).toBe(1);
    expect(told[0]![0]).toBe(404);
    expect((await (await caller()).alerts.overview()).feedUrl).toBeNull();
  });
});

describe('the address of List-Unsubscribe', () => {
  const inParts = new FormData();
  inParts.set('List-Unsubscribe', 'One-Click');
  const endless = () =>
    new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(16 * 1024).fill(97)) });

  it.each([
    ['a mail program, url-encoded', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), 200],
    ['a mail program, in parts', inParts, 200],
    ['the form of the page', new URLSearchParams(), 303],
    ['somebody whose body never ends', endless(), 303],
  ])('unsubscribes for %s, with %s', async (_who, body, status) => {
    const holder = await follower(services);
    await (await holder.caller()).alerts.setWanted({ mail: 'daily', newIdeas: true, stanceChange: true });
    const { oneClick } = unsubscribeLinks(services.env.webUrl, holder.accountId, services.secrets[0]);
    const sent = new Request(oneClick, { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect((await unsubscribeAnswer(sent, services)).status).toBe(status);
    expect((await (await holder.caller()).alerts.overview()).mail).toBe('off');
  });
});
