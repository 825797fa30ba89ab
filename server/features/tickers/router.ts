import { z } from 'zod';
import { attribution, NO_DISCUSSION } from '#server/api/attribution.ts';
import { readOnce } from '#server/api/context.ts';
import { openCursor, pageOf, sealCursor } from '#server/api/cursor.ts';
import { Refusal } from '#server/api/errors.ts';
import { cursorText, freeText, pageLimit, queryInteger, utcDate } from '#server/api/inputs.ts';
import { tickerPath } from '#server/api/links.ts';
import { accountProcedure, type CallContext, router } from '#server/api/trpc.ts';
import { airWindow, mentionsSummary, spanOf, toCard } from '#server/features/ideas/rules.ts';
import { tickerMentionsSchema } from '#server/features/ideas/schema.ts';
import { searchSubject } from '#server/features/ideas/search/rules.ts';
import {
  countMentions,
  findKnownSymbol,
  listMentions,
  type MentionPosition,
} from '#server/features/tickers/store.ts';

const positionSchema = z
  .tuple([z.number(), z.uuid()])
  .transform(([at, id]): MentionPosition => ({ publishedAt: new Date(at), id }));

export const tickersRouter = router({
  /** GET /v1/agent/tickers/{symbol}/mentions (docs/contract.md, Ideas). 404 only for a symbol outside the universe without an idea. */
  listTickerMentions: accountProcedure({
    access: { kind: 'scope', scope: 'ideas:read' },
    mayLag: true,
    route: {
      method: 'GET',
      path: '/v1/agent/tickers/{symbol}/mentions',
      operationId: 'listTickerMentions',
      summary: 'List what was said about a ticker, newest first',
      description:
        'Cards of the ideas on one symbol by air date. A known symbol with nothing in the window is 200 with the no-discussion sentence. Spends no read.',
      tag: 'Ideas',
      errors: ['not_found', 'invalid_request'],
    },
  })
    .input(
      z.object({
        symbol: freeText(16).describe('`BRK.B`, `BRK-B` and `$BRK.B` are one symbol.'),
        from: utcDate.optional().describe('Air date on or after, UTC day.'),
        to: utcDate.optional().describe('Air date on or before, UTC day.'),
        minDepth: queryInteger(1, 5).optional().describe('Least depth of argument.'),
        limit: pageLimit,
        cursor: cursorText.optional(),
      }),
    )
    .output(tickerMentionsSchema)
    .query(async ({ ctx, input }) => {
      const { env, secrets } = ctx.services;
      const { limit, ...asked } = input;
      const read = await readOnce(ctx, ['listTickerMentions', asked], limit, () => mentionsOf(ctx, input));
      const { symbol, name, subject, query, found, mentionCount } = read;
      const { rows, last } = pageOf(found, limit);
      const span = spanOf(rows);
      return {
        summary: span ? mentionsSummary(span, subject, mentionCount, asked) : NO_DISCUSSION,
        ticker: symbol,
        name,
        mentionCount,
        ideas: rows.map((row) => toCard(row, env)),
        nextCursor: last && sealCursor(secrets[0], query, [last.publishedAt.getTime(), last.id]),
        total: mentionCount,
        attribution: attribution(env.webUrl, tickerPath(symbol)),
      };
    }),
});

type Asked = {
  readonly symbol: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly minDepth?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

/** A page of mentions and one beyond it, how many there are, how a sentence names them, and what a cursor of them is bound to. */
async function mentionsOf({ db, services }: CallContext, { limit, cursor, from, to, ...asked }: Asked) {
  const named = await findKnownSymbol(db, asked.symbol);
  if (!named) throw unknownTicker();
  const { symbol } = named;
  const minDepth = asked.minDepth ?? 1;
  const query = ['listTickerMentions', symbol, from ?? null, to ?? null, minDepth] as const;
  const after = openCursor(services.secrets, query, positionSchema, cursor);
  const window = { symbol, minDepth, ...airWindow(from, to) };
  const found = await listMentions(db, window, after, limit + 1);
  // A first page that holds them all has counted them.
  const whole = after === null && found.length <= limit;
  const mentionCount = whole ? found.length : await countMentions(db, window);
  const subject = searchSubject({ symbol, minDepth, from, to });
  return { ...named, subject, query, found, mentionCount };
}

function unknownTicker(): Refusal {
  return new Refusal('not_found', { message: 'No ticker of the universe has this symbol.' });
}
