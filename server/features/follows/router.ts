import { z } from 'zod';
import type { AccountPrincipal } from '#server/api/access.ts';
import { attribution } from '#server/api/attribution.ts';
import { freeText } from '#server/api/inputs.ts';
import { freeLimits } from '#server/api/limits.ts';
import type { Route } from '#server/api/meta.ts';
import { accountProcedure, type CallContext, router, signedInProcedure } from '#server/api/trpc.ts';
import {
  type FollowKind,
  followLimit,
  notASymbol,
  tickerNotFollowed,
  unknownSymbol,
  type WrittenIn,
} from '#server/features/follows/rules.ts';
import {
  type FollowResult,
  followResultSchema,
  followsSchema,
  heldTickerSchema,
} from '#server/features/follows/schema.ts';
import {
  type FollowOutcome,
  followShow,
  followTicker,
  listFollowedShows,
  listFollowedTickers,
  markHeld,
  unfollowShow,
  unfollowTicker,
} from '#server/features/follows/store.ts';
import { quotaMetric } from '#server/features/plans/rules.ts';
import { readUsage } from '#server/features/plans/store.ts';
import { unknownShow } from '#server/features/shows/rules.ts';
import { findShow } from '#server/features/shows/store.ts';
import { findSymbol, hasIdeas, type NamedSymbol, nameSymbols } from '#server/features/tickers/store.ts';
import { symbolCalled } from '#server/linking/called.ts';

const read = { kind: 'scope', scope: 'follows:read' } as const;
const write = { kind: 'scope', scope: 'follows:write' } as const;
const NO_STORE = 'private, no-store';

const showId = freeText(200, 1).describe('Show id or slug.');
const symbol = freeText(16, 1).describe('Ticker in any form: `BRK.B`, `BRK-B`, `$BRK.B`.');

function route(method: Route['method'], path: string, operationId: string, summary: string): Route {
  return {
    method,
    path: `/v1/agent/follows${path}`,
    operationId,
    summary,
    tag: 'Follows',
    ...(method === 'GET' ? {} : { echoes: true }),
  };
}

export const followsRouter = router({
  /** GET /v1/agent/follows (docs/contract.md, Follows). */
  listFollows: accountProcedure({
    access: read,
    route: { ...route('GET', '', 'listFollows', 'Followed shows and tickers'), cacheControl: NO_STORE },
    tool: {
      name: 'service_list_follows',
      title: 'Followed shows and tickers',
      description:
        'The shows and tickers that the account follows, which are the scope of its daily digest, and how many more its plan allows. Free: spends nothing. Call it before changing follows.',
      readOnly: true,
      idempotent: true,
    },
  })
    .output(followsSchema)
    .query(async ({ ctx }) => {
      const { accountId } = ctx.account;
      const [shows, tickers, usage] = await Promise.all([
        listFollowedShows(ctx.db, accountId),
        listFollowedTickers(ctx.db, accountId),
        readUsage(ctx.db, accountId, ctx.now),
      ]);
      return {
        shows: shows.map((show) => ({ ...show, followedAt: show.followedAt.toISOString() })),
        tickers: tickers.map(({ symbol, followedAt }) => ({ symbol, followedAt: followedAt.toISOString() })),
        limits: {
          shows: quotaMetric('followedShows', usage.followedShows, usage.plan, ctx.now),
          tickers: quotaMetric('followedTickers', usage.followedTickers, usage.plan, ctx.now),
        },
        attribution: attribution(ctx.services.env.webUrl),
      };
    }),

  /** POST /v1/agent/follows/shows (docs/contract.md, Follows). 402 at the free cap, 404 for an unknown show. */
  followShow: accountProcedure({
    access: write,
    route: {
      ...route('POST', '/shows', 'followShow', 'Follow a show'),
      errors: ['follow_limit', 'not_found'],
    },
  })
    .input(z.strictObject({ showId }))
    .output(followResultSchema)
    .mutation(({ ctx, input }) => changeShow(ctx, input.showId, { following: true })),

  /** DELETE /v1/agent/follows/shows/{showId} (docs/contract.md, Follows). 404 for an unknown show. */
  unfollowShow: accountProcedure({
    access: write,
    route: {
      ...route('DELETE', '/shows/{showId}', 'unfollowShow', 'Unfollow a show'),
      errors: ['not_found'],
    },
  })
    .input(z.object({ showId }))
    .output(followResultSchema)
    .mutation(({ ctx, input }) => changeShow(ctx, input.showId, { following: false })),

  /** POST /v1/agent/follows/tickers (docs/contract.md, Follows). 402 at the free cap, 422 for a symbol that Earmark does not know. */
  followTicker: accountProcedure({
    access: write,
    route: { ...route('POST', '/tickers', 'followTicker', 'Follow a ticker'), errors: ['follow_limit'] },
  })
    .input(z.strictObject({ symbol }))
    .output(followResultSchema)
    .mutation(({ ctx, input }) =>
      changeTicker(ctx, input.symbol, { following: true }, { part: 'Field', field: 'symbol' }),
    ),

  /** DELETE /v1/agent/follows/tickers/{symbol} (docs/contract.md, Follows). */
  unfollowTicker: accountProcedure({
    access: write,
    route: route('DELETE', '/tickers/{symbol}', 'unfollowTicker', 'Unfollow a ticker'),
  })
    .input(z.object({ symbol }))
    .output(followResultSchema)
    .mutation(({ ctx, input }) =>
      changeTicker(ctx, input.symbol, { following: false }, { part: 'Parameter', field: 'symbol' }),
    ),

  /** The four changes as one tool, under the same rules. */
  setFollow: accountProcedure({
    access: write,
    tool: {
      name: 'service_set_follow',
      title: 'Follow or unfollow',
      description: `Follows or unfollows one show or ticker; follows decide what the daily digest is about. Only when the user asked for it. Safe to repeat: \`already\` says that nothing changed. The free plan holds ${freeLimits.followedShows} shows and ${freeLimits.followedTickers} tickers.`,
      readOnly: false,
      destructive: true,
      idempotent: true,
      errors: ['follow_limit', 'not_found'],
    },
  })
    .input(
      z.strictObject({
        type: z.enum(['show', 'ticker']).describe('What id names.'),
        id: freeText(200, 1).describe('Show id or slug, or a ticker such as `BRK.B`.'),
        following: z.boolean().describe('True to follow, false to unfollow.'),
      }),
    )
    .output(followResultSchema)
    .mutation(({ ctx, input }) =>
      input.type === 'show'
        ? changeShow(ctx, input.id, input)
        : changeTicker(ctx, input.id, input, { part: 'Parameter', field: 'id' }),
    ),

  /** For the account pages: followed tickers with their names and `held` marks, newest follow first. */
  listHeld: signedInProcedure
    .output(z.array(heldTickerSchema.extend({ name: z.string().nullable() })))
    .query(async ({ ctx }) => {
      const tickers = await listFollowedTickers(ctx.db, ctx.account.accountId);
      const named = await nameSymbols(
        ctx.db,
        tickers.map(({ symbol }) => symbol),
      );
      return tickers.map(({ symbol, held }, i) => ({ symbol, held, name: named[i]!.name }));
    }),

  /** For the account pages: marks a followed ticker as held, which puts `holding` first among digest reasons. 404 unless followed. */
  setHeld: signedInProcedure
    .input(z.strictObject({ symbol, held: z.boolean() }))
    .output(heldTickerSchema)
    .mutation(async ({ ctx, input }) => {
      const { symbol } = await symbolNamed(ctx, input.symbol, { part: 'Field', field: 'symbol' });
      const marked = await markHeld(ctx.db, ctx.account.accountId, symbol, input.held);
      if (!marked) throw tickerNotFollowed(symbol);
      return { symbol, held: input.held };
    }),
});

type AccountContext = CallContext & { readonly account: AccountPrincipal };
/** What is asked for: to follow, or to follow no more. */
type Change = { readonly following: boolean };

async function changeShow(
  ctx: AccountContext,
  idOrSlug: string,
  { following }: Change,
): Promise<FollowResult> {
  const { accountId } = ctx.account;
  const show = await findShow(ctx.db, idOrSlug);
  if (!show) throw unknownShow();
  const changed = following
    ? wasFollowed('show', await followShow(ctx.db, accountId, show.id, ctx.now))
    : await unfollowShow(ctx.db, accountId, show.id);
  const { id, slug, name } = show;
  return { type: 'show', id, following, already: !changed, slug, name, ...echo(ctx) };
}

async function changeTicker(
  ctx: AccountContext,
  written: string,
  { following }: Change,
  place: WrittenIn,
): Promise<FollowResult> {
  const { accountId } = ctx.account;
  const ticker = await symbolNamed(ctx, written, place);
  const id = ticker.symbol;
  if (following && !ticker.listed && !(await hasIdeas(ctx.db, id)))
    throw unknownSymbol(id, place.field, symbolCalled(written));
  const changed = following
    ? wasFollowed('ticker', await followTicker(ctx.db, accountId, id, ctx.now))
    : await unfollowTicker(ctx.db, accountId, id);
  return { type: 'ticker', id, following, already: !changed, name: ticker.name, ...echo(ctx) };
}

async function symbolNamed(ctx: CallContext, written: string, place: WrittenIn): Promise<NamedSymbol> {
  const ticker = await findSymbol(ctx.db, written);
  if (ticker === null) throw notASymbol(place);
  return ticker;
}

/** True when the call followed it, false when it was followed already. Throws 402 at the cap. */
function wasFollowed(type: FollowKind, outcome: FollowOutcome): boolean {
  if (outcome.kind === 'limit') throw followLimit(type, outcome.limit, outcome.used);
  return outcome.kind === 'followed';
}

function echo({ idempotencyKey }: CallContext): Pick<FollowResult, 'idempotencyKey'> {
  return idempotencyKey === null ? {} : { idempotencyKey };
}
