import type { CallContext } from '#server/api/trpc.ts';
import { STARTER_SHOWS, starterSet } from '#server/features/shows/rules.ts';
import { busiestShowIds, recommendedShowIds, stillVisible } from '#server/features/shows/store.ts';
import { HOUR_MS } from '#server/platform/clock.ts';

/** How long a caller may keep the shows catalogue (docs/contract.md, Limits 19). */
const KEPT_MS = HOUR_MS;
/** More than the set holds, so that it stays full when some of them are hidden within the hour. */
const KEPT_SHOWS = 64;

type Ranking = { readonly at: number; readonly ids: readonly string[] };
const rankings = new WeakMap<object, Ranking>();

/**
 * The starter set of eight: what an operator recommended, filled up with the busiest shows. Only the count over the
 * whole corpus is kept for an hour; a show that is hidden or recommended counts at once.
 */
export async function starterShowIds(ctx: Pick<CallContext, 'db' | 'services' | 'now'>): Promise<string[]> {
  const recommended = await recommendedShowIds(ctx.db, STARTER_SHOWS);
  if (recommended.length === STARTER_SHOWS) return recommended;
  return starterSet(recommended, await busiestShows(ctx));
}

async function busiestShows(ctx: Pick<CallContext, 'db' | 'services' | 'now'>): Promise<string[]> {
  const now = ctx.now.getTime();
  const kept = rankings.get(ctx.services.db);
  if (kept && now >= kept.at && now - kept.at < KEPT_MS) {
    const visible = await stillVisible(ctx.db, kept.ids);
    // A young corpus grows by the minute and is quick to count.
    if (visible.length >= STARTER_SHOWS) return visible;
  }
  const ids = await busiestShowIds(ctx.db, KEPT_SHOWS);
  rankings.set(ctx.services.db, { at: now, ids });
  return ids;
}
