import { z } from 'zod';
import { attribution } from '#server/api/attribution.ts';
import { readAsOf } from '#server/api/context.ts';
import { openCursor, pageOf, sealCursor } from '#server/api/cursor.ts';
import { cursorText, freeText, queryBoolean, queryInteger } from '#server/api/inputs.ts';
import { accountProcedure, router } from '#server/api/trpc.ts';
import { startersAfter, toShow } from '#server/features/shows/rules.ts';
import { showPageSchema } from '#server/features/shows/schema.ts';
import { starterShowIds } from '#server/features/shows/starters.ts';
import { findShows, listShows, placeOf, type ShowRow } from '#server/features/shows/store.ts';

const positionSchema = z.tuple([z.string(), z.uuid()]).transform(([name, id]) => ({ name, id }));

export const showsRouter = router({
  /** GET /v1/agent/shows (docs/contract.md, Shows): by name; the starter set by its own order. */
  listShows: accountProcedure({
    access: { kind: 'scope', scope: 'ideas:read' },
    mayLag: true,
    route: {
      method: 'GET',
      path: '/v1/agent/shows',
      operationId: 'listShows',
      summary: 'List the indexed shows',
      description: 'The catalogue by name, or the starter set of eight. Cached for one hour.',
      tag: 'Shows',
      errors: ['invalid_request'],
      cacheControl: 'private, max-age=3600',
    },
  })
    .input(
      z.object({
        q: freeText(100).optional().describe('The name contains this text.'),
        recommended: queryBoolean.default(false).describe('Only the starter set of eight.'),
        limit: queryInteger(1, 100).default(50),
        cursor: cursorText.optional(),
      }),
    )
    .output(showPageSchema)
    .query(async ({ ctx, input }) => {
      const { env, secrets } = ctx.services;
      const q = input.q?.trim() ?? '';
      const query = ['listShows', q, input.recommended] as const;
      const after = openCursor(secrets, query, positionSchema, input.cursor);
      const wanted = input.limit + 1;
      const now = readAsOf(ctx);
      const found: ShowRow[] = input.recommended
        ? await findShows(ctx.db, startersAfter(await starterShowIds(ctx), after?.id ?? null), q, now)
        : await listShows(ctx.db, { q, after, limit: wanted, now });
      const { rows, last } = pageOf(found, input.limit);
      const place = last && placeOf(last);
      return {
        shows: rows.map((row) => toShow(row, env)),
        nextCursor: place && sealCursor(secrets[0], query, [place.name, place.id]),
        attribution: attribution(env.webUrl, '/shows'),
      };
    }),
});
