import { z } from 'zod';
import { attribution } from '#server/api/attribution.ts';
import { ofRecord, readAsOf, readOnce } from '#server/api/context.ts';
import { Refusal } from '#server/api/errors.ts';
import { queryInteger, utcDate } from '#server/api/inputs.ts';
import { accountProcedure, type CallContext, router, signedInProcedure } from '#server/api/trpc.ts';
import {
  type Candidate,
  type DigestWindow,
  digestHint,
  digestSummary,
  digestWindow,
  followingOf,
  oncePerTalk,
  type Reasoned,
  rankDigest,
  reasonOf,
} from '#server/features/digest/rules.ts';
import { digestSchema } from '#server/features/digest/schema.ts';
import {
  type Day,
  type Followed,
  lastHeldByAnybody,
  lastHeldFor,
  readDay,
  readFollowing,
} from '#server/features/digest/store.ts';
import { cardsOf } from '#server/features/ideas/cards.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { toShow } from '#server/features/shows/rules.ts';
import type { Show } from '#server/features/shows/schema.ts';
import { starterShowIds } from '#server/features/shows/starters.ts';
import { findShows } from '#server/features/shows/store.ts';
import { DAY_MS, nextUtcMidnight, startOfDay, utcDay } from '#server/platform/clock.ts';

/** The window that was looked at, what it holds, and the ideas in scope, each with its reason. */
type Drawn = {
  readonly window: DigestWindow;
  readonly day: Day;
  readonly personalized: boolean;
  readonly inScope: Reasoned[];
};

/** A day with the cards that rank first, and shows to start with where nothing is followed. */
type Edition = Drawn & { readonly cards: readonly IdeaCard[]; readonly recommendedShows: Show[] | undefined };

export const digestRouter = router({
  /** GET /v1/agent/digest (docs/contract.md, Ideas). Cards only; spends no read. A day to come is 422. */
  getDailyDigest: accountProcedure({
    access: { kind: 'scope', scope: 'ideas:read' },
    route: {
      method: 'GET',
      path: '/v1/agent/digest',
      operationId: 'getDailyDigest',
      summary: 'The day in what the account follows',
      description:
        'Ranked cards of the 24 hours that end at the end of `date` (now, when it is today); of 72 hours when those hold nothing personal. With nothing followed: the best of the day for everyone, a hint, and shows to start with. Spends no read.',
      tag: 'Ideas',
      errors: ['invalid_request'],
    },
    tool: {
      name: 'service_digest',
      title: 'Daily digest',
      description:
        'What the shows and tickers this account follows were discussed for in a day, as ranked cards that each say why they are here. Free: spends no read. Start here for "what is new"; use search for a topic. `incomplete` means call again later.',
      readOnly: true,
      idempotent: true,
    },
  })
    .input(
      z.object({
        date: utcDate.optional().describe('UTC day to build as of; today when absent.'),
        limit: queryInteger(1, 50).default(20).describe('Cards to serve at most.'),
      }),
    )
    .output(digestSchema)
    .query(async ({ ctx, input }) => {
      const { env } = ctx.services;
      const { accountId } = ctx.account;
      const date = dayAsked(input.date, ctx.now);
      const { limit } = input;
      const edition = await readOnce(ctx, ['digest', date], limit, () =>
        editionOf(ctx, accountId, date, limit),
      );
      const { window, day, personalized, inScope, recommendedShows } = edition;
      const cards = edition.cards.slice(0, limit);
      const { incomplete, latestIdeaAt } = day;
      const ideaCount = oncePerTalk(day.candidates).length;
      const { showIds, tickers } = day.following;
      const counts = { showCount: showIds.length, tickerCount: tickers.length };
      return {
        summary: digestSummary({
          date,
          window,
          cards: cards.length,
          reasons: inScope.map(({ reason }) => reason),
          ideaCount,
          ...counts,
          incomplete,
        }),
        date,
        personalized,
        followedShowCount: counts.showCount,
        followedTickerCount: counts.tickerCount,
        ideaCount,
        incomplete,
        ideas: cards,
        windowHours: window.hours,
        hint: digestHint(personalized, cards.length, window.hours),
        ...(recommendedShows ? { recommendedShows } : {}),
        latestIdeaAt: latestIdeaAt?.toISOString() ?? null,
        attribution: attribution(env.webUrl, '/digest'),
      };
    }),

  /** For the digest page: the days beside `date`, none after today. */
  daysAround: signedInProcedure.input(z.object({ date: utcDate })).query(({ ctx, input }) => {
    const start = startOfDay(input.date);
    const after = utcDay(nextUtcMidnight(start));
    return {
      before: utcDay(new Date(start.getTime() - DAY_MS)),
      after: after > utcDay(ctx.now) ? null : after,
    };
  }),

  /** For the digest page: the last UTC day before `date` that a digest would show something of; null when there is none. */
  lastHeld: signedInProcedure
    .input(z.object({ date: utcDate }))
    .query(async ({ ctx, input }): Promise<string | null> => {
      const { accountId } = ctx.account;
      const until = startOfDay(input.date);
      const followed = await readFollowing(ctx.db, accountId);
      const aired = isPersonal(followed)
        ? await lastHeldFor(ctx.db, accountId, followingOf(followed.showIds, followed.tickers), until)
        : await lastHeldByAnybody(ctx.db, until);
      return aired && utcDay(aired);
    }),
});

function dayAsked(date: string | undefined, now: Date): string {
  const today = utcDay(now);
  if (date !== undefined && date > today)
    throw new Refusal('invalid_request', {
      field: 'date',
      message: 'Parameter date must not be after today (UTC).',
      spoken: 'That day is still to come: pick today or one before it (UTC).',
    });
  return date ?? today;
}

type Scope = (idea: Candidate) => Reasoned[];

const wholeDay: Scope = (idea) => [{ ...idea, reason: 'top_today' }];

function isPersonal({ showIds, tickers }: Followed): boolean {
  return showIds.length + tickers.length > 0;
}

function personalScope({ showIds, tickers }: Followed): Scope {
  const following = followingOf(showIds, tickers);
  return (idea) => {
    const reason = reasonOf(idea, following);
    return reason ? [{ ...idea, reason }] : [];
  };
}

/** The 24 hours; 72 where those hold nothing of what is followed. */
async function draw(ctx: CallContext, accountId: string, date: string): Promise<Drawn> {
  const drawn = await drawWindow(ctx, accountId, digestWindow(date, readAsOf(ctx), 24));
  if (drawn.inScope.length > 0 || !drawn.personalized) return drawn;
  return drawWindow(ctx, accountId, digestWindow(date, readAsOf(ctx), 72));
}

async function drawWindow(ctx: CallContext, accountId: string, window: DigestWindow): Promise<Drawn> {
  const day = await readDay(ctx.db, accountId, window);
  const personalized = isPersonal(day.following);
  const scope = personalized ? personalScope(day.following) : wholeDay;
  return { window, day, personalized, inScope: oncePerTalk(day.candidates.flatMap(scope)) };
}

async function editionOf(ctx: CallContext, accountId: string, date: string, limit: number): Promise<Edition> {
  const drawn = await draw(ctx, accountId, date);
  const ranked = rankDigest(drawn.inScope, drawn.window, limit);
  const reasons = new Map(ranked.map(({ id, reason }) => [id, reason]));
  const cards = await sharedCards(ctx, [...reasons.keys()]);
  return {
    ...drawn,
    cards: cards.map((card) => ({ ...card, reason: reasons.get(card.id)! })),
    recommendedShows: drawn.personalized ? undefined : await starters(ctx),
  };
}

/** The cards of these ideas, in that order: the same for all who follow the same, and for all who follow nothing. */
async function sharedCards(ctx: CallContext, ids: readonly string[]): Promise<IdeaCard[]> {
  return ids.length === 0 ? [] : ofRecord(ctx, ['cards', ...ids], () => cardsOf(ctx, ids));
}

function starters(ctx: CallContext): Promise<Show[]> {
  return ofRecord(ctx, ['starter shows'], async () => {
    const rows = await findShows(ctx.db, await starterShowIds(ctx), '', readAsOf(ctx));
    return rows.map((row) => toShow(row, ctx.services.env));
  });
}
