import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { procedure, router, signedInProcedure } from '#server/api/trpc.ts';
import { fromBefore } from '#server/features/alerts/feed/before.ts';
import { newestAlerts } from '#server/features/alerts/feed/newest.ts';
import { personalFeed } from '#server/features/alerts/feed/rules.ts';
import {
  feedUrl,
  isFeedSecret,
  isTimeZone,
  isUnsubscribeToken,
  MAX_WEBHOOKS,
  nextSlot,
  quietFault,
  quietHoursOf,
} from '#server/features/alerts/rules.ts';
import { mailRhythms } from '#server/features/alerts/schema.ts';
import {
  alertSettings,
  closeFeed,
  feedOwner,
  openFeed,
  setWanted,
  stopMail,
  tellsNewIdeas,
} from '#server/features/alerts/store.ts';
import { deliveryProcedures } from '#server/features/alerts/webhooks/deliveries/router.ts';
import { deliveryLog } from '#server/features/alerts/webhooks/deliveries/store.ts';
import { webhookProcedures } from '#server/features/alerts/webhooks/router.ts';
import { listWebhooks } from '#server/features/alerts/webhooks/store.ts';
import { readPlan } from '#server/features/plans/store.ts';

/** Deliveries shown of each webhook. */
const LOGGED = 50;

/** For pages whose address is a secret or carries a signed token. */
const bySecret = procedure({ access: { kind: 'public' } });
const hour = z.int().min(0).max(23);
const quietHours = z
  .object({
    from: hour.nullable(),
    until: hour.nullable(),
    timeZone: z.string().max(64).refine(isTimeZone, { error: 'it is no time zone that is known' }),
  })
  .nullable();
const unsubscribeLink = z.object({ account: z.string().max(64), token: z.string().max(64) });

export const alertsRouter = router({
  /** The alert settings of the account, its webhooks and their latest deliveries. */
  overview: signedInProcedure.query(async ({ ctx }) => {
    const { accountId, plan } = ctx.account;
    const [wanted, hooks, log] = await Promise.all([
      alertSettings(ctx.db, accountId),
      listWebhooks(ctx.db, accountId),
      deliveryLog(ctx.db, accountId, LOGGED),
    ]);
    const { feedSecret, feedEnabled, ...shown } = wanted;
    return {
      ...shown,
      plan,
      readAt: ctx.now,
      nextMailAt: wanted.mail === 'off' || wanted.mail === 'at_once' ? null : nextSlot(wanted.mail, ctx.now),
      feedUrl: feedEnabled && feedSecret ? feedUrl(ctx.services.env.webUrl, feedSecret) : null,
      maxWebhooks: MAX_WEBHOOKS,
      webhooks: hooks.map((hook) => ({ ...hook, log: log.filter((entry) => entry.webhookId === hook.id) })),
    };
  }),

  /** Whether the account is told of new ideas at all, those of its searches among them. */
  tellsNewIdeas: signedInProcedure.query(({ ctx }) => tellsNewIdeas(ctx.db, ctx.account.accountId)),

  /**
   * Sets what to tell, the rhythm of the digest and the quiet hours. `needsPremium`: only changes of stance were chosen,
   * which the free plan does not get.
   */
  setWanted: signedInProcedure
    .input(
      z.object({
        mail: z.enum(mailRhythms),
        newIdeas: z.boolean(),
        stanceChange: z.boolean(),
        quiet: quietHours.default(null),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      if (input.mail !== 'off' && !input.newIdeas && !input.stanceChange) {
        throw new Refusal('invalid_request', {
          field: 'newIdeas',
          message: 'Tick what to be told, new ideas or changes of stance, or set the mail to off.',
        });
      }
      const fault = input.quiet && quietFault(input.quiet);
      if (fault) throw new Refusal('invalid_request', { field: 'quiet', message: fault });
      const wanted = { ...input, quiet: quietHoursOf(input.quiet) };
      await setWanted(ctx.db, ctx.account.accountId, wanted, ctx.now);
      return { mail: input.mail, needsPremium: !input.newIdeas && ctx.account.plan === 'free' };
    }),

  /** Opens the personal feed, or gives it a new address; the old address answers 404 from then on. */
  openFeed: signedInProcedure.mutation(async ({ ctx }) => {
    const secret = randomBytes(32).toString('base64url');
    await openFeed(ctx.db, ctx.account.accountId, secret, ctx.now);
    return { url: feedUrl(ctx.services.env.webUrl, secret) };
  }),

  /** Closes the personal feed: its address stops answering. */
  closeFeed: signedInProcedure.mutation(async ({ ctx }) => {
    await closeFeed(ctx.db, ctx.account.accountId);
    return { closed: true as const };
  }),

  ...webhookProcedures,

  ...deliveryProcedures,

  /** The personal feed of a secret address as RSS. 404 for an unknown, closed or malformed one alike. */
  feed: bySecret.input(z.object({ secret: z.string().max(100) })).query(async ({ ctx, input }) => {
    const { webUrl } = ctx.services.env;
    const owner = isFeedSecret(input.secret) ? await feedOwner(ctx.db, input.secret) : null;
    if (owner === null) throw new Refusal('not_found');
    const plan = await readPlan(ctx.db, owner, ctx.now);
    const alerts = await newestAlerts(ctx.db, owner, { plan, webUrl });
    const before = await fromBefore(ctx, owner, plan, alerts.length);
    return { xml: personalFeed({ alerts, before }, feedUrl(webUrl, input.secret), webUrl) };
  }),

  /** Whether we made an unsubscribe link. Changes nothing. */
  checkUnsubscribe: bySecret.input(unsubscribeLink).query(({ ctx, input }) => ({
    valid: isUnsubscribeToken(input.account, input.token, ctx.services.secrets),
  })),

  /** Ends the digest of an unsubscribe link, signed in or not; a second time changes nothing. 404 for a link that is not ours. */
  unsubscribe: bySecret.input(unsubscribeLink).mutation(async ({ ctx, input }) => {
    if (!isUnsubscribeToken(input.account, input.token, ctx.services.secrets)) throw new Refusal('not_found');
    await stopMail(ctx.db, input.account);
    return { stopped: true as const };
  }),
});
