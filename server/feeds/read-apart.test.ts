import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { parseFeed } from '#server/feeds/parse.ts';
import { createFeedReader, type FeedReader } from '#server/feeds/read-apart.ts';

let reader: FeedReader;
afterEach(() => reader.close());

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
    const bytes = feedOf(60_000);
    let longest = 0;
    let isReading = true;
    const watching = (async () => {
      for (let last = performance.now(); isReading; last = performance.now()) {
        await pause(5);
        longest = Math.max(longest, performance.now() - last);
      }
    })();
    const began = performance.now();
    expect(await reader.read(bytes, source)).toMatchObject({ ok: true, feed: { truncated: true } });
    const whole = performance.now() - began;
    isReading = false;
    await watching;
    // On a loaded machine both grow alike.
    expect(longest).toBeLessThan(whole / 3);
  }, 60_000);

  it.each([
    ['time', { timeMs: 5, memoryMb: 1_024 }, 'The feed takes longer than 0.005 seconds to read.'],
    ['memory', { timeMs: 60_000, memoryMb: 40 }, 'The feed takes more than 40 MB of memory to read.'],
  ])(
    'is refused when it takes more %s than it is given, and the next is read',
    async (_what, limits, reason) => {
      reader = createFeedReader(limits);
      expect(await reader.read(feedOf(60_000), source)).toMatchObject({ ok: false, reason });
      if (limits.timeMs > 1_000) expect(await reader.read(feedOf(2), source)).toMatchObject({ ok: true });
    },
    60_000,
  );
});
