import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseFeed } from '#server/feeds/parse.ts';
import { createFeedReader, type FeedReader } from '#server/feeds/read-apart.ts';

let reader: FeedReader;
afterEach(async () => {
  vi.useRealTimers();
  await reader.close();
});

const source = { contentType: null, url: 'https://host.example/feed.xml' };
const feedOf = (items: number) => {
  const item = (at: number) =>
    `<item><guid>${at}</guid><title>Episode ${at}</title><description>${'All of it. '.repeat(10)}</description></item>`;
  const inside = Array.from({ length: items }, (_, at) => item(at)).join('');
  return new TextEncoder().encode(`<rss version="2.0"><channel><title>T</title>${inside}</channel></rss>`);
};

describe('a feed that is read apart', () => {
  it('reads as in place, refusals alike', async () => {
    reader = createFeedReader();
    for (const bytes of [feedOf(3), new TextEncoder().encode('<html></html>')])
      expect(await reader.read(bytes, source)).toEqual(parseFeed(bytes, source));
  });

  it('holds up nothing else while it is read, large as it may be', async () => {
    reader = createFeedReader();
    let turns = 0;
    let isReading = true;
    const watching = (async () => {
      while (isReading) {
        await turn();
        turns += 1;
      }
    })();
    const result = await reader.read(feedOf(60_000), source);
    isReading = false;
    await watching;
    expect(result).toMatchObject({ ok: true, feed: { leftOut: 50_000 } });
    // Read in place it would leave none.
    expect(turns).toBeGreaterThan(2);
  }, 60_000);

  it('is refused when it takes more time than it is given, and the next is read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    reader = createFeedReader();
    const late = reader.read(feedOf(60_000), source);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await late).toEqual({ ok: false, reason: 'The feed takes longer than 60 seconds to read.' });
    expect(await reader.read(feedOf(2), source)).toMatchObject({ ok: true });
  }, 60_000);

  it('is refused when it takes more memory than it is given, and the next is read', async () => {
    reader = createFeedReader({ timeMs: 60_000, memoryMb: 40 });
    expect(await reader.read(feedOf(60_000), source)).toMatchObject({
      ok: false,
      reason: 'The feed takes more than 40 MB of memory to read.',
    });
    expect(await reader.read(feedOf(2), source)).toMatchObject({ ok: true });
  }, 120_000);
});
