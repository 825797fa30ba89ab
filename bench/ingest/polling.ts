import { openFetch } from '#server/feeds/fetch.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { startPoller } from '#server/ingest/poll/poller.ts';
import { addFeed, leaseFeeds } from '#server/ingest/poll/store.ts';
import { sql } from '#server/platform/db.ts';
import { answerTagged, serve } from './hosts.ts';
import { startMeter, withServices } from './service.ts';

const FEEDS = 1000;
const EPISODES = 50;
/** One feed in this many has a new episode at the second poll. */
const ONE_CHANGED_IN = 20;

/** Prints what polling a thousand feeds of one host takes: all new, then nineteen of twenty unchanged. */
export async function measurePolling(): Promise<void> {
  const requests = { full: 0, unchanged: 0 };
  let round = 0;
  const host = await serve((req, res) => {
    const feed = Number(/\d+/.exec(req.url!)![0]);
    const isChanged = round > 0 && feed % ONE_CHANGED_IN === 0;
    answerTagged(req, res, feedOf(feed, EPISODES + (isChanged ? 1 : 0)), 'application/rss+xml');
    requests[res.statusCode === 304 ? 'unchanged' : 'full'] += 1;
  });
  await withServices(async (services, dir) => {
    const fetchGuarded = openFetch(services);
    for (let feed = 0; feed < FEEDS; feed += 1)
      await addFeed(services.db, `${host.url}/${feed}/feed.xml`, services.clock());
    const meter = startMeter(dir);
    for (const name of ['for the first time', 'nineteen of twenty unchanged']) {
      await services.db.run(sql`UPDATE feed SET "nextPollAt" = ${services.clock()}`);
      Object.assign(requests, { full: 0, unchanged: 0 });
      meter.lap();
      const seconds = await pollAll(services, fetchGuarded);
      const { cpu, database } = meter.lap();
      console.log(
        `${FEEDS} feeds of ${EPISODES} episodes polled, ${name}: ${seconds.toFixed(1)} s, ${requests.full} whole answers and ` +
          `${requests.unchanged} of 304, ${cpu.toFixed(1)} s of CPU, ${database.toFixed(1)} s of the database's`,
      );
      round += 1;
    }
    meter.end();
  });
  await host.close();
}

type Services = Parameters<typeof pollFeed>[0];

/** Polls what is due as the worker does; returns the seconds until all are polled. */
async function pollAll(services: Services, fetchGuarded: Parameters<typeof pollFeed>[1]): Promise<number> {
  const started = performance.now();
  let polled = 0;
  await new Promise<void>((done, fail) => {
    const poller = startPoller({
      lease: (count) => leaseFeeds(services.db, services.clock(), count),
      poll: async (feedId, { ending, waiting }) => {
        const report = await pollFeed(
          services,
          (url, wanted) => waiting(fetchGuarded(url, { ...wanted, signal: ending })),
          feedId,
        );
        if (report?.result === 'failed') throw new Error(report.reason ?? 'A poll failed.');
        polled += 1;
        if (polled === FEEDS) void poller.stop().then(done);
      },
      failed: fail,
    });
  });
  return (performance.now() - started) / 1000;
}

/** A feed of this many episodes without transcripts. */
function feedOf(feed: number, episodes: number): Buffer {
  const items = Array.from({ length: episodes }, (_, n) => {
    const day = new Date(Date.UTC(2026, 0, 1 + n)).toUTCString();
    return `<item><guid>${feed}-${n}</guid><title>Episode ${n} of ${feed}</title><pubDate>${day}</pubDate>
      <description>${'What was said of markets. '.repeat(20)}</description>
      <enclosure url="https://cdn.example.org/${feed}/${n}.mp3" type="audio/mpeg" length="1"/></item>`;
  });
  return Buffer.from(
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Show ${feed}</title>${items.reverse().join('')}</channel></rss>`,
  );
}
