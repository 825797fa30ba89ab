import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { alertOf } from '#server/features/alerts/events/rules.ts';
import { collectEvents, holdEvents, listEvents } from '#server/features/alerts/events/store.ts';
import { sweepAlerts } from '#server/features/alerts/sweep.ts';
import { reviewReport } from '#server/features/corrections/store.ts';
import { withdrawPerson } from '#server/ingest/moderation/people/store.ts';
import { setEpisodeHidden, setIdeaHidden, setShowHidden } from '#server/ingest/moderation/store.ts';
import { redateEpisodes, removeFeed } from '#server/ingest/poll/store.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower } from '#server/testing/alerts.ts';
import {
  addEpisode,
  addIdea,
  addShow,
  hoursBefore,
  type IdeaFixture,
  type SeededIdea,
} from '#server/testing/corpus.ts';
import { waitingForLocks } from '#server/testing/database/locks.ts';
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
const later = (hours: number) => services.setNow(new Date(services.clock().getTime() + hours * 3_600_000));
const hide = (idea: SeededIdea, hidden: boolean) =>
  setShowHidden(services.db, idea.showId, hidden, services.clock());

async function reader(options: Parameters<typeof follower>[1]) {
  const holder = await follower(services, options);
  await (await holder.caller()).alerts.setWanted({ mail: 'daily', newIdeas: true, stanceChange: true });
  return holder;
}

/** Ids of an account's events as they are told now, with the ideas that they tell. */
async function told(accountId: string, plan: 'free' | 'premium' = 'free') {
  const rows = await listEvents(services.db, accountId, 'all', 100);
  const alerts = rows.flatMap((row) => alertOf(row, plan, services.env.webUrl) ?? []);
  return alerts.map(({ id, card }) => ({ id, ideaId: card.id }));
}

async function publish(showId: string, idea: Partial<IdeaFixture> = {}, publishedAt?: Date) {
  const episode = await addEpisode(services, { showId, ...(publishedAt ? { publishedAt } : {}) });
  return addIdea(services, { ...idea, episodeId: episode.id });
}

async function repeats({ id }: SeededIdea, first: SeededIdea) {
  await services.db.run(sql`UPDATE idea SET "repeatOf" = ${first.id}::uuid WHERE id = ${id}::uuid`);
}

/** Two shows; `talk` publishes one talk in both, the first a day before its repeat. */
async function twoShows() {
  const [ours, theirs] = [await addShow(services), await addShow(services)];
  const talk = async () => {
    later(1);
    const first = await publish(ours.id, {}, hoursBefore(services, 24));
    const repeat = await publish(theirs.id);
    await repeats(repeat, first);
    return { first, repeat };
  };
  return { ours, theirs, talk };
}

async function remove({ showId }: SeededIdea) {
  await services.db.run(
    sql`INSERT INTO feed (url, "showId") VALUES ('https://first.example/', ${showId}::uuid)`,
  );
  await removeFeed(services.db, 'https://first.example/', services.clock());
}

async function hideByCorrection({ id }: SeededIdea) {
  const report = await services.db.row(
    pick(tables.correction, 'id'),
    sql`
    INSERT INTO correction ("ideaId", kind, text, ip, "createdAt") VALUES (${id}::uuid, 'other', 'Wrong.', '10.1.1.1', ${services.clock()})
    RETURNING id`,
  );
  const review = await reviewReport(services.db, {
    reportId: report!.id,
    outcome: 'accepted',
    note: 'It was said of another company.',
    now: services.clock(),
    amendment: { ideaId: id, change: { hide: true } },
  });
  expect(review).toMatchObject({ kind: 'done' });
}

async function withdrawSpeaker({ id }: SeededIdea) {
  await services.db.run(sql`UPDATE idea SET "speakerName" = 'Rex Quinn' WHERE id = ${id}::uuid`);
  expect(await withdrawPerson(services.db, 'Rex Quinn', services.clock())).toMatchObject({ ideas: 1 });
}

async function dateLast({ episodeId }: SeededIdea) {
  const dated = [{ id: episodeId, publishedAt: services.clock() }];
  await services.db.transaction((tx) => redateEpisodes(tx, dated, services.clock()));
}

describe('an event of a talk', () => {
  it.each([
    ['show', hide],
    ['episode', (idea, hidden) => setEpisodeHidden(services.db, idea.episodeId, hidden, services.clock())],
    ['idea', (idea, hidden) => setIdeaHidden(services.db, idea.id, hidden, services.clock())],
  ] satisfies [string, typeof hide][])(
    'tells the repeat while the %s of the first is hidden, and the first again after, however late',
    async (_what, turn) => {
      const { talk } = await twoShows();
      const { accountId } = await reader({ tickers: ['NVDA'] });
      const { first, repeat } = await talk();
      expect(await collect()).toBe(1);
      const [before] = await told(accountId);
      for (const hours of [1, 24 * 10]) {
        await turn(first, true);
        expect(await told(accountId)).toEqual([{ id: before!.id, ideaId: repeat.id }]);
        later(hours);
        await turn(first, false);
        expect(await told(accountId)).toEqual([before]);
        expect(await collect()).toBe(0);
        expect(await told(accountId)).toEqual([before]);
      }
    },
  );

  it.each([
    ['a correction hides the first', hideByCorrection],
    ['the speaker of the first is withdrawn', withdrawSpeaker],
    ['the date is mended by which the first was the first', dateLast],
  ])('tells the repeat once %s', async (_what, turn) => {
    const { talk } = await twoShows();
    const { accountId } = await reader({ tickers: ['NVDA'] });
    const { first, repeat } = await talk();
    await collect();
    const [before] = await told(accountId);
    expect(before).toMatchObject({ ideaId: first.id });
    await turn(first);
    expect(await told(accountId)).toEqual([{ id: before!.id, ideaId: repeat.id }]);
    expect(await collect()).toBe(0);
  });

  it('tells the first once that arrives after its repeat was told', async () => {
    const [ours, theirs] = [await addShow(services), await addShow(services)];
    const { accountId } = await reader({ tickers: ['NVDA'] });
    later(1);
    const repeat = await publish(theirs.id);
    await collect();
    const [before] = await told(accountId);
    const first = await publish(ours.id, {}, hoursBefore(services, 24));
    await repeats(repeat, first);
    expect(await collect()).toBe(0);
    expect(await told(accountId)).toEqual([{ id: before!.id, ideaId: first.id }]);
  });

  it('stays with the repeat for whoever follows the show of that alone', async () => {
    const { theirs, talk } = await twoShows();
    const { accountId } = await reader({ shows: [theirs.id] });
    const { first, repeat } = await talk();
    await collect();
    const before = await told(accountId);
    expect(before).toMatchObject([{ ideaId: repeat.id }]);
    for (const [idea, hidden] of [
      [first, true],
      [first, false],
      [repeat, true],
      [repeat, false],
    ] as const)
      await hide(idea, hidden);
    expect(await told(accountId)).toEqual(before);
  });

  it('is one where the account has an event of the repeat, too', async () => {
    const { theirs, talk } = await twoShows();
    const { accountId } = await reader({ shows: [theirs.id], tickers: ['NVDA'] });
    const { first, repeat } = await talk();
    expect(await collect()).toBe(2);
    await hide(first, true);
    expect((await told(accountId)).map(({ ideaId }) => ideaId)).toEqual([repeat.id]);
    await hide(first, false);
    expect((await told(accountId)).map(({ ideaId }) => ideaId).sort()).toEqual([first.id, repeat.id].sort());
  });

  it('that changes a stance is none again for the repeat that comes forward', async () => {
    const { ours, theirs, talk } = await twoShows();
    for (const { id } of [ours, theirs])
      await publish(id, { stance: 'BEARISH', direction: 'bearish' }, hoursBefore(services, 24 * 30));
    const { accountId } = await reader({ plan: 'premium', tickers: ['NVDA'] });
    const { first, repeat } = await talk();
    expect(await collect()).toBe(2);
    await hide(first, true);
    expect([await collect(), await collect()]).toEqual([0, 0]);
    const ofStance = async () => {
      const alerts = await told(accountId, 'premium');
      return alerts.map(({ ideaId }) => ideaId);
    };
    expect(await ofStance()).toEqual([repeat.id, repeat.id]);
    await hide(first, false);
    expect(await collect()).toBe(0);
    expect(await ofStance()).toEqual([first.id, first.id]);
  });
});

describe('removing a show', () => {
  it('moves its events to the talks of other shows, and makes no news of what comes forward', async () => {
    const { talk } = await twoShows();
    const { accountId } = await reader({ tickers: ['NVDA'] });
    const { first, repeat } = await talk();
    await collect();
    const [before] = await told(accountId);
    await remove(first);
    expect(await collect()).toBe(0);
    expect(await told(accountId)).toEqual([{ id: before!.id, ideaId: repeat.id }]);
  });

  it('makes no news of a search’s event, nor of a change of stance', async () => {
    const { ours, theirs, talk } = await twoShows();
    for (const { id } of [ours, theirs])
      await publish(id, { stance: 'BEARISH', direction: 'bearish' }, hoursBefore(services, 24 * 30));
    await reader({ plan: 'premium', tickers: ['NVDA'] });
    const searching = await reader({});
    await (await searching.caller()).searches.save({ asked: { stance: 'bullish' } });
    const { first } = await talk();
    const news = async () => (await sweepAlerts(services)).events;
    expect(await news()).toBe(3);
    await remove(first);
    expect([await news(), await news()]).toEqual([0, 0]);
  });

  it('makes no news of a talk of another show that is hidden then and shown later', async () => {
    const { talk } = await twoShows();
    await reader({ tickers: ['NVDA'] });
    const { first, repeat } = await talk();
    await collect();
    await hide(repeat, true);
    await remove(first);
    await hide(repeat, false);
    expect(await collect()).toBe(0);
  });

  it('moves the events that are made at the same moment', async () => {
    const { talk } = await twoShows();
    const { accountId } = await reader({ tickers: ['NVDA'] });
    const { first, repeat } = await talk();
    const { collected, removed } = await services.db.transaction(async (tx) => {
      await holdEvents(tx);
      const making = collect();
      await waitingForLocks(services, 1);
      const removing = remove(first);
      await waitingForLocks(services, 2);
      return { collected: making, removed: removing };
    });
    await Promise.all([collected, removed]);
    expect(await collect()).toBe(0);
    expect(await told(accountId)).toMatchObject([{ ideaId: repeat.id }]);
  });
});
