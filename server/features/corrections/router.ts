import { z } from 'zod';
import { takeOrRefuse } from '#server/api/buckets/take.ts';
import { Refusal } from '#server/api/errors.ts';
import { isId, shownText } from '#server/api/inputs.ts';
import { FEWEST_IN_REPORT, mostCharacters } from '#server/api/limits.ts';
import { holderOf, procedure, router } from '#server/api/trpc.ts';
import { recentCorrections } from '#server/features/corrections/made/store.ts';
import { correctionKinds } from '#server/features/corrections/schema.ts';
import { insertCorrection } from '#server/features/corrections/store.ts';

const LISTED = 50;

export const correctionsRouter = router({
  /** Reports a mistake in an idea for the operator's review. 404 for an unknown idea, 429 past 20 reports an hour. */
  report: procedure({ access: { kind: 'public' } })
    .input(
      z.object({
        ideaId: z.string().refine(isId),
        kind: z.enum(correctionKinds),
        text: shownText(mostCharacters.report, FEWEST_IN_REPORT),
        contact: z.union([z.email().max(mostCharacters.email), z.literal('')]),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await takeOrRefuse(ctx.services.buckets, 'form', ctx.ip);
      const accountId = holderOf(ctx.principal)?.accountId;
      const given = { ...input, contact: input.contact || null, accountId, ip: ctx.ip };
      if (!(await insertCorrection(ctx.db, given, ctx.now))) throw new Refusal('not_found');
      return { received: true as const };
    }),

  /** The latest corrections, newest first. */
  recent: procedure({ access: { kind: 'public' } }).query(({ ctx }) => recentCorrections(ctx.db, LISTED)),
});
