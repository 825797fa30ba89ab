import { z } from 'zod';
import { freeText, themeSlug, utcDate } from '#server/api/inputs.ts';
import { procedure } from '#server/api/trpc.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { cardsOf } from '#server/features/pages/cards.ts';
import { IDEAS_A_SIDE } from '#server/features/pages/subjects/rules.ts';
import { ideasBySide, type Side } from '#server/features/pages/subjects/store.ts';
import { DAY_MS, startOfDay } from '#server/platform/clock.ts';

const WEEK_MS = 7 * DAY_MS;

export type SidesAnswer = Readonly<Record<Side, readonly IdeaCard[]>>;

/**
 * The ideas on a symbol or a theme by the side they take, and those that only touch a theme apart, newest or deepest first; of one
 * week when its first day is given.
 */
export const sidesPage = procedure({ access: { kind: 'public' }, mayLag: true })
  .input(
    z.object({
      on: z.union([z.object({ symbol: freeText(64, 1) }), z.object({ theme: themeSlug })]),
      order: z.enum(['newest', 'deepest']).default('newest'),
      week: utcDate.optional(),
    }),
  )
  .query(async ({ ctx, input }): Promise<SidesAnswer> => {
    const from = input.week ? startOfDay(input.week) : null;
    const until = from ? new Date(from.getTime() + WEEK_MS) : null;
    const rows = await ideasBySide(ctx.db, {
      on: input.on,
      order: input.order,
      limit: IDEAS_A_SIDE,
      from,
      until,
    });
    const cards = new Map(
      (
        await cardsOf(
          ctx,
          rows.map(({ id }) => id),
        )
      ).map((card) => [card.id, card]),
    );
    const of = (side: Side) => rows.flatMap((row) => (row.side === side ? (cards.get(row.id) ?? []) : []));
    return { bullish: of('bullish'), bearish: of('bearish'), other: of('other'), beside: of('beside') };
  });
