import type { CallContext } from '#server/api/trpc.ts';
import type { Plan } from '#server/domain.ts';
import { FEED_START } from '#server/features/alerts/feed/rules.ts';
import { feedSearches, ideasFromBefore, mayStandBefore } from '#server/features/alerts/feed/store.ts';
import { toCard } from '#server/features/ideas/rules.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { filterOf } from '#server/features/ideas/search/page.ts';
import { newestIdeas } from '#server/features/ideas/search/store.ts';

/**
 * The newest ideas from before the first news, as many as a feed of these alerts lacks, so that a personal feed is not
 * empty on its first day.
 */
export async function fromBefore(
  ctx: Pick<CallContext, 'db' | 'services' | 'now'>,
  accountId: string,
  plan: Plan,
  alerts: number,
): Promise<IdeaCard[]> {
  if (alerts >= FEED_START) return [];
  const searches = await feedSearches(ctx.db, accountId);
  const found = await Promise.all(
    searches.map(async ({ id, since, asked }) => {
      const resolved = await filterOf(ctx, plan, asked);
      if (!resolved) return [];
      const mayStand = mayStandBefore(accountId, since, ctx.now);
      const rows = await newestIdeas(ctx.db, resolved.filter, null, FEED_START, mayStand);
      return rows.map((row) => ({ searchId: id, ideaId: row.id }));
    }),
  );
  const rows = await ideasFromBefore(ctx.db, accountId, found.flat(), ctx.now, FEED_START - alerts);
  return rows.map((row) => toCard(row, ctx.services.env));
}
