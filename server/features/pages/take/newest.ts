import { z } from 'zod';
import { companySlug, freeText, isId } from '#server/api/inputs.ts';
import { pageProcedure } from '#server/api/trpc.ts';
import { cardsOf } from '#server/features/ideas/cards.ts';
import { newestOf } from '#server/features/pages/take/store.ts';

const MOST_TAKEN = 100;

const of = z.union([
  z.object({ show: z.string().refine(isId) }),
  z.object({ symbol: freeText(64, 1) }),
  z.object({ theme: freeText(100, 1) }),
  z.object({ company: companySlug }),
  z.object({ person: freeText(200, 1) }),
]);

/** The newest ideas of a show, a symbol, a theme, a company or a person, for feeds and files; at most 100. */
export const newestPage = pageProcedure
  .input(z.object({ of }))
  .query(async ({ ctx, input }) => cardsOf(ctx, await newestOf(ctx.db, input.of, ctx.now, MOST_TAKEN)));
