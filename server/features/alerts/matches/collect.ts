import { newsAt } from '#server/features/alerts/events/rules.ts';
import { keepMatches, newsIds, watchedSearches } from '#server/features/alerts/matches/store.ts';
import { filterOf } from '#server/features/ideas/search/page.ts';
import { passing } from '#server/features/ideas/search/store.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * Turns what was published lately into events of those whose saved searches find it, by the rule of the search itself.
 * As idempotent as what is made of follows: it may be run at any time, by any number of workers, after any crash.
 * Returns how many events are new.
 */
export async function collectMatches(services: Services): Promise<number> {
  const { db } = services;
  const now = services.clock();
  const ids = await newsIds(db, now);
  if (ids.length === 0) return 0;
  let made = 0;
  for (const search of await watchedSearches(db, now)) {
    const resolved = await filterOf({ db, services }, search.plan, search.asked);
    const found = resolved ? await passing(db, resolved.filter, ids) : [];
    if (found.length > 0) made += await keepMatches(db, search, found, newsAt(now), now);
  }
  return made;
}
