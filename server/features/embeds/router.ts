import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { procedure, router } from '#server/api/trpc.ts';
import { toEmbed } from '#server/features/embeds/rules.ts';
import { embedKindSchema, embedSchema } from '#server/features/embeds/schema.ts';
import { findSubject, newestIdeas } from '#server/features/embeds/store.ts';
import { canonicalSymbol } from '#server/features/tickers/rules.ts';

export const embedsRouter = router({
  /** What a widget shows. Unknown, hidden and not opted in are one answer: `not_found` (SPEC.md Public embed data). */
  getEmbed: procedure({ access: { kind: 'public' } })
    .input(z.strictObject({ kind: embedKindSchema, id: z.string().max(200) }))
    .output(embedSchema)
    .query(async ({ ctx, input: { kind, id } }) => {
      const named = kind === 'ticker' ? canonicalSymbol(id) : id;
      const subject = named === null || named.includes('\0') ? null : await findSubject(ctx.db, kind, named);
      if (!subject) throw new Refusal('not_found', { message: 'There is no such widget.' });
      return toEmbed(kind, subject, await newestIdeas(ctx.db, kind, subject.id), ctx.services.env, ctx.now);
    }),
});
