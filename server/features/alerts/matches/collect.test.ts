import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { alertOf, alertReason } from '#server/features/alerts/events/rules.ts';
import { listEvents } from '#server/features/alerts/events/store.ts';
import { sweepAlerts } from '#server/features/alerts/sweep.ts';
import type { SearchAsked } from '#server/features/ideas/search/rules.ts';
import { sql } from '#server/platform/db.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower } from '#server/testing/alerts.ts';
import { addEpisode, addIdea, addShow, type IdeaFixture, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  shareServices(services);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const later = (minutes: number) => services.setNow(new Date(services.clock().getTime() + minutes * 60_000));
const wanted = { mail: 'daily', newIdeas: true, stanceChange: true } as const;

/** Someone with a daily digest and these searches, a minute before what follows is published. */
async function searcher(asked: readonly SearchAsked[], tickers: readonly string[] = []) {
  const holder = await follower(services, { tickers });
  const caller = await holder.caller();
  await caller.alerts.setWanted(wanted);
  for (const one of asked) await caller.searches.save({ asked: one });
  later(1);
  return { ...holder, searches: caller.searches };
}

async function publish(given: Partial<IdeaFixture>) {
  const show = await addShow(services);
  const episode = await addEpisode(services, { showId: show.id });
  return addIdea(services, { ...given, episodeId: episode.id });
}

const sweep = async () => (await sweepAlerts(services)).events;
async function told(accountId: string) {
  const rows = await listEvents(services.db, accountId, 'all', 100);
  return rows.flatMap((row) => alertOf(row, 'free', services.env.webUrl) ?? []);
}

describe('a saved search', () => {
  it('tells of what the search itself finds, once, and says that it did', async () => {
    const holder = await searcher([{ q: '"power lines" OR turbines NOT wind', stance: 'bearish' }]);
    const found = await publish({ thesis: 'Power lines come late.', stance: 'BEARISH' });
    const turbines = await publish({ thesis: 'Gas turbines are sold out.', stance: 'BEARISH' });
    await publish({ thesis: 'Wind turbines are cheap.', stance: 'BEARISH' });
    await publish({ thesis: 'Lines of power.', stance: 'BEARISH' });
    await publish({ thesis: 'Power lines come early.', stance: 'BULLISH' });
    expect(await sweep()).toBe(2);
    expect(await sweep()).toBe(0);
    const alerts = await told(holder.accountId);
    expect(alerts.map((alert) => alert.card.id).sort()).toEqual([found.id, turbines.id].sort());
    expect(alertReason(alerts[0]!)).toMatch(/^Found by your search “.*, bearish”\.$/);
  });

  it('narrows by person, ticker, theme and depth together', async () => {
    const holder = await searcher([{ person: 'ruiz', ticker: 'MSFT', theme: 'cloud', minDepth: 4 }]);
    const whole = { speakerName: 'Ana Ruiz', tickers: ['MSFT'], themes: ['cloud'], discussionDepth: 4 };
    await services.db.run(sql`INSERT INTO theme (slug, name, tickers) VALUES ('cloud', 'Cloud', '{}')`);
    const idea = await publish(whole);
    await publish({ ...whole, discussionDepth: 3 });
    await publish({ ...whole, speakerName: 'Ana Ruizen' });
    await publish({ ...whole, speakerName: null });
    await publish({ ...whole, themes: [] });
    await publish({ ...whole, tickers: ['NVDA'] });
    await sweep();
    expect((await told(holder.accountId)).map((alert) => alert.card.id)).toEqual([idea.id]);
  });

  it('and a follow that lead to one idea make one event, with both reasons', async () => {
    const holder = await searcher([{ q: 'packaging' }, { stance: 'bullish' }], ['NVDA']);
    await publish({ thesis: 'Packaging limits supply.' });
    expect(await sweep()).toBe(1);
    const alerts = await told(holder.accountId);
    expect(alerts.map(alertReason)).toEqual([
      'You follow NVDA. Found by your search “bullish” and “packaging”.',
    ]);
  });

  it('loses and doubles nothing when workers sweep at once, or one stood for two days', async () => {
    const holder = await searcher([{ q: 'packaging' }, { ticker: 'NVDA' }], ['NVDA']);
    await publish({ thesis: 'Packaging limits supply.' });
    await publish({ thesis: 'Packaging is solved.', tickers: ['TSM'] });
    later(48 * 60);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await told(holder.accountId)).toHaveLength(2);
  });

  it('does not tell of what is hidden, of what was there before it, nor once it is silenced or removed', async () => {
    const before = await publish({ thesis: 'Packaging was short.' });
    later(1);
    const holder = await searcher([{ q: 'packaging' }]);
    const idea = await publish({ thesis: 'Packaging limits supply.' });
    await sweep();
    const ids = async () => (await told(holder.accountId)).map((alert) => alert.card.id);
    expect(await ids()).toEqual([idea.id]);
    expect(await ids()).not.toContain(before.id);
    await setHidden(services, 'idea', [idea.id], true);
    expect(await ids()).toEqual([]);
    await setHidden(services, 'idea', [idea.id], false);
    const { id } = (await holder.searches.list()).searches[0]!;
    await holder.searches.setAlerts({ id, alerts: false });
    expect(await ids()).toEqual([]);
    await publish({ thesis: 'Packaging again.' });
    expect(await sweep()).toBe(0);
    await holder.searches.setAlerts({ id, alerts: true });
    expect(await ids()).toEqual([idea.id]);
    await holder.searches.remove({ id });
    expect(await ids()).toEqual([]);
  });

  it('searches the full argument on Premium alone, as the search does', async () => {
    const free = await searcher([{ q: 'cowos' }]);
    const premium = await follower(services, { plan: 'premium' });
    const caller = await premium.caller();
    await caller.alerts.setWanted(wanted);
    await caller.searches.save({ asked: { q: 'cowos' } });
    later(1);
    await publish({ thesis: 'Supply is short.', context: 'CoWoS is the bottleneck.' });
    await sweep();
    expect(await told(free.accountId)).toEqual([]);
    expect(await told(premium.accountId)).toHaveLength(1);
  });

  it('tells an argument that was read anew once', async () => {
    const holder = await searcher([{ q: 'packaging' }]);
    const show = await addShow(services);
    const episode = await addEpisode(services, { showId: show.id });
    const old = await addIdea(services, { episodeId: episode.id, thesis: 'Packaging is short.' });
    await sweep();
    later(5);
    await services.db.run(
      sql`UPDATE idea SET "supersededAt" = ${services.clock()} WHERE id = ${old.id}::uuid`,
    );
    const anew = await addIdea(services, { episodeId: episode.id, thesis: 'Packaging is scarce.' });
    expect(await sweep()).toBe(0);
    const alerts = await told(holder.accountId);
    expect(alerts.map((alert) => alert.card.id)).toEqual([anew.id]);
  });
});
