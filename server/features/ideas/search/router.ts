import { z } from 'zod';
import { attribution, NO_DISCUSSION } from '#server/api/attribution.ts';
import { cursorText, freeText, pageLimit, queryInteger, themeSlug, utcDate } from '#server/api/inputs.ts';
import { accountProcedure } from '#server/api/trpc.ts';
import { spanOf, toCard } from '#server/features/ideas/rules.ts';
import { ideaCardPageSchema } from '#server/features/ideas/schema.ts';
import { findPage } from '#server/features/ideas/search/page.ts';
import { searchPath, searchSummary } from '#server/features/ideas/search/rules.ts';

const searchInput = z.object({
  q: freeText(200)
    .optional()
    .describe(
      'Free text over headline and thesis; on Premium also the full argument. A symbol also finds its ideas.',
    ),
  ticker: freeText(16).optional().describe('`BRK.B`, `BRK-B` and `$BRK.B` are one symbol.'),
  showId: freeText(200)
    .optional()
    .describe(
      'Id or slug of a show, as its cards have it. An unknown one finds nothing, as if nothing had been said.',
    ),
  theme: themeSlug
    .optional()
    .describe(
      'Theme slug, as in the addresses of the page /themes. An unknown one finds nothing, as if nothing had been said.',
    ),
  minDepth: queryInteger(1, 5).optional().describe('Least depth of argument.'),
  from: utcDate.optional().describe('Air date on or after, UTC day. After `to` nothing is found.'),
  to: utcDate.optional().describe('Air date on or before, UTC day.'),
  limit: pageLimit,
  cursor: cursorText.optional(),
});

/** GET /v1/agent/ideas (docs/contract.md, Ideas). Anything unknown among the filters is an empty list, not an error. Spends no read. */
export const searchIdeas = accountProcedure({
  access: { kind: 'scope', scope: 'ideas:read' },
  mayLag: true,
  // What a text means is looked up among vectors that are made after publishing.
  keeps: { unless: ['q'] },
  route: {
    method: 'GET',
    path: '/v1/agent/ideas',
    operationId: 'searchIdeas',
    summary: 'Search ideas across the corpus',
    description:
      'Cards by depth of argument, then air date, newest first. An unknown ticker, show or theme and an empty window answer 200 with the no-discussion sentence: a wrong filter looks like silence. Spends no read.',
    tag: 'Ideas',
    errors: ['invalid_request'],
  },
  tool: {
    name: 'service_search_ideas',
    title: 'Search attributed ideas',
    description:
      'Search what finance podcasts argued, as cards: headline, thesis, stance, show, episode, air date, second. Filter by text, ticker, show, theme, depth and air dates; deepest argued first. A ticker, show or theme that is not known finds nothing, which does not mean that nobody spoke of it: take a show from a card, or ask in words (q). Free: spends no read. Page with nextCursor. Use the digest for what is new in what the account follows.',
    readOnly: true,
    idempotent: true,
  },
})
  .input(searchInput)
  .output(ideaCardPageSchema)
  .query(async ({ ctx, input }) => {
    const { env } = ctx.services;
    const { limit, cursor, ...asked } = input;
    const { rows, subject, part, nextCursor } = await findPage(ctx, asked, { limit, cursor });
    const span = spanOf(rows);
    const near = rows.filter((row) => row.near).length;
    return {
      summary: span ? searchSummary(span, subject, part, near, asked) : NO_DISCUSSION,
      ideas: rows.map((row) => toCard(row, env)),
      nextCursor,
      ...(part === 'whole' ? { total: rows.length } : {}),
      attribution: attribution(env.webUrl, searchPath(asked)),
    };
  });
