import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateTheses } from '#server/features/theses/update/store.ts';
import { countMentions, listMentions } from '#server/features/tickers/store.ts';
import { withdrawPerson } from '#server/ingest/moderation/people/store.ts';
import { setEpisodeHidden, setIdeaHidden, setShowHidden } from '#server/ingest/moderation/store.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { waitingForLocks } from '#server/testing/database/locks.ts';
import { FEED_URL, publisher } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

describe('setShowHidden', () => {
  it('hides the show with an id, and not the one whose slug is that id', async () => {
    const id = '0dd0c0de-0000-4000-8000-000000000001';
    const other = await addShow(services, { slug: id });
    const named = await addShow(services, { id });
    await setShowHidden(services.db, named.id, true, services.clock());
    const rows = await services.db.rows(
      pick(tables.show, 'id', 'hidden'),
      sql`SELECT id, hidden FROM show WHERE id IN (${named.id}::uuid, ${other.id}::uuid) ORDER BY hidden`,
    );
    expect(rows).toEqual([
      { id: other.id, hidden: false },
      { id: named.id, hidden: true },
    ]);
  });
});

describe('an idea and its episode that are turned in the same instant', () => {
  it.each([
    ['both hidden', false, false],
    ['both shown again', true, true],
    ['the idea hidden, the episode shown again', false, true],
    ['the idea shown again, the episode hidden', true, false],
  ])('are counted as they are listed: %s', async (_name, ideaHidden, episodeHidden) => {
    const symbol = `T${Number(ideaHidden)}${Number(episodeHidden)}`;
    const show = await addShow(services);
    const episode = await addEpisode(services, { showId: show.id, hidden: episodeHidden });
    const idea = await addIdea(services, {
      episodeId: episode.id,
      hidden: ideaHidden,
      tickers: [symbol],
    });
    const now = services.clock();
    await atOnce([
      () => setEpisodeHidden(services.db, episode.id, !episodeHidden, now),
      () => setIdeaHidden(services.db, idea.id, !ideaHidden, now),
    ]);
    const window = { symbol, minDepth: 1, from: null, until: null };
    const isListed = ideaHidden && episodeHidden;
    expect(await listMentions(services.db, window, null, 10)).toHaveLength(isListed ? 1 : 0);
    expect(await countMentions(services.db, window)).toBe(isListed ? 1 : 0);
  });
});

describe('two ideas that are turned in the same instant', () => {
  it.each([
    ['one that repeats the other, both hidden', true, true],
    ['one that repeats the other, both shown again', true, false],
    ['two on one ticker, both hidden', false, true],
    ['two on one ticker, both shown again', false, false],
  ])('are listed, counted and told in theses as they then are: %s', async (_name, repeats, hide) => {
    const symbol = `P${Number(repeats)}${Number(hide)}`;
    const ideas = await Promise.all(
      [0, 1].map(async () => {
        const episode = await addEpisode(services, { showId: (await addShow(services)).id });
        return addIdea(services, { episodeId: episode.id, hidden: !hide, tickers: [symbol] });
      }),
    );
    const [first, second] = ideas.map(({ id }) => id) as [string, string];
    if (repeats)
      await services.db.run(sql`UPDATE idea SET "repeatOf" = ${first}::uuid WHERE id = ${second}::uuid`);
    const now = services.clock();
    await services.db.transaction((tx) => updateTheses(tx, [first, second], now));
    await atOnce([first, second].map((id) => () => setIdeaHidden(services.db, id, hide, now)));
    const window = { symbol, minDepth: 1, from: null, until: null };
    const listed = hide ? 0 : repeats ? 1 : 2;
    expect(await listMentions(services.db, window, null, 10)).toHaveLength(listed);
    expect(await countMentions(services.db, window)).toBe(listed);
    expect(await statementsOn(symbol)).toBe(listed);
  });
});

it('lists the argument of a talk that was made first, when it is shown again, though its quote was taken out', async () => {
  const episode = await addEpisode(services, { showId: (await addShow(services)).id });
  const said = { episodeId: episode.id, tickers: ['DROP'] };
  const first = await addIdea(services, {
    ...said,
    timestampSeconds: 100,
    quote: null,
    quoteStartSeconds: null,
    quoteEndSeconds: null,
  });
  const later = await addIdea(services, { ...said, timestampSeconds: 150, quoteStartSeconds: 150 });
  await services.db.run(sql`UPDATE idea SET "repeatOf" = ${first.id}::uuid WHERE id = ${later.id}::uuid`);
  for (const hidden of [true, false]) await setIdeaHidden(services.db, first.id, hidden, services.clock());
  const window = { symbol: 'DROP', minDepth: 1, from: null, until: null };
  expect((await listMentions(services.db, window, null, 10)).map(({ id }) => id)).toEqual([first.id]);
});

/** Begins all while theses are locked, so that none ends before the last has begun. */
async function atOnce(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const begun = await services.db.transaction(async (tx) => {
    await tx.run(sql`LOCK TABLE thesis, thesis_statement IN ACCESS EXCLUSIVE MODE`);
    const under: Promise<unknown>[] = [];
    for (const work of works) {
      under.push(work());
      await waitingForLocks(services, under.length);
    }
    return under;
  });
  expect(await Promise.all(begun)).not.toContain(null);
}

async function statementsOn(symbol: string): Promise<number> {
  const row = await services.db.row(
    { n: computed.int },
    sql`SELECT count(*)::int AS n FROM thesis_statement x JOIN thesis t ON t.id = x."thesisId" WHERE t."subjectKey" = ${symbol}`,
  );
  return row!.n;
}

/** Holds what a query locks while the works begin, each as far as it comes, and then lets all end. */
async function whileLocked(query: string, works: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const holder = await services.db.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(query);
    const under: Promise<unknown>[] = [];
    for (const work of works) {
      under.push(work());
      await waitingForLocks(services, under.length);
    }
    await holder.query('COMMIT');
    return await Promise.all(under);
  } finally {
    holder.release();
  }
}

describe('what is hidden in the same instant', () => {
  it('as its feed is polled is hidden, and the feed is read', async () => {
    const source = publisher();
    const episodes = ['a', 'b'].map((guid) => ({ guid, title: `First ${guid}` }));
    source.publish(episodes);
    const { id: feedId } = await addFeed(services.db, FEED_URL, services.clock());
    await pollFeed(services, source.fetchGuarded, feedId);
    const known = await services.db.rows(
      pick(tables.episode, 'id', 'guid', 'showId'),
      sql`SELECT id, guid, "showId" FROM episode WHERE title LIKE 'First %' ORDER BY id DESC`,
    );
    // In the feed the episode comes first that is locked last where all of a show are.
    source.publish(known.map(({ guid }) => ({ guid, title: `Second ${guid}` })));
    const { id, showId } = known[0]!;
    const done = await whileLocked(`SELECT 1 FROM episode WHERE id = '${id}' FOR UPDATE`, [
      () => pollFeed(services, source.fetchGuarded, feedId),
      () => setShowHidden(services.db, showId, true, services.clock()),
    ]);
    expect(done).toMatchObject([{ result: 'changed' }, []]);
  });

  it('as a person is withdrawn whom it lists is hidden without them', async () => {
    const { id } = await addEpisode(services, { showId: (await addShow(services)).id });
    const people = JSON.stringify([{ name: 'Dee Marsh', role: 'guest', title: null }]);
    await services.db.run(sql`UPDATE episode SET people = ${people}::jsonb WHERE id = ${id}::uuid`);
    const done = await whileLocked('SELECT pg_advisory_xact_lock(717031)', [
      () => withdrawPerson(services.db, 'Dee Marsh', services.clock()),
      () => setEpisodeHidden(services.db, id, true, services.clock()),
    ]);
    expect(done).toMatchObject([{ ideas: 0 }, []]);
    const row = await services.db.row(
      { hidden: tables.episode.hidden, people: computed.text },
      sql`SELECT hidden, people::text AS people FROM episode WHERE id = ${id}::uuid`,
    );
    expect(row).toEqual({ hidden: true, people: expect.not.stringContaining('Marsh') });
  });
});
