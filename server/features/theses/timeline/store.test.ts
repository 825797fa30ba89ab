import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inSpokenOrder } from '#server/features/theses/statement.ts';
import { readTimelineIdeas, readWithFormer } from '#server/features/theses/timeline/store.ts';
import { ideaTables, listedIdea } from '#server/features/visibility/store.ts';
import { setEpisodeHidden, setIdeaHidden, setShowHidden } from '#server/ingest/moderation/store.ts';
import { DAY_MS } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { pagesOf } from '#server/testing/database/pages.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const FROM = new Date('2026-09-01T00:00:00Z');

let services: TestServices;
beforeAll(async () => {
  services = await testServices({}, '2026-09-15T12:00:00Z');
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.run(sql`DELETE FROM show`);
});

async function say(show: string, tickers: readonly string[], day = '10') {
  const { id: showId } = await addShow(services, { name: show });
  const episode = await addEpisode(services, { showId, publishedAt: `2026-09-${day}T10:00:00Z` });
  return { ...(await addIdea(services, { episodeId: episode.id, stance: 'BULLISH', tickers })) };
}

/** The shows that a timeline counts ideas of, and those that changes are read of: the same. */
async function told(symbol: string): Promise<string[]> {
  const read = [readTimelineIdeas, readWithFormer].map((of) =>
    of(services.db, symbol, FROM, services.clock()),
  );
  const [counted, whole] = (await Promise.all(read)).map((ideas) => ideas.map(({ show }) => show).sort());
  expect(whole).toEqual(counted);
  return counted!;
}

it('tells an idea once on each symbol that it is about, whichever comes first', async () => {
  await say('One', ['AAA']);
  await say('Two', ['BBB', 'AAA']);
  await say('Four', ['CCC', 'BBB', 'AAA', 'DDD']);
  expect(await told('BBB')).toEqual(['Four', 'Two']);
  expect(await told('DDD')).toEqual(['Four']);
  expect(await told('EEE')).toEqual([]);
});

it('tells what aired from the first moment to the last', async () => {
  await say('First', ['DAY'], '01');
  await say('Late', ['DAY'], '16');
  expect(await told('DAY')).toEqual(['First']);
});

it('leaves out whatever is hidden as soon as it is', async () => {
  const idea = await say('Idea', ['HID']);
  const episode = await say('Episode', ['HID', 'ALSO']);
  const show = await say('Show', ['OTHER', 'HID']);
  expect(await told('HID')).toEqual(['Episode', 'Idea', 'Show']);
  const now = services.clock();
  await setIdeaHidden(services.db, idea.id, true, now);
  expect(await told('HID')).toEqual(['Episode', 'Show']);
  await setEpisodeHidden(services.db, episode.episodeId, true, now);
  expect(await told('HID')).toEqual(['Show']);
  await setShowHidden(services.db, show.showId, true, now);
  expect(await told('HID')).toEqual([]);
  await setEpisodeHidden(services.db, episode.episodeId, false, now);
  expect(await told('HID')).toEqual(['Episode']);
});

const spoken = fc.record({
  show: fc.nat(2),
  /** From `FROM`: in the window, or up to 200 days before it. */
  day: fc.oneof(fc.integer({ min: -1, max: 13 }), fc.constantFrom(-2, -30, -89, -90, -91, -120, -200)),
  seconds: fc.constantFrom(60, 90, null),
  tickers: fc.constantFrom(['NVDA'], ['NVDA'], ['AMD', 'NVDA'], ['A', 'B', 'C', 'NVDA'], ['AMD']),
  stance: fc.constantFrom('BULLISH' as const, 'BEARISH' as const, null),
  hides: fc.constantFrom('nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'idea', 'episode'),
  replaced: fc.constantFrom(false, false, false, false, false, true),
  repeats: fc.constantFrom(null, null, null, null, 0, 1, 2),
});
type Spoken = typeof spoken extends fc.Arbitrary<infer Value> ? Value : never;

/** Publishes these ideas on the first show hidden or not, and two others; what one show says on a day is one episode. */
async function publish(ideas: readonly Spoken[], hidesShow: boolean): Promise<void> {
  await services.db.run(sql`DELETE FROM show`);
  const shows = [await addShow(services, { hidden: hidesShow })];
  for (let n = 1; n < 3; n += 1) shows.push(await addShow(services));
  const episodes = new Map<string, string>();
  const made: string[] = [];
  for (const { show, day, hides, replaced, repeats, seconds, ...idea } of ideas) {
    const aired = { showId: shows[show]!.id, publishedAt: new Date(FROM.getTime() + day * DAY_MS) };
    const key = `${show} ${day}`;
    const episodeId =
      episodes.get(key) ?? (await addEpisode(services, { ...aired, hidden: hides === 'episode' })).id;
    episodes.set(key, episodeId);
    const given = {
      hidden: hides === 'idea',
      supersededAt: replaced ? FROM : null,
      timestampSeconds: seconds,
    };
    const { id } = await addIdea(services, { ...idea, ...given, episodeId });
    const first = repeats === null ? undefined : made[repeats];
    if (first) await services.db.run(sql`UPDATE idea SET "repeatOf" = ${first}::uuid WHERE id = ${id}::uuid`);
    made.push(id);
  }
}

/** The same by its definition: all listed ideas on the symbol, looked through show by show. */
async function plainlyTold(symbol: string): Promise<string[]> {
  const rows = await services.db.rows(
    pick(tables.idea, 'id', 'showId', 'episodeId', 'publishedAt', 'timestampSeconds', 'stance'),
    sql`
    SELECT i.id, i."showId", i."episodeId", i."publishedAt", i."timestampSeconds", i.stance FROM ${ideaTables}
    WHERE ${listedIdea} AND ${symbol} = ANY (i.tickers) AND i."publishedAt" <= ${services.clock()}`,
  );
  const ideas = inSpokenOrder(
    rows.map((row) => ({ ...row, ideaId: row.id, date: row.publishedAt, seconds: row.timestampSeconds })),
  );
  const within = ideas.filter(({ date }) => date >= FROM);
  const former = [...new Set(within.map(({ showId }) => showId))].map((showId) =>
    ideas.findLast((idea) => idea.showId === showId && idea.date < FROM && idea.stance !== null),
  );
  return [...within, ...former].flatMap((idea) => idea?.id ?? []).sort();
}

it('tells of each show the last idea with a side before the window, however long before that was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(spoken, { minLength: 10, maxLength: 16 }),
      fc.boolean(),
      async (ideas, hides) => {
        await publish(ideas, hides);
        const read = await readWithFormer(services.db, 'NVDA', FROM, services.clock());
        expect(read.map(({ ideaId }) => ideaId).sort()).toEqual(await plainlyTold('NVDA'));
      },
    ),
    { numRuns: 20 },
  );
});

it('reads what shows said shortly before the window together, and not show by show', async () => {
  const SHOWS = 40;
  await services.db.run(
    sql`INSERT INTO show (slug, name) SELECT 'show ' || n, n::text FROM generate_series(1, ${SHOWS}::int) n`,
  );
  await services.db.run(sql`
    INSERT INTO episode ("showId", guid, title, "publishedAt", state)
    SELECT id, week::text, 'Episode', ${FROM}::timestamptz + make_interval(weeks => week, hours => 1), 'processed' FROM show, generate_series(-60, 1) week`);
  await services.db.run(sql`
    INSERT INTO idea ("showId", "episodeId", "publishedAt", headline, thesis, statement, "discussionDepth", "subjectKind", "subjectKey",
      "subjectName", stance, tickers, "mentionedTickers", entities, themes, "riskFlags", "validationSignals", "engineVersion")
    SELECT "showId", id, "publishedAt", 'Case', 'A case', 'A case', 3, 'ticker', 'NVDA', 'NVDA', 'BULLISH', '{NVDA}', '{}', '{}', '{}', '{}', '{}', 'test' FROM episode`);
  await services.db.run(sql`
    INSERT INTO idea_ticker ("ideaId", symbol, "showId", "publishedAt", "discussionDepth") SELECT id, 'NVDA', "showId", "publishedAt", 3 FROM idea`);
  await services.db.run(sql`VACUUM ANALYZE idea, idea_ticker, episode, show`);
  const read = (db: Db) => readWithFormer(db, 'NVDA', FROM, services.clock());
  expect(await read(services.db)).toHaveLength(SHOWS * 3);
  expect(await pagesOf(services.db, read)).toBeLessThan(SHOWS * 3);
});
