import { newsAt } from '#server/features/alerts/events/rules.ts';
import {
  keepMatches,
  newsIds,
  type WatchedSearch,
  watchedSearches,
} from '#server/features/alerts/matches/store.ts';
import { filterOf } from '#server/features/ideas/search/page.ts';
import { passing } from '#server/features/ideas/search/store.ts';
import { awayOf } from '#server/platform/postgres/connection.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * Makes events for the holders of saved searches that find what was published lately, by the rule of the search itself.
 * Any number of workers may run it at any time, after any crash. A search that fails is logged and left for the next
 * time. Returns how many events are new.
 */
export async function collectMatches(services: Services): Promise<number> {
  const now = services.clock();
  const ids = await newsIds(services.db, now);
  if (ids.length === 0) return 0;
  let made = 0;
  for (const search of await watchedSearches(services.db, now)) {
    try {
      made += await collectOf(services, search, ids, now);
    } catch (error) {
      if (awayOf(error)) throw error;
      services.log.warn({ searchId: search.id, err: (error as Error).message }, 'a saved search failed');
    }
  }
  return made;
}

async function collectOf(
  services: Services,
  search: WatchedSearch,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const { db } = services;
  const resolved = await filterOf({ db, services }, search.plan, search.asked);
  const found = resolved ? await passing(db, resolved.filter, ids) : [];
  return found.length === 0 ? 0 : keepMatches(db, search, found, newsAt(now), now);
}
