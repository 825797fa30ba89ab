import { z } from 'zod';
import { attribution } from '#server/api/attribution.ts';
import { NotModified, Refusal } from '#server/api/errors.ts';
import { etagMatches, etagOf } from '#server/api/etag.ts';
import { isId, pathId } from '#server/api/inputs.ts';
import { freeLimits } from '#server/api/limits.ts';
import { ideaUrl } from '#server/api/links.ts';
import { accountProcedure, type CallContext, router } from '#server/api/trpc.ts';
import { audioUrl, quotable, youtubeAt } from '#server/features/ideas/media.ts';
import {
  episodeRefOf,
  mediaNeedsPremium,
  readLimit,
  showRefOf,
  toCard,
  toContent,
  unknownIdea,
} from '#server/features/ideas/rules.ts';
import { ideaFullSchema, ideaMediaSchema } from '#server/features/ideas/schema.ts';
import { searchIdeas } from '#server/features/ideas/search/router.ts';
import { findIdea, type IdeaDetail, readIdea } from '#server/features/ideas/store.ts';
import { limitOf, quotaMetric } from '#server/features/plans/rules.ts';
import { timestampText } from '#server/platform/clock.ts';

const ideaInput = z.object({ ideaId: pathId.describe('Idea id (uuid).') });

export const ideasRouter = router({
  searchIdeas,

  /** GET /v1/agent/ideas/{ideaId} (docs/contract.md, Ideas): the metered read. 404 before any charge; a 304 and a HEAD spend nothing. */
  getIdea: accountProcedure({
    access: { kind: 'scope', scope: 'ideas:read' },
    route: {
      method: 'GET',
      path: '/v1/agent/ideas/{ideaId}',
      operationId: 'getIdea',
      summary: 'Read one idea in full (metered)',
      description: `The full argument of one idea. The free plan opens ${freeLimits.ideaReads} distinct ideas per UTC day; opening the same idea again that day is free. HEAD and an \`If-None-Match\` that still holds spend nothing.`,
      tag: 'Ideas',
      errors: ['idea_read_limit', 'not_found'],
    },
    tool: {
      name: 'service_get_idea',
      title: 'Read one idea in full',
      description: `The full argument of one idea: context, risks, signals to check, speaker. METERED: the free plan opens ${freeLimits.ideaReads} distinct ideas per UTC day (the same idea again that day is free), Premium is unlimited. Take the id from a card of search, digest or saves; a card alone is often enough to answer.`,
      readOnly: true,
      idempotent: true,
    },
  })
    .input(ideaInput)
    .output(ideaFullSchema)
    .query(async ({ ctx, input }) => {
      if (!isId(input.ideaId)) throw unknownIdea();
      const { account, now, services } = ctx;
      await refuseUnchanged(ctx, input.ideaId, (idea) => toContent(idea, account.plan, services.env));
      const outcome = await readIdea(ctx.db, {
        accountId: account.accountId,
        ideaId: input.ideaId,
        now,
        limit: limitOf('ideaReads', account.plan),
        spend: !ctx.headersOnly && !holdsAny(ctx),
      });
      if (outcome.kind === 'unknown') throw unknownIdea();
      if (outcome.kind === 'refused') {
        const card = toCard(outcome.idea, services.env);
        throw readLimit(card, { used: outcome.used, now, webUrl: services.env.webUrl });
      }
      const content = toContent(outcome.idea, account.plan, services.env);
      if (ctx.validator) ctx.validator.etag = etagOf(JSON.stringify(content));
      return {
        ...content,
        quota: { ideaReads: quotaMetric('ideaReads', outcome.used, account.plan, now) },
        attribution: attribution(services.env.webUrl, `/ideas/${outcome.idea.id}`),
      };
    }),

  /** GET /v1/agent/ideas/{ideaId}/media (docs/contract.md, Ideas): Premium. A hidden idea is 404 on every plan, so a 402 confirms only what is public. */
  getIdeaMedia: accountProcedure({
    access: { kind: 'scope', scope: 'media:read' },
    route: {
      method: 'GET',
      path: '/v1/agent/ideas/{ideaId}/media',
      operationId: 'getIdeaMedia',
      summary: 'Quote an idea and the second it was said (Premium)',
      description:
        "One quote of at most the show's licensed length with a window of at most 90 seconds. Never a full transcript.",
      tag: 'Ideas',
      errors: ['premium_required', 'not_found'],
    },
    tool: {
      name: 'service_idea_media',
      title: 'Hear an idea at its source',
      description:
        'The transcript quote behind one idea and where to hear it: seconds, audio and video links, at most 90 seconds. Premium only; on the free plan it answers premium_required. Quote it exactly as served.',
      readOnly: true,
      idempotent: true,
    },
  })
    .input(ideaInput)
    .output(ideaMediaSchema)
    .query(async ({ ctx, input }) => {
      const { env } = ctx.services;
      const idea = isId(input.ideaId) ? await findIdea(ctx.db, input.ideaId) : null;
      if (!idea) throw unknownIdea();
      if (ctx.account.plan === 'free') throw mediaNeedsPremium(env);
      const moment = quotable(idea);
      if (!moment) throw noMoment(idea);
      return {
        ideaId: idea.id,
        ...moment,
        timestamp: timestampText(moment.startSeconds),
        episode: episodeRefOf(idea),
        show: showRefOf(idea),
        url: ideaUrl(env, idea.id),
        audioUrl: audioUrl(idea),
        youtubeUrl: youtubeAt(idea.youtubeUrl, moment.startSeconds),
        attribution: attribution(env.webUrl, `/ideas/${idea.id}`),
      };
    }),
});

function noMoment({ quote, quoteStartSeconds }: IdeaDetail): Refusal {
  const isTimed = Boolean(quote?.trim()) && quoteStartSeconds !== null;
  const message = isTimed
    ? 'The show does not allow the words of this moment to be quoted.'
    : 'This idea has no timed moment to quote.';
  return new Refusal('not_found', { message });
}

/** Ends the call with a 304 when the caller's copy of the idea is current, before anything is charged. */
async function refuseUnchanged(
  ctx: CallContext,
  ideaId: string,
  contentOf: (idea: IdeaDetail) => object,
): Promise<void> {
  if (ctx.ifNoneMatch === null || holdsAny(ctx)) return;
  const idea = await findIdea(ctx.db, ideaId);
  if (!idea) return;
  const etag = etagOf(JSON.stringify(contentOf(idea)));
  if (etagMatches(ctx.ifNoneMatch, etag)) throw new NotModified(etag);
}

/** `If-None-Match: *` names no copy: it asks whether there would be an answer, which spends nothing (RFC 9110 section 13.1.2). */
function holdsAny({ ifNoneMatch }: CallContext): boolean {
  return ifNoneMatch?.trim() === '*';
}
