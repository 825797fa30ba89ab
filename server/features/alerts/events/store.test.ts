import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { alertOf, alertTitle } from '#server/features/alerts/events/rules.ts';
import { collectEvents, forgetEvents, listEvents } from '#server/features/alerts/events/store.ts';
import { setPlan } from '#server/features/plans/store.ts';
import { setIdeaHidden } from '#server/ingest/moderation/store.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower } from '#server/testing/alerts.ts';
import { addEpisode, addIdea, addShow, hoursBefore, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  shareServices(services);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const collect = () => collectEvents(services.db, services.clock());
const later = (minutes: number) => services.setNow(new Date(services.clock().getTime() + minutes * 60_000));

/** What an account would be told now, newest first. */
async function told(accountId: string, plan: 'free' | 'premium' = 'free') {
  const rows = await listEvents(services.db, accountId, 'all', 100);
  return rows.flatMap((row) => alertOf(row, plan, services.env.webUrl) ?? []);
}

/** Someone with a daily digest, a minute before what follows is published. */
async function reader(options: Parameters<typeof follower>[1]) {
  const holder = await follower(services, options);
  await (await holder.caller()).alerts.setWanted({ mail: 'daily', newIdeas: true, stanceChange: true });
  later(1);
  return holder;
}

describe('a new idea', () => {
  it('is an event for those who follow its show or a ticker of it, once for each', async () => {
    const show = await addShow(services);
    const both = await reader({ shows: [show.id], tickers: ['NVDA'] });
    const byTicker = await reader({ tickers: ['NVDA'] });
    const neither = await reader({ tickers: ['MSFT'] });
    const idea = await addIdea(services, { episodeId: (await addEpisode(services, { showId: show.id })).id });
    expect(await collect()).toBe(2);
    expect(await collect()).toBe(0);
    expect(await told(both.accountId)).toMatchObject([
      { card: { id: idea.id }, change: null, followed: { show: true, tickers: ['NVDA'] } },
    ]);
    expect(await told(byTicker.accountId)).toHaveLength(1);
    expect(await told(neither.accountId)).toEqual([]);
  });

  it('tells nobody whose alerts are off, nor what was published before they were on', async () => {
    const show = await addShow(services);
    const episode = await addEpisode(services, { showId: show.id });
    const off = await follower(services, { shows: [show.id] });
    await addIdea(services, { episodeId: episode.id });
    later(5);
    const fresh = await reader({ shows: [show.id] });
    await collect();
    expect(await told(off.accountId)).toEqual([]);
    expect(await told(fresh.accountId)).toEqual([]);
  });

  it('is no news in an episode that aired more than a week ago, however lately it was read', async () => {
    const show = await addShow(services);
    const holder = await reader({ shows: [show.id] });
    const old = await addEpisode(services, {
      showId: show.id,
      publishedAt: hoursBefore(services, 7 * 24 + 1),
    });
    const recent = await addEpisode(services, {
      showId: show.id,
      publishedAt: hoursBefore(services, 6 * 24),
    });
    await addIdea(services, { episodeId: old.id });
    const idea = await addIdea(services, { episodeId: recent.id });
    await collect();
    expect((await told(holder.accountId)).map((alert) => alert.card.id)).toEqual([idea.id]);
  });

  it('is told after a worker stood for two days, and not twice by two workers', async () => {
    const show = await addShow(services);
    const holder = await reader({ shows: [show.id] });
    await addIdea(services, { episodeId: (await addEpisode(services, { showId: show.id })).id });
    later(48 * 60);
    const made = await Promise.all([collect(), collect(), collect()]);
    expect(made.reduce((sum, one) => sum + one)).toBe(1);
    expect(await told(holder.accountId)).toHaveLength(1);
  });

  it('of a talk that comes forward from another episode is the same event, and queued for no webhook again', async () => {
    const holder = await reader({ tickers: ['NVDA'] });
    const published = async (day: number) => {
      const publishedAt = hoursBefore(services, 24 * day);
      const episode = await addEpisode(services, { showId: (await addShow(services)).id, publishedAt });
      return addIdea(services, { episodeId: episode.id });
    };
    const [first, again] = [await published(2), await published(1)];
    await repeats(again.id, first.id);
    await services.db.run(sql`
      INSERT INTO alert_webhook ("accountId", url, secret) VALUES (${holder.accountId}::uuid, 'https://hooks.example/', 's')`);
    const deliveries = async () =>
      (
        await services.db.rows(
          pick(tables.alertDelivery, 'eventId'),
          sql`SELECT "eventId" FROM alert_delivery`,
        )
      ).length;
    expect(await collect()).toBe(1);
    const [before] = await told(holder.accountId);
    expect(before).toMatchObject({ card: { id: first.id } });
    await setIdeaHidden(services.db, first.id, true, services.clock());
    expect(await collect()).toBe(0);
    expect(await told(holder.accountId)).toMatchObject([{ id: before!.id, card: { id: again.id } }]);
    expect(await deliveries()).toBe(1);
  });

  it('leaves when it is hidden, and when it is followed no more', async () => {
    const show = await addShow(services);
    const holder = await reader({ shows: [show.id] });
    const episode = await addEpisode(services, { showId: show.id });
    const idea = await addIdea(services, { episodeId: episode.id });
    await collect();
    await setHidden(services, 'idea', [idea.id], true);
    expect(await told(holder.accountId)).toEqual([]);
    await setHidden(services, 'idea', [idea.id], false);
    expect(await told(holder.accountId)).toHaveLength(1);
    await (await holder.caller()).follows.unfollowShow({ showId: show.id });
    expect(await told(holder.accountId)).toEqual([]);
  });
});

async function superseded(ideaId: string) {
  await services.db.run(sql`UPDATE idea SET "supersededAt" = ${services.clock()} WHERE id = ${ideaId}::uuid`);
}

async function repeats(ideaId: string, firstId: string) {
  await services.db.run(sql`UPDATE idea SET "repeatOf" = ${firstId}::uuid WHERE id = ${ideaId}::uuid`);
}

describe('a re-analysis', () => {
  it('makes no second event of the same argument, and the event speaks of the newer reading', async () => {
    const show = await addShow(services);
    const holder = await reader({ shows: [show.id] });
    const episode = await addEpisode(services, { showId: show.id });
    const first = await addIdea(services, { episodeId: episode.id, headline: 'First reading' });
    await collect();
    const [before] = await told(holder.accountId);
    later(60);
    await superseded(first.id);
    await addIdea(services, { episodeId: episode.id, headline: 'Second reading', quoteStartSeconds: 700 });
    expect(await collect()).toBe(0);
    expect(await told(holder.accountId)).toMatchObject([
      { id: before!.id, card: { headline: 'Second reading' } },
    ]);
  });

  it('makes no event when it reads the same second as about another subject', async () => {
    const show = await addShow(services);
    const holder = await reader({ shows: [show.id] });
    const episode = await addEpisode(services, { showId: show.id });
    const company = { subjectKind: 'company', subjectKey: 'nvidia', tickers: [] } as const;
    const first = await addIdea(services, { episodeId: episode.id, ...company });
    await collect();
    later(60);
    await superseded(first.id);
    await addIdea(services, { episodeId: episode.id });
    expect(await collect()).toBe(0);
    expect(await told(holder.accountId)).toHaveLength(1);
  });

  it('of a repeat, found beside the first of its talk, leaves one event, which speaks of the first', async () => {
    const [followed, other] = [await addShow(services), await addShow(services)];
    const holder = await reader({ shows: [followed.id], tickers: ['NVDA'] });
    const episode = await addEpisode(services, { showId: followed.id });
    const repeat = await addIdea(services, { episodeId: episode.id });
    await collect();
    const [before] = await told(holder.accountId);
    later(60);
    const first = await addIdea(services, {
      episodeId: (await addEpisode(services, { showId: other.id })).id,
    });
    await repeats(repeat.id, first.id);
    await superseded(repeat.id);
    await repeats((await addIdea(services, { episodeId: episode.id })).id, first.id);
    expect(await collect()).toBe(0);
    expect(await told(holder.accountId)).toMatchObject([{ id: before!.id, card: { id: first.id } }]);
    expect(await collect()).toBe(0);
  });

  it('is no news for those whose alerts came between the two', async () => {
    const show = await addShow(services);
    const episode = await addEpisode(services, { showId: show.id });
    const first = await addIdea(services, { episodeId: episode.id });
    later(60);
    const holder = await reader({ shows: [show.id] });
    await superseded(first.id);
    await addIdea(services, { episodeId: episode.id, headline: 'Second reading' });
    expect(await collect()).toBe(0);
    expect(await told(holder.accountId)).toEqual([]);
  });
});

describe('a change of stance', () => {
  async function turned() {
    const show = await addShow(services, { name: 'The Alpha Hour' });
    const before = await addEpisode(services, {
      showId: show.id,
      publishedAt: hoursBefore(services, 24 * 30),
    });
    const former = await addIdea(services, { episodeId: before.id, stance: 'BULLISH' });
    const premium = await reader({ plan: 'premium', tickers: ['NVDA'] });
    const free = await reader({ tickers: ['NVDA'] });
    const now = await addEpisode(services, { showId: show.id });
    const latter = await addIdea(services, { episodeId: now.id, stance: 'BEARISH', direction: 'bearish' });
    await collect();
    return { premium, free, former, latter };
  }
  const changes = (alerts: Awaited<ReturnType<typeof told>>) => alerts.filter((alert) => alert.change);

  it('is told on Premium alone, as the timeline tells it', async () => {
    const { premium, free, latter } = await turned();
    const [change] = changes(await told(premium.accountId, 'premium'));
    expect(change).toMatchObject({
      card: { id: latter.id },
      change: { symbol: 'NVDA', from: 'bullish', to: 'bearish' },
    });
    expect(alertTitle(change!)).toBe('NVDA: The Alpha Hour argued it as bearish, before as bullish');
    expect(changes(await told(free.accountId, 'free'))).toEqual([]);
  });

  it('is no longer told when the plan ends, nor when either side was corrected or hidden', async () => {
    const { premium, former, latter } = await turned();
    await setPlan(services.db, premium.accountId, 'free');
    expect(changes(await told(premium.accountId, 'free'))).toEqual([]);
    await services.db.run(sql`UPDATE idea SET stance = 'BULLISH' WHERE id = ${latter.id}::uuid`);
    expect(changes(await told(premium.accountId, 'premium'))).toEqual([]);
    await services.db.run(sql`UPDATE idea SET stance = 'BEARISH' WHERE id = ${latter.id}::uuid`);
    expect(changes(await told(premium.accountId, 'premium'))).toHaveLength(1);
    await setHidden(services, 'idea', [former.id], true);
    expect(changes(await told(premium.accountId, 'premium'))).toEqual([]);
  });
});

describe('what is kept', () => {
  it('is forgotten after thirty days', async () => {
    const show = await addShow(services);
    const holder = await reader({ shows: [show.id] });
    await addIdea(services, { episodeId: (await addEpisode(services, { showId: show.id })).id });
    await collect();
    later(29 * 24 * 60);
    expect(await forgetEvents(services.db, services.clock())).toBe(0);
    later(2 * 24 * 60);
    expect(await forgetEvents(services.db, services.clock())).toBe(1);
    await collect();
    expect(await told(holder.accountId)).toEqual([]);
  });
});
