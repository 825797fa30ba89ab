import type { ReadBy } from '#server/features/pages/engines/figures.ts';
import { visibleEpisode } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';

/** How many episodes the built-in reader (`rules-…`) and a language model (`model-…`) read last. */
export async function countReadBy(db: Db): Promise<ReadBy> {
  return (await db.row(
    { rules: computed.int, model: computed.int },
    sql`
    SELECT (count(*) FILTER (WHERE e."engineVersion" LIKE 'rules-%'))::int AS rules,
      (count(*) FILTER (WHERE e."engineVersion" LIKE 'model-%'))::int AS model
    FROM episode e JOIN show s ON s.id = e."showId" WHERE e.state = 'processed' AND ${visibleEpisode}`,
  ))!;
}
