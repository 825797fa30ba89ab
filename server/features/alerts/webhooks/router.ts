import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { mostCharacters } from '#server/api/limits.ts';
import { signedInProcedure } from '#server/api/trpc.ts';
import { MAX_WEBHOOKS } from '#server/features/alerts/rules.ts';
import { resend, sendTest, webhookGone } from '#server/features/alerts/webhooks/by-hand.ts';
import {
  type Answer,
  SECRET_OVERLAP_MS,
  secretText,
  verdictOn,
} from '#server/features/alerts/webhooks/rules.ts';
import {
  addWebhook,
  enableWebhook,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  rotateSecret,
} from '#server/features/alerts/webhooks/store.ts';
import { reachable } from '#server/platform/fetch/post.ts';

/** How long an address may take to resolve when it is added. One that takes longer is checked when something is sent. */
const LOOKUP_MS = 1_000;

const webhookId = z.object({ id: z.uuid() });
const deliveryId = z.object({ webhookId: z.uuid(), eventId: z.uuid() });
const SENT_BEFORE = {
  message:
    'This form was sent before: its webhook stands in the list, and its secret was shown that once. Make a new secret where you did not copy it.',
};
const SECRET_BEFORE = {
  message:
    'This form was sent before: the new secret was shown that once. Where you did not copy it, make another from this page.',
};

/** How an account holder adds and manages webhooks. Part of the alerts' router. */
export const webhookProcedures = {
  /**
   * Adds a webhook and returns its signing secret, once. A form that is sent twice with one `id` adds one webhook.
   * Refused for an address that is not https, for one in a private network and beyond `MAX_WEBHOOKS`.
   */
  addWebhook: signedInProcedure
    .input(z.object({ id: z.uuid().optional(), url: z.string().trim().max(mostCharacters.webhookUrl) }))
    .mutation(async ({ ctx, input }) => {
      const allowHosts = ctx.services.env.EARMARK_WEBHOOK_ALLOW_HOSTS;
      const wrong = await reachable(input.url, { allowHosts, timeoutMs: LOOKUP_MS });
      if (wrong !== null) throw new Refusal('invalid_request', { field: 'url', message: wrong });
      const secret = secretText(randomBytes(32));
      const url = new URL(input.url).href;
      const id = await addWebhook(ctx.db, ctx.account.accountId, { id: input.id, url, secret }, ctx.now);
      if (id === null) {
        const known = await listWebhooks(ctx.db, ctx.account.accountId);
        if (known.some((hook) => hook.id === input.id)) throw new Refusal('invalid_request', SENT_BEFORE);
        throw new Refusal('invalid_request', {
          message: `An account has at most ${MAX_WEBHOOKS} webhooks: remove one first.`,
        });
      }
      return { id, secret, url };
    }),

  /** Removes a webhook with its deliveries; `removed` is false when it was gone already. */
  removeWebhook: signedInProcedure.input(webhookId).mutation(async ({ ctx, input }) => {
    return { removed: await removeWebhook(ctx.db, ctx.account.accountId, input.id) };
  }),

  /** Switches a webhook on again. Events that were dropped stay dropped. */
  enableWebhook: signedInProcedure.input(webhookId).mutation(async ({ ctx, input }) => {
    if (!(await enableWebhook(ctx.db, ctx.account.accountId, input.id, ctx.now))) throw webhookGone();
    return { enabled: true as const };
  }),

  /** Pauses a webhook: events wait, and are sent in their order once it is resumed. Pausing twice changes only the moment. */
  pauseWebhook: signedInProcedure.input(webhookId).mutation(async ({ ctx, input }) => {
    const paused = { id: input.id, pausedAt: ctx.now };
    if (!(await pauseWebhook(ctx.db, ctx.account.accountId, paused))) throw webhookGone();
    return { paused: true as const };
  }),

  /** Ends a pause: what waited is sent in its order. */
  resumeWebhook: signedInProcedure.input(webhookId).mutation(async ({ ctx, input }) => {
    const resumed = { id: input.id, pausedAt: null };
    if (!(await pauseWebhook(ctx.db, ctx.account.accountId, resumed))) throw webhookGone();
    return { paused: false as const };
  }),

  /**
   * Replaces the signing secret and returns the new one, once. Both sign for 24 hours; an older one stops at once.
   * Refused when the secret was replaced after `asOf`, the time of the page: a form that is sent again makes no third
   * secret.
   */
  rotateSecret: signedInProcedure
    .input(webhookId.extend({ asOf: z.coerce.date().optional() }))
    .mutation(async ({ ctx, input: { id, asOf = ctx.now } }) => {
      const { accountId } = ctx.account;
      const secret = secretText(randomBytes(32));
      const overlapEnds = new Date(ctx.now.getTime() + SECRET_OVERLAP_MS);
      const knownEnd = new Date(asOf.getTime() + SECRET_OVERLAP_MS);
      const rotation = { id, secret, overlapEnds, knownEnd };
      const webhook = await rotateSecret(ctx.db, accountId, rotation);
      if (webhook) return { secret, url: webhook.url, overlapEnds };
      const known = await listWebhooks(ctx.db, accountId);
      if (known.some((hook) => hook.id === id)) throw new Refusal('invalid_request', SECRET_BEFORE);
      throw webhookGone();
    }),

  /** Sends a signed test event now and says how the address answered (`sendTest`). */
  testWebhook: signedInProcedure.input(webhookId).mutation(async ({ ctx, input }) => {
    return outcomeOf(await sendTest(ctx.services, ctx.account.accountId, input.id), ctx.now);
  }),

  /** Sends an event again now, with its id, and says how the address answered (`resend`). */
  resend: signedInProcedure.input(deliveryId).mutation(async ({ ctx, input }) => {
    return outcomeOf(await resend(ctx.services, ctx.account.accountId, input), ctx.now);
  }),
};

function outcomeOf(answer: Answer, now: Date) {
  const verdict = verdictOn(answer, 1, now);
  return verdict.kind === 'delivered'
    ? { ok: true as const, message: `The address took it with ${verdict.status}.` }
    : { ok: false as const, message: verdict.reason };
}
