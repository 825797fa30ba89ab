import { z } from 'zod';
import { planOf } from '#server/api/access.ts';
import { attribution } from '#server/api/attribution.ts';
import { readAsOf } from '#server/api/context.ts';
import { queryInteger } from '#server/api/inputs.ts';
import { tickerOrSearchPath } from '#server/api/links.ts';
import { procedure } from '#server/api/trpc.ts';
import { askedTicker, stanceTimelineSchema } from '#server/features/theses/schema.ts';
import {
  airedIn,
  changedIdeas,
  sideChanges,
  stanceChangesLock,
  timelineSummary,
  toldChanges,
  WINDOW,
  weeksOf,
  windowStart,
} from '#server/features/theses/timeline/rules.ts';
import {
  readSaid,
  readTimelineIdeas,
  readWithFormer,
  wasDiscussed,
} from '#server/features/theses/timeline/store.ts';
import { findSymbol } from '#server/features/tickers/store.ts';

const timelineInput = z.object({
  ticker: askedTicker,
  window: queryInteger(WINDOW.min, WINDOW.max).default(WINDOW.usual).describe('Lookback in days.'),
});

/**
 * GET /v1/agent/ticker-stance-timeline (docs/contract.md, Open corpus tools). Weekly counts for every caller; changes of stance on Premium, locked on
 * every other answer. A ticker that no show discussed is 200 with the no-discussion sentence and weeks of zeros.
 */
export const getTickerStanceTimeline = procedure({
  access: { kind: 'open' },
  mayLag: true,
  keeps: { unless: [] },
  route: {
    method: 'GET',
    path: '/v1/agent/ticker-stance-timeline',
    operationId: 'getTickerStanceTimeline',
    summary: 'Weekly stance counts on a ticker by show, with changes of stance',
    description:
      'Weeks start on Monday 00:00 UTC; weeks without ideas are listed with zeros. BALANCED and MIXED count as neutral; an idea whose stance is not told counts as `notTold` alone. A change of stance is between two episodes of a show, each by its last idea on the ticker whose stance is told; where both speakers are named and differ, another person took the other side; where one is null that is not known. Changes of stance need a Premium account: on every other answer `stanceChanges` is empty and `stanceChangesLock` is set.',
    tag: 'Open corpus tools',
    errors: ['invalid_request'],
  },
  tool: {
    name: 'service_ticker_stance_timeline',
    title: 'Ticker stance timeline',
    description:
      'How often podcasts argued for, against or neither on a ticker, per week and show, over 28 to 730 days. Open and free. The events at which the stance on a show changed, which may be by another speaker, need a Premium key: without one stanceChangesLock is set, whether or not there are any. Counts describe discussion, not a rating. Use thesis history for what was argued.',
    readOnly: true,
    idempotent: true,
  },
})
  .input(timelineInput)
  .output(stanceTimelineSchema)
  .query(async ({ ctx, input }) => {
    const { env } = ctx.services;
    const plan = planOf(ctx.principal);
    const now = readAsOf(ctx);
    const from = windowStart(now, input.window);
    const named = await findSymbol(ctx.db, input.ticker);
    const symbol = named?.symbol ?? null;
    const open = symbol !== null && plan === 'premium';
    // The stance before the window decides whether its first idea is a change.
    const told = open ? await readWithFormer(ctx.db, symbol, from, now) : [];
    const ideas = open || symbol === null ? told : await readTimelineIdeas(ctx.db, symbol, from, now);
    const hasPage =
      named !== null && (named.listed || ideas.length > 0 || (await wasDiscussed(ctx.db, named.symbol, now)));
    const turned = sideChanges(told, from);
    const changes = open ? toldChanges(turned, await readSaid(ctx.db, changedIdeas(turned)), env) : [];
    const ticker = symbol ?? input.ticker.trim().toUpperCase();
    return {
      summary: timelineSummary({
        ticker,
        windowDays: input.window,
        now,
        ideas: airedIn(ideas, from, now),
        changes: plan === 'premium' ? changes.length : null,
      }),
      ticker,
      windowDays: input.window,
      weeks: weeksOf(ideas, from, now),
      stanceChanges: changes,
      stanceChangesLock: stanceChangesLock(plan, env),
      attribution: attribution(env.webUrl, named ? tickerOrSearchPath(named.symbol, hasPage) : '/'),
    };
  });
