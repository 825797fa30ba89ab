import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEvents } from '#server/features/alerts/events/store.ts';
import { deliverDue } from '#server/features/alerts/webhooks/deliver.ts';
import { deliveryLog } from '#server/features/alerts/webhooks/deliveries/store.ts';
import { setShowRights } from '#server/features/owners/rights/store.ts';
import { setShowHidden } from '#server/ingest/moderation/store.ts';
import { MINUTE_MS } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db.ts';
import type { GuardedPost } from '#server/platform/fetch/post.ts';
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

const later = () => services.setNow(new Date(services.clock().getTime() + MINUTE_MS));
const answering =
  (status: number): GuardedPost =>
  async () => ({ kind: 'answered', status, text: '' });

/** An account with a webhook that was sent an idea on the ticker, answered by this status. */
async function sent(symbol: string, status: number) {
  const show = await addShow(services);
  const { accountId, caller } = await follower(services, { tickers: [symbol] });
  await (await caller()).alerts.addWebhook({ url: 'https://hooks.example/' });
  later();
  const publish = async (showId: string) => {
    const episode = await addEpisode(services, { showId, publishedAt: services.clock() });
    return addIdea(services, { episodeId: episode.id, tickers: [symbol], headline: 'As it was sent first' });
  };
  const idea = await publish(show.id);
  await collectEvents(services.db, services.clock());
  await deliverDue(services, answering(status));
  const body = async () => (await deliveryLog(services.db, accountId, 10))[0]!.lastBody;
  return { show, idea, publish, body };
}

describe('a body that was sent', () => {
  it('is withheld while the idea that it tells of is hidden, though its event tells another by then', async () => {
    const { show, idea, publish, body } = await sent('AAA', 204);
    const repeat = await publish((await addShow(services)).id);
    await services.db.run(sql`UPDATE idea SET "repeatOf" = ${idea.id}::uuid WHERE id = ${repeat.id}::uuid`);
    expect(await body()).toContain(idea.id);
    await setShowHidden(services.db, show.id, true, services.clock());
    expect(await body()).toBeNull();
    await setShowHidden(services.db, show.id, false, services.clock());
    expect(await body()).toContain(idea.id);
  });

  it.each([
    ['BBB', { quoteChars: 50 }],
    ['CCC', { mediaEnabled: false }],
  ])('is withheld while its show lets less be quoted than when it was sent: %s %j', async (symbol, less) => {
    const { show, body } = await sent(symbol, 500);
    const allow = (rights: { quoteChars?: number; mediaEnabled?: boolean }) => {
      later();
      return setShowRights(services.db, show.id, rights, 'operator', services.clock());
    };
    await allow({ quoteChars: 300 });
    expect(await body()).not.toBeNull();
    await allow(less);
    expect(await body()).toBeNull();
    await allow({ quoteChars: 300, mediaEnabled: true });
    expect(await body()).not.toBeNull();
    await allow(less);
    later();
    await deliverDue(services, answering(204));
    expect(await body()).not.toBeNull();
  });

  it('is the one of the last try, though that never ended', async () => {
    const { show, idea, body } = await sent('DDD', 500);
    later();
    await setShowRights(services.db, show.id, { mediaEnabled: false }, 'operator', services.clock());
    await services.db.run(sql`UPDATE idea SET headline = 'As it was sent last' WHERE id = ${idea.id}::uuid`);
    later();
    const dying = deliverDue(services, () => Promise.reject(new Error('The process dies.')));
    await expect(dying).rejects.toThrow('The process dies.');
    expect(await body()).toContain('As it was sent last');
  });
});
