import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { tickerPath } from '#server/api/links.ts';
import { procedure, router } from '#server/api/trpc.ts';
import { oEmbedUrls, toEmbed } from '#server/features/embeds/rules.ts';
import {
  type EmbedKind,
  embedKindSchema,
  embedSchema,
  MAX_EMBED_NAME,
} from '#server/features/embeds/schema.ts';
import {
  type EmbedSubject,
  embeddableNamed,
  embeddableShows,
  findSubject,
  pagePath,
  widgetIdeas,
} from '#server/features/embeds/store.ts';
import { findKnownSymbol } from '#server/features/tickers/store.ts';
import type { Db } from '#server/platform/db.ts';

export const embedsRouter = router({
  /** Where the page of a show, an episode or a ticker can be had as a widget by oEmbed; null where it may not be embedded. */
  discovery: procedure({ access: { kind: 'public' } })
    .input(z.strictObject({ kind: embedKindSchema, id: z.string().max(MAX_EMBED_NAME) }))
    .query(async ({ ctx, input: { kind, id } }) => {
      const subject = await subjectOf(ctx.db, kind, id);
      if (!subject) return null;
      const { name, path } = subject;
      return { name, ...oEmbedUrls(ctx.services.env.webUrl, path) };
    }),

  /** Shows to build a widget of, by name, 30 at most. */
  embeddable: procedure({ access: { kind: 'public' } }).query(({ ctx }) => embeddableShows(ctx.db, 30)),

  /** The slug of the one show to build a widget of that is called so; null when none is, or several are. */
  embeddableNamed: procedure({ access: { kind: 'public' } })
    .input(z.strictObject({ name: z.string().max(MAX_EMBED_NAME) }))
    .query(({ ctx, input: { name } }) => (name.includes('\0') ? null : embeddableNamed(ctx.db, name))),

  /** The path of the page that stands in for a widget which may not be shown; null where there is none, as for an unknown ticker. */
  standIn: procedure({ access: { kind: 'public' } })
    .input(z.strictObject({ kind: embedKindSchema, id: z.string().max(MAX_EMBED_NAME) }))
    .query(async ({ ctx, input: { kind, id } }) => ({
      path: kind === 'ticker' || id.includes('\0') ? null : await pagePath(ctx.db, kind, id),
    })),

  /** What a widget shows. Unknown, hidden and not opted in are one answer: `not_found` (docs/contract.md, Public embed data and widgets). */
  getEmbed: procedure({ access: { kind: 'public' }, keeps: { unless: [] } })
    .input(z.strictObject({ kind: embedKindSchema, id: z.string().max(MAX_EMBED_NAME) }))
    .output(embedSchema)
    .query(async ({ ctx, input: { kind, id } }) => {
      const subject = await subjectOf(ctx.db, kind, id);
      if (!subject) throw new Refusal('not_found', { message: 'There is no such widget.' });
      // Whether it may be shown is asked of the primary above, so that an opt-out holds at once.
      return toEmbed(
        kind,
        subject,
        await widgetIdeas(ctx.reads, kind, subject.id),
        ctx.services.env,
        ctx.now,
      );
    }),
});

/** What a widget may show; null when it is unknown, hidden or not opted in, all alike. */
async function subjectOf(db: Db, kind: EmbedKind, id: string): Promise<EmbedSubject | null> {
  if (kind !== 'ticker') return id.includes('\0') ? null : findSubject(db, kind, id);
  const known = await findKnownSymbol(db, id);
  if (!known) return null;
  const { symbol, name } = known;
  return { id: symbol, name: name ?? symbol, path: tickerPath(symbol), sample: false };
}
