import { z } from 'zod';
import { cursorText, freeText, queryInteger, utcDate } from '#server/api/inputs.ts';
import { procedure } from '#server/api/trpc.ts';
import { toCard } from '#server/features/ideas/rules.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { findPage } from '#server/features/ideas/search/page.ts';

const IDEAS_A_PAGE = 20;

export type SearchAnswer = { readonly ideas: IdeaCard[]; readonly nextCursor: string | null };

/** The search of SPEC.md GET /v1/agent/ideas for the search page, open to readers without an account. */
export const searchPage = procedure({ access: { kind: 'public' } })
  .input(
    z.object({
      q: freeText(200).default(''),
      ticker: freeText(16).optional(),
      show: freeText(200).optional(),
      theme: freeText(100).optional(),
      minDepth: queryInteger(1, 5).default(1),
      from: utcDate.optional(),
      to: utcDate.optional(),
      cursor: cursorText.optional(),
    }),
  )
  .query(async ({ ctx, input }): Promise<SearchAnswer> => {
    const { cursor, show, ticker, ...filters } = input;
    // A form sends the fields that nobody filled in.
    const asked = { ...filters, showId: show || undefined, ticker: ticker || undefined };
    const { rows, nextCursor } = await findPage(ctx, asked, { limit: IDEAS_A_PAGE, cursor });
    return { ideas: rows.map((row) => toCard(row, ctx.services.env)), nextCursor };
  });
