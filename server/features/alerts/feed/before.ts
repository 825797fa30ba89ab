import type { CallContext } from '#server/api/trpc.ts';
import type { Plan } from '#server/domain.ts';
import { feedSearches, ideasFromBefore } from '#server/features/alerts/feed/store.ts';
import { toCard } from '#server/features/ideas/rules.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { filterOf } from '#server/features/ideas/search/page.ts';
import { newestIdeas } from '#server/features/ideas/search/store.ts';

/** The newest ideas from before the first news, so that a personal feed is not empty on its first day. */
export async function fromBefore(
  ctx: Pick<CallContext, 'db' | 'services' | 'now'>,
  accountId: string,
  plan: Plan,
  limit: number,
): Promise<IdeaCard[]> {
  if (limit <= 0) return [];
  const searches = await feedSearches(ctx.db, accountId);
  const found = await Promise.all(
    searches.map(async ({ id, asked }) => {
      const resolved = await filterOf(ctx, plan, asked);
      const rows = resolved ? await newestIdeas(ctx.db, resolved.filter, null, limit) : [];
      return rows.map((row) => ({ searchId: id, ideaId: row.id }));
    }),
  );
  const rows = await ideasFromBefore(ctx.db, accountId, found.flat(), ctx.now, limit);
  return rows.map((row) => toCard(row, ctx.services.env));
}
