import { z } from 'zod';
import { companySlug, freeText, themeSlug, utcDate } from '#server/api/inputs.ts';
import { pageProcedure } from '#server/api/trpc.ts';
import { cardsById } from '#server/features/ideas/cards.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { IDEAS_A_SIDE } from '#server/features/pages/subjects/rules.ts';
import { ideasBySide, type Side } from '#server/features/pages/subjects/store.ts';
import { startOfDay, WEEK_MS } from '#server/platform/clock.ts';

export type SidesAnswer = Readonly<Record<Side, readonly IdeaCard[]>>;

/**
 * The ideas on a symbol, a theme or a company by the side they take, and those that only touch a theme apart, newest or deepest first; of one
 * week when its first day is given.
 */
export const sidesPage = pageProcedure
  .input(
    z.object({
      on: z.union([
        z.object({ symbol: freeText(64, 1) }),
        z.object({ theme: themeSlug }),
        z.object({ company: companySlug }),
      ]),
      order: z.enum(['newest', 'deepest']).default('newest'),
      week: utcDate.optional(),
    }),
  )
  .query(async ({ ctx, input }): Promise<SidesAnswer> => {
    const from = input.week ? startOfDay(input.week) : null;
    const until = from ? new Date(from.getTime() + WEEK_MS) : null;
    const { on, order } = input;
    const rows = await ideasBySide(ctx.db, { on, order, limit: IDEAS_A_SIDE, from, until });
    const ids = rows.map(({ id }) => id);
    const cards = await cardsById(ctx, ids);
    const of = (side: Side) => rows.flatMap((row) => (row.side === side ? (cards.get(row.id) ?? []) : []));
    return { bullish: of('bullish'), bearish: of('bearish'), other: of('other'), beside: of('beside') };
  });
