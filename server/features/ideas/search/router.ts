import { z } from 'zod';
import { attribution, NO_DISCUSSION } from '#server/api/attribution.ts';
import { type CursorQuery, openCursor, sealCursor } from '#server/api/cursor.ts';
import { cursorText, freeText, pageLimit, queryInteger, utcDate } from '#server/api/inputs.ts';
import { accountProcedure } from '#server/api/trpc.ts';
import { airWindow, spanOf, toCard } from '#server/features/ideas/rules.ts';
import { ideaCardPageSchema } from '#server/features/ideas/schema.ts';
import { searchPath, searchSubject, searchSummary } from '#server/features/ideas/search/rules.ts';
import {
  type DepthPosition,
  type IdeaFilter,
  searchIdeas as search,
} from '#server/features/ideas/search/store.ts';
import type { Plan } from '#server/features/plans/schema.ts';
import { findShow } from '#server/features/shows/store.ts';
import { canonicalSymbol } from '#server/features/tickers/rules.ts';
import { findSymbol } from '#server/features/tickers/store.ts';
import type { Db } from '#server/platform/db.ts';

const searchInput = z.object({
  q: freeText(200)
    .optional()
    .describe(
      'Free text over headline and thesis; on Premium also the full argument. A symbol also finds its ideas.',
    ),
  ticker: freeText(16).optional().describe('`BRK.B`, `BRK-B` and `$BRK.B` are one symbol.'),
  showId: freeText(200).optional().describe('Show id or slug.'),
  theme: freeText(100).optional().describe('Theme slug.'),
  minDepth: queryInteger(1, 5).optional().describe('Least depth of argument.'),
  from: utcDate.optional().describe('Air date on or after, UTC day.'),
  to: utcDate.optional().describe('Air date on or before, UTC day.'),
  limit: pageLimit,
  cursor: cursorText.optional(),
});
type SearchInput = z.infer<typeof searchInput>;

const positionSchema = z
  .tuple([z.int(), z.number(), z.uuid()])
  .transform(([depth, at, id]): DepthPosition => ({ depth, publishedAt: new Date(at), id }));

/** SPEC.md GET /v1/agent/ideas. Anything unknown among the filters is an empty list, not an error. Spends no read. */
export const searchIdeas = accountProcedure({
  access: { kind: 'scope', scope: 'ideas:read' },
  route: {
    method: 'GET',
    path: '/v1/agent/ideas',
    operationId: 'searchIdeas',
    summary: 'Search ideas across the corpus',
    description:
      'Cards by depth of argument, then air date, newest first. An unknown ticker, show or theme and an empty window answer 200 with the no-discussion sentence. Spends no read.',
    tag: 'Ideas',
    errors: ['invalid_request'],
  },
  tool: {
    name: 'service_search_ideas',
    title: 'Search attributed ideas',
    description:
      'Search what finance podcasts argued, as cards: headline, thesis, stance, show, episode, air date, second. Filter by text, ticker, show, theme, depth and air dates; deepest argued first. Free: spends no read. Page with nextCursor. Use the digest for what is new in what the account follows.',
    readOnly: true,
    idempotent: true,
  },
})
  .input(searchInput)
  .output(ideaCardPageSchema)
  .query(async ({ ctx, input }) => {
    const { env, secret } = ctx.services;
    const query = queryOf(input);
    const after = input.cursor === undefined ? null : openCursor(secret, query, positionSchema, input.cursor);
    const asked = await resolve(ctx.db, input, ctx.account.plan);
    const found = asked ? await search(ctx.db, asked.filter, after, input.limit + 1) : [];
    const rows = found.slice(0, input.limit);
    const last = rows.at(-1);
    const more = found.length > rows.length;
    const span = spanOf(rows);
    const part = after ? 'later' : more ? 'first' : 'whole';
    return {
      summary: asked && span ? searchSummary(span, asked.subject, part) : NO_DISCUSSION,
      ideas: rows.map((row) => toCard(row, env)),
      nextCursor:
        more && last
          ? sealCursor(secret, query, [last.discussionDepth, last.publishedAt.getTime(), last.id])
          : null,
      ...(part === 'whole' ? { total: rows.length } : {}),
      attribution: attribution(env.webUrl, searchPath(input)),
    };
  });

/** What a cursor of this list is bound to: the filters, one form of a symbol for all its spellings. */
function queryOf({ q, ticker, showId, theme, minDepth, from, to }: SearchInput): CursorQuery {
  const symbol = ticker === undefined ? null : (canonicalSymbol(ticker) ?? ticker);
  return [
    'searchIdeas',
    q?.trim() ?? null,
    symbol,
    showId ?? null,
    theme ?? null,
    minDepth ?? null,
    from ?? null,
    to ?? null,
  ];
}

/** The filter with its show and symbol looked up, and how a sentence names it; null when one of them is unknown. */
async function resolve(
  db: Db,
  input: SearchInput,
  plan: Plan,
): Promise<{ filter: IdeaFilter; subject: string } | null> {
  const q = input.q?.trim() ?? '';
  const ticker = input.ticker === undefined ? undefined : await findSymbol(db, input.ticker);
  const show = input.showId === undefined ? undefined : await findShow(db, input.showId);
  if (ticker === null || show === null) return null;
  const text =
    q === ''
      ? null
      : { query: q, full: plan === 'premium', symbol: (await findSymbol(db, q))?.symbol ?? null };
  return {
    filter: {
      text,
      symbol: ticker?.symbol ?? null,
      showId: show?.id ?? null,
      theme: input.theme ?? null,
      minDepth: input.minDepth ?? 1,
      ...airWindow(input.from, input.to),
    },
    subject: searchSubject({
      q,
      symbol: ticker?.symbol,
      show: show?.name,
      theme: input.theme,
      minDepth: input.minDepth,
    }),
  };
}
