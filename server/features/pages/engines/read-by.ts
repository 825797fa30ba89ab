import { procedure } from '#server/api/trpc.ts';
import { visibleEpisode } from '#server/features/visibility/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';

/** Episodes that readers may know of, by the engine that read each last. */
export type ReadBy = { readonly rules: number; readonly model: number };

/** How many episodes the built-in reader (`rules-…`) and a language model (`model-…`) read last. */
export const readByPage = procedure({ access: { kind: 'public' }, mayLag: true }).query(
  async ({ ctx }): Promise<ReadBy> =>
    (await ctx.db.row(
      { rules: computed.int, model: computed.int },
      sql`
      SELECT (count(*) FILTER (WHERE e."engineVersion" LIKE 'rules-%'))::int AS rules,
        (count(*) FILTER (WHERE e."engineVersion" LIKE 'model-%'))::int AS model
      FROM episode e JOIN show s ON s.id = e."showId" WHERE e.state = 'processed' AND ${visibleEpisode}`,
    ))!,
);
