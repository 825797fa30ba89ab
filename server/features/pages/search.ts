import { z } from 'zod';
import { planOf } from '#server/api/access.ts';
import { openCursor, sealCursor } from '#server/api/cursor.ts';
import { Refusal } from '#server/api/errors.ts';
import { cursorText, freeText, queryInteger, utcDate } from '#server/api/inputs.ts';
import { procedure } from '#server/api/trpc.ts';
import { airWindow, toCard } from '#server/features/ideas/rules.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { countIdeas, searchIdeas } from '#server/features/ideas/search/store.ts';
import { showFacts } from '#server/features/pages/store.ts';
import { canonicalSymbol } from '#server/features/tickers/rules.ts';

const PAGE = 20;
/** Counting stops here: nobody reads on that far. */
const MOST_COUNTED = 1000;
const position = z.tuple([z.int(), z.iso.datetime(), z.uuid()]);

export type SearchAnswer = {
  readonly ideas: IdeaCard[];
  readonly nextCursor: string | null;
  /** Ideas that the search finds, on every page of it; null when they are more than are counted. */
  readonly total: number | null;
};

/** The search of SPEC.md GET /v1/agent/ideas for the search page: the same filters and order, open to readers without an account. Dates that are crossed are refused. */
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
    if (input.from && input.to && input.from > input.to) throw crossed();
    const query = input.q.trim();
    const symbol = input.ticker ? canonicalSymbol(input.ticker) : null;
    const show = input.show ? await showFacts(ctx.db, input.show) : null;
    const nothing = (input.ticker && symbol === null) || (input.show && show === null);
    if (nothing) return { ideas: [], nextCursor: null, total: 0 };
    const sealed = [
      'pages.search',
      query,
      symbol,
      show?.id ?? null,
      input.theme ?? null,
      input.minDepth,
      input.from ?? null,
      input.to ?? null,
    ] as const;
    const filter = {
      text: query ? { query, full: planOf(ctx.principal) === 'premium', symbol: symbolOf(query) } : null,
      symbol,
      showId: show?.id ?? null,
      theme: input.theme ?? null,
      minDepth: input.minDepth,
      ...airWindow(input.from, input.to),
    };
    const after = input.cursor
      ? afterOf(openCursor(ctx.services.secret, sealed, position, input.cursor))
      : null;
    const [rows, found] = await Promise.all([
      searchIdeas(ctx.db, filter, after, PAGE + 1),
      countIdeas(ctx.db, filter, MOST_COUNTED + 1),
    ]);
    const shown = rows.slice(0, PAGE);
    const last = rows.length > PAGE ? shown.at(-1) : undefined;
    return {
      ideas: shown.map((row) => toCard(row, ctx.services.env)),
      total: found > MOST_COUNTED ? null : found,
      nextCursor: last
        ? sealCursor(ctx.services.secret, sealed, [
            last.discussionDepth,
            last.publishedAt.toISOString(),
            last.id,
          ])
        : null,
    };
  });

function crossed(): Refusal {
  return new Refusal('invalid_request', {
    field: 'from',
    message: 'The dates are crossed: the first day to search is after the last one.',
  });
}

function afterOf([depth, publishedAt, id]: z.infer<typeof position>) {
  return { depth, publishedAt: new Date(publishedAt), id };
}

/** A query that looks like a symbol also finds the symbol's ideas. */
function symbolOf(query: string): string | null {
  return /^\$?[A-Za-z]{1,5}(?:[.-][A-Za-z])?$/.test(query) ? canonicalSymbol(query) : null;
}
