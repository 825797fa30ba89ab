import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countMentions, listMentions } from '#server/features/tickers/store.ts';
import { setEpisodeHidden, setIdeaHidden } from '#server/ingest/moderation/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

/** Returns once so many statements wait for what another transaction holds. */
async function waitForLocks(count: number): Promise<void> {
  for (;;) {
    const waiting = await services.db.row(
      { n: computed.int },
      sql`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
    );
    if (waiting!.n >= count) return;
  }
}

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
    const turned = await services.db.transaction(async (tx) => {
      await tx.run(sql`LOCK TABLE thesis, thesis_statement IN ACCESS EXCLUSIVE MODE`);
      const first = setEpisodeHidden(services.db, episode.id, !episodeHidden, now);
      await waitForLocks(1);
      const second = setIdeaHidden(services.db, idea.id, !ideaHidden, now);
      await waitForLocks(2);
      return [first, second];
    });
    expect(await Promise.all(turned)).toEqual([true, true]);
    const window = { symbol, minDepth: 1, from: null, until: null };
    const isListed = ideaHidden && episodeHidden;
    expect(await listMentions(services.db, window, null, 10)).toHaveLength(isListed ? 1 : 0);
    expect(await countMentions(services.db, window)).toBe(isListed ? 1 : 0);
  });
});
