import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countMentions } from '#server/features/tickers/store.ts';
import { bySymbolSince, foldCounts, heldCount, showsOn } from '#server/features/visibility/counts/store.ts';
import { currentIdea, ideaTables, listedIdea, visibleEpisode } from '#server/features/visibility/store.ts';
import { redateEpisodes } from '#server/ingest/poll/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow, type SeededEpisode } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const whole = { symbol: 'AAA', minDepth: 1, from: null, until: null };

let services: TestServices;
let episode: SeededEpisode;
let other: SeededEpisode;
beforeAll(async () => {
  services = await testServices();
  await services.db.run(sql`INSERT INTO theme (slug, name, tickers) VALUES ('chips', 'Chips', '{}')`);
  const show = await addShow(services);
  episode = await addEpisode(services, { showId: show.id, publishedAt: new Date('2026-03-31T23:30:00Z') });
  other = await addEpisode(services, {
    showId: (await addShow(services)).id,
    publishedAt: new Date('2026-04-01T00:30:00Z'),
  });
  for (const at of [episode, other]) {
    await addIdea(services, {
      episodeId: at.id,
      tickers: ['AAA', 'BBB'],
      themes: ['chips'],
      speakerName: 'Ann',
    });
    await addIdea(services, { episodeId: at.id, tickers: ['AAA'], discussionDepth: 4, speakerName: 'Bo' });
  }
});
afterAll(() => services.close());

const row = { kind: computed.text, key: computed.text, ideas: computed.int };
const kept = () =>
  services.db.rows(
    row,
    sql`
    SELECT kind, CASE WHEN kind LIKE 'ticker%' THEN key || ' ' || since || ' ' || depth
      WHEN kind = 'speaker' THEN (SELECT name FROM speaker_name n WHERE n.id::text = key) ELSE key END AS key, sum(ideas)::int AS ideas
    FROM listed_count GROUP BY 1, 2 HAVING sum(ideas) <> 0 ORDER BY 1, 2`,
  );

/** The same, counted from what there is. */
const counted = () =>
  services.db.rows(
    row,
    sql`
    WITH told AS (SELECT i.* FROM ${ideaTables} WHERE ${currentIdea}), listed AS (SELECT i.* FROM ${ideaTables} WHERE ${listedIdea}),
      seen AS (SELECT e.* FROM episode e JOIN show s ON s.id = e."showId" WHERE ${visibleEpisode}),
      found AS (
        SELECT 'corpus' AS kind, '' AS key FROM listed
        UNION ALL SELECT 'show', "showId"::text FROM told
        UNION ALL SELECT 'speaker', "speakerName" FROM listed WHERE "speakerName" IS NOT NULL
        UNION ALL SELECT 'theme', x.slug FROM listed i JOIN idea_theme x ON x."ideaId" = i.id
        UNION ALL SELECT 'ticker', k.symbol || ' ' || date_trunc('month', k."publishedAt")::date || ' ' || k."discussionDepth"
          FROM listed i JOIN idea_ticker k ON k."ideaId" = i.id
        UNION ALL SELECT 'ticker year', k.symbol || ' ' || date_trunc('year', k."publishedAt")::date || ' ' || k."discussionDepth"
          FROM listed i JOIN idea_ticker k ON k."ideaId" = i.id
        UNION ALL SELECT 'ticker day', k.symbol || ' ' || k."publishedAt"::date || ' ' || k."discussionDepth"
          FROM listed i JOIN idea_ticker k ON k."ideaId" = i.id
        UNION ALL SELECT 'shows of ' || k.symbol, i."showId"::text FROM listed i JOIN idea_ticker k ON k."ideaId" = i.id
        UNION ALL SELECT 'episodes of show', "showId"::text FROM seen)
    SELECT kind, key, count(*)::int AS ideas FROM found GROUP BY 1, 2 ORDER BY 1, 2`,
  );

describe('counts that are kept as rows are written', () => {
  const theRepeat = () => sql`(SELECT min(id::text)::uuid FROM idea WHERE "episodeId" = ${other.id}::uuid)`;
  const anIdea = () => sql`(SELECT min(id::text)::uuid FROM idea WHERE "episodeId" = ${episode.id}::uuid)`;
  it.each([
    ['when ideas come', () => undefined],
    [
      'when an idea is hidden',
      () => services.db.run(sql`UPDATE idea SET hidden = true WHERE id = ${anIdea()}`),
    ],
    [
      'when a hidden idea and a listed one get another name',
      () =>
        services.db.run(sql`UPDATE idea SET "speakerName" = 'Cy' WHERE "episodeId" = ${episode.id}::uuid`),
    ],
    [
      'when an idea loses its name as it is hidden',
      () => services.db.run(sql`UPDATE idea SET hidden = true, "speakerName" = NULL WHERE id = ${anIdea()}`),
    ],
    [
      'when an idea gets another name as it is told again',
      async () => {
        await services.db.run(
          sql`UPDATE idea SET hidden = true, "speakerName" = 'Di' WHERE "episodeId" = ${other.id}::uuid`,
        );
        await services.db.run(
          sql`UPDATE idea SET hidden = false, "speakerName" = 'Ann' WHERE "episodeId" = ${other.id}::uuid`,
        );
      },
    ],
    [
      'when a name is there twice',
      () => services.db.run(sql`INSERT INTO speaker_name (name) VALUES ('Ann')`),
    ],
    [
      'when it is replaced as well',
      () => services.db.run(sql`UPDATE idea SET "supersededAt" = now() WHERE id = ${anIdea()}`),
    ],
    [
      'when it is told again',
      () =>
        services.db.run(sql`UPDATE idea SET hidden = false, "supersededAt" = NULL WHERE id = ${anIdea()}`),
    ],
    [
      'when an episode is hidden',
      () => services.db.run(sql`UPDATE episode SET hidden = true WHERE id = ${episode.id}::uuid`),
    ],
    [
      'when its show is hidden, too',
      () => services.db.run(sql`UPDATE show SET hidden = true WHERE id = ${episode.showId}::uuid`),
    ],
    [
      'when the episode alone is shown',
      () => services.db.run(sql`UPDATE episode SET hidden = false WHERE id = ${episode.id}::uuid`),
    ],
    [
      'when the show is shown',
      () => services.db.run(sql`UPDATE show SET hidden = false WHERE id = ${episode.showId}::uuid`),
    ],
    [
      'when an idea is found to repeat another',
      () => services.db.run(sql`UPDATE idea SET "repeatOf" = ${anIdea()} WHERE id = ${theRepeat()}`),
    ],
    [
      'when the first is hidden',
      () => services.db.run(sql`UPDATE idea SET hidden = true WHERE id = ${anIdea()}`),
    ],
    [
      'when the first is told again',
      () => services.db.run(sql`UPDATE idea SET hidden = false WHERE id = ${anIdea()}`),
    ],
    [
      'when the repeat is hidden and shown',
      async () => {
        for (const hidden of [true, false])
          await services.db.run(sql`UPDATE idea SET hidden = ${hidden} WHERE id = ${theRepeat()}`);
      },
    ],
    [
      'when the episode of the first is hidden',
      () => services.db.run(sql`UPDATE episode SET hidden = true WHERE id = ${episode.id}::uuid`),
    ],
    [
      'when every episode and every show is hidden at once',
      async () => {
        await services.db.run(sql`UPDATE episode SET hidden = true`);
        await services.db.run(sql`UPDATE show SET hidden = true`);
      },
    ],
    [
      'when every show and every episode is shown at once',
      async () => {
        await services.db.run(sql`UPDATE show SET hidden = false`);
        await services.db.run(sql`UPDATE episode SET hidden = false`);
      },
    ],
    [
      'when a repeat gets another symbol',
      () =>
        services.db.run(
          sql`INSERT INTO idea_ticker ("ideaId", symbol, "showId", "publishedAt", "discussionDepth") SELECT id, 'CCC', "showId", "publishedAt", "discussionDepth" FROM idea WHERE id = ${theRepeat()}`,
        ),
    ],
    [
      'when an episode gets another day',
      () =>
        services.db.transaction((tx) =>
          redateEpisodes(
            tx,
            [{ id: episode.id, publishedAt: new Date('2026-05-02T10:00:00Z') }],
            services.clock(),
          ),
        ),
    ],
    [
      'when an episode waits again',
      () => services.db.run(sql`UPDATE episode SET state = 'pending' WHERE id = ${episode.id}::uuid`),
    ],
    [
      'when an idea that another repeats goes',
      () => services.db.run(sql`DELETE FROM idea WHERE id = ${anIdea()}`),
    ],
    ['when a theme goes', () => services.db.run(sql`DELETE FROM theme`)],
    ['when an episode goes', () => services.db.run(sql`DELETE FROM episode WHERE id = ${episode.id}::uuid`)],
    ['when a show goes', () => services.db.run(sql`DELETE FROM show WHERE id = ${other.showId}::uuid`)],
  ])('are what there is %s', async (_when, write) => {
    await write();
    expect(await kept()).toEqual(await counted());
  });

  it('are what there is when they are counted anew, as they were when repeats came to be left out', async () => {
    const migration = await readFile('prisma/migrations/20261123050000_counted_once/migration.sql', 'utf8');
    const recount = migration.slice(migration.indexOf('-- What there is already'));
    await services.db.run(sql`DELETE FROM counted_idea`);
    await services.db.run(sql`DELETE FROM listed_count WHERE kind = 'ticker year'`);
    await services.db.pool.query(recount);
    expect(await kept()).toEqual(await counted());
  });

  it('are what there is when years are summed from months, as they were when they came to be counted', async () => {
    const migration = await readFile('prisma/migrations/20261123060100_ticker_years/migration.sql', 'utf8');
    const summed = migration.slice(migration.indexOf('-- What there is already'));
    await services.db.run(sql`DELETE FROM listed_count WHERE kind = 'ticker year'`);
    await services.db.pool.query(summed);
    expect(await kept()).toEqual(await counted());
  });

  it('are what there is when they are counted by name, as they were when that began', async () => {
    const migration = await readFile('prisma/migrations/20261129130100_speaker_counts/migration.sql', 'utf8');
    await services.db.run(sql`DELETE FROM listed_count WHERE kind = 'speaker'`);
    await services.db.pool.query(migration.slice(migration.indexOf('-- What there is already')));
    expect(await kept()).toEqual(await counted());
  });

  it('stay the same when they are folded, also by two at once', async () => {
    const show = await addShow(services);
    for (let n = 0; n < 20; n++) {
      const at = await addEpisode(services, { showId: show.id });
      await addIdea(services, { episodeId: at.id, tickers: ['AAA'] });
    }
    const before = await kept();
    const taken = await Promise.all([foldCounts(services.db), foldCounts(services.db)]);
    expect(Math.max(...taken)).toBeGreaterThan(0);
    expect(await kept()).toEqual(before);
    await foldCounts(services.db);
    expect(
      await services.db.rows(
        sql`SELECT 1 FROM listed_count GROUP BY kind, key, since, depth HAVING count(*) > 1`,
      ),
    ).toEqual([]);
    expect(await kept()).toEqual(before);
    expect(await countMentions(services.db, whole)).toBe(20);
    const widest = { from: new Date('0000-01-01T00:00:00Z'), until: new Date('+010000-01-01T00:00:00Z') };
    expect(await countMentions(services.db, { ...whole, ...widest })).toBe(20);
  });

  it('leave out what only repeats another, as long as that is told', async () => {
    const [first, second] = [await addShow(services), await addShow(services)];
    const at = [
      await addEpisode(services, { showId: first.id }),
      await addEpisode(services, { showId: second.id }),
    ];
    const [original, repeat] = [
      await addIdea(services, { episodeId: at[0]!.id, tickers: ['REP'] }),
      await addIdea(services, { episodeId: at[1]!.id, tickers: ['REP'] }),
    ];
    await services.db.run(
      sql`UPDATE idea SET "repeatOf" = ${original.id}::uuid WHERE id = ${repeat.id}::uuid`,
    );
    const told = async () => [
      await countMentions(services.db, { ...whole, symbol: 'REP' }),
      await services.db.row(
        { shows: computed.int, ideas: computed.int },
        sql`SELECT ${showsOn('REP')} AS shows, ${heldCount('ticker year', sql`'REP'`)} AS ideas`,
      ),
      await services.db.rows(
        { symbol: computed.text, ideas: computed.int },
        sql`SELECT * FROM (${bySymbolSince('2020-01-01')}) t WHERE symbol = 'REP'`,
      ),
    ];
    expect(await told()).toEqual([1, { shows: 1, ideas: 1 }, [{ symbol: 'REP', ideas: 1 }]]);
    await services.db.run(sql`UPDATE idea SET hidden = true WHERE id = ${original.id}::uuid`);
    expect(await told()).toEqual([1, { shows: 1, ideas: 1 }, [{ symbol: 'REP', ideas: 1 }]]);
    await services.db.run(
      sql`UPDATE idea SET hidden = false, "repeatOf" = NULL WHERE id IN (${original.id}::uuid, ${repeat.id}::uuid)`,
    );
    expect(await told()).toEqual([2, { shows: 2, ideas: 2 }, [{ symbol: 'REP', ideas: 2 }]]);
  });
});
