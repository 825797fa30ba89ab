import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publicationMark } from '#server/features/alerts/events/store.ts';
import { alertCounts } from '#server/features/alerts/store.ts';
import { startAlertSweep, sweepAlerts } from '#server/features/alerts/sweep.ts';
import { sql } from '#server/platform/db.ts';
import { listOutbox } from '#server/platform/mail.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower } from '#server/testing/alerts.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
});
afterAll(() => services.close());

async function published() {
  const show = await addShow(services);
  const holder = await follower(services, { shows: [show.id] });
  await (await holder.caller()).alerts.setWanted({ mail: 'daily', newIdeas: true, stanceChange: true });
  const episode = await addEpisode(services, { showId: show.id });
  const before = await publicationMark(services.db);
  services.setNow(new Date(services.clock().getTime() + 60_000));
  await addIdea(services, { episodeId: episode.id });
  return before;
}

describe('a sweep', () => {
  it('makes events, and sends the digest early only when asked to', async () => {
    const before = await published();
    expect(await publicationMark(services.db)).not.toBe(before);
    expect(await sweepAlerts(services)).toEqual({ events: 1, mails: 0, deliveries: 0 });
    expect(await alertCounts(services.db, services.clock())).toMatchObject({
      mailing: 1,
      events: 1,
      unmailed: 1,
    });
    expect(await sweepAlerts(services, 'all waiting')).toEqual({ events: 0, mails: 1, deliveries: 0 });
    expect(await alertCounts(services.db, services.clock())).toMatchObject({ unmailed: 0 });
  });

  it('that runs by itself begins at once, and is over when it was stopped', async () => {
    await published();
    await startAlertSweep(services).stop();
    expect(await alertCounts(services.db, services.clock())).toMatchObject({ events: 2, unmailed: 1 });
  });

  it('goes on past a saved search that fails', async () => {
    await published();
    const { accountId } = await follower(services);
    const since = new Date(services.clock().getTime() - 120_000);
    await services.db.run(sql`
      INSERT INTO alert_setting ("accountId", since, "feedEnabled") VALUES (${accountId}::uuid, ${since}, true)`);
    await services.db.run(sql`
      INSERT INTO saved_search ("accountId", name, path, asked, since, "createdAt")
      VALUES (${accountId}::uuid, 'broken', '/search', '{"q": 5}', ${since}, ${since})`);
    const warned = vi.spyOn(services.log, 'warn');
    expect((await sweepAlerts(services, 'all waiting')).mails).toBeGreaterThan(0);
    expect(warned).toHaveBeenCalledWith(
      expect.objectContaining({ searchId: expect.any(String) }),
      'a saved search failed',
    );
  });

  it('sends mail also while looking for news fails', async () => {
    await published();
    await sweepAlerts(services);
    services.setNow(new Date(services.clock().getTime() + 86_400_000));
    const before = (await listOutbox(services.db)).length;
    await services.db.run(sql`ALTER TABLE idea_version RENAME TO away`);
    await startAlertSweep(services).stop();
    await services.db.run(sql`ALTER TABLE away RENAME TO idea_version`);
    expect((await listOutbox(services.db)).length).toBeGreaterThan(before);
  });
});
