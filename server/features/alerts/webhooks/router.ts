import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { takeOrRefuse } from '#server/api/buckets/take.ts';
import { Refusal } from '#server/api/errors.ts';
import { accountProcedure, type CallContext } from '#server/api/trpc.ts';
import { MAX_WEBHOOKS } from '#server/features/alerts/rules.ts';
import { resend, sendTest } from '#server/features/alerts/webhooks/deliver.ts';
import {
  type Answer,
  SECRET_OVERLAP_MS,
  secretText,
  verdictOn,
} from '#server/features/alerts/webhooks/rules.ts';
import {
  addWebhook,
  type DeliveryId,
  enableWebhook,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  rotateSecret,
} from '#server/features/alerts/webhooks/store.ts';
import { postable } from '#server/platform/fetch/post.ts';

const MAX_URL = 500;

/** For signed-in pages only: no route and no tool. */
const settings = accountProcedure({ access: { kind: 'account' } });
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
const GONE = { message: 'That webhook is gone: add it anew.' };

/** Where an account holder's webhooks are added and kept; part of the alerts' router. */
export const webhookProcedures = {
  /** Adds a webhook and returns its signing secret, once, and one of an `id` (as `createKey` of keys). Refused for what is no https address and past the most an account may have. */
  addWebhook: settings
    .input(z.object({ id: z.uuid().optional(), url: z.string().trim().max(MAX_URL) }))
    .mutation(async ({ ctx, input }) => {
      const wrong = postable(input.url, ctx.services.env.EARMARK_WEBHOOK_ALLOW_HOSTS);
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

  removeWebhook: settings.input(webhookId).mutation(async ({ ctx, input }) => {
    return { removed: await removeWebhook(ctx.db, ctx.account.accountId, input.id) };
  }),

  /** Switches a webhook on again; events from before stay dropped. */
  enableWebhook: settings.input(webhookId).mutation(async ({ ctx, input }) => {
    if (!(await enableWebhook(ctx.db, ctx.account.accountId, input.id, ctx.now)))
      throw new Refusal('not_found', GONE);
    return { enabled: true as const };
  }),

  /** Lets events wait until the webhook is resumed, which sends them in their order. Twice changes nothing but the moment. */
  pauseWebhook: settings.input(webhookId).mutation(async ({ ctx, input }) => {
    const paused = { id: input.id, pausedAt: ctx.now };
    if (!(await pauseWebhook(ctx.db, ctx.account.accountId, paused))) throw new Refusal('not_found', GONE);
    return { paused: true as const };
  }),

  resumeWebhook: settings.input(webhookId).mutation(async ({ ctx, input }) => {
    const resumed = { id: input.id, pausedAt: null };
    if (!(await pauseWebhook(ctx.db, ctx.account.accountId, resumed))) throw new Refusal('not_found', GONE);
    return { paused: false as const };
  }),

  /**
   * Makes another signing secret and returns it, once. For 24 hours both sign; one that is older stops at once. Refused
   * where another was made since `asOf`, when the page of the form was: a form that is sent again makes no third.
   */
  rotateSecret: settings
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
      throw new Refusal('not_found', GONE);
    }),

  /** Sends a signed test event now and tells how the address answered. At most 20 sent by hand an hour. */
  testWebhook: settings.input(webhookId).mutation(async ({ ctx, input }) => {
    await takeByHand(ctx, ctx.account.accountId);
    const answer = await sendTest(ctx.services, ctx.account.accountId, input.id);
    if (!answer) throw new Refusal('not_found', GONE);
    return told(answer, ctx.now);
  }),

  /** Sends an event again now, with its id, and tells how the address answered. 404 for one that is gone or holds no more. */
  resend: settings.input(deliveryId).mutation(async ({ ctx, input }) => {
    return told(await sendAgain(ctx, ctx.account.accountId, input), ctx.now);
  }),
};

/** Sends an event again, as its account asked; how the address answered. 404 for one that is gone or holds no more, 429 past 20 an hour. */
export async function sendAgain(ctx: CallContext, accountId: string, which: DeliveryId): Promise<Answer> {
  await takeByHand(ctx, accountId);
  const answer = await resend(ctx.services, accountId, which);
  if (!answer) throw new Refusal('not_found', { message: UNTOLD });
  return answer;
}

const UNTOLD = 'There is nothing to send: the event is gone, or its idea is no longer listed or followed.';

async function takeByHand({ services }: CallContext, accountId: string): Promise<void> {
  await takeOrRefuse(services.buckets, 'form', `webhook:${accountId}`);
}

function told(answer: Answer, now: Date) {
  const verdict = verdictOn(answer, 1, now);
  return verdict.kind === 'delivered'
    ? { ok: true as const, message: `The address took it with ${verdict.status}.` }
    : { ok: false as const, message: verdict.reason };
}
