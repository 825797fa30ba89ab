import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { accountProcedure, procedure, router } from '#server/api/trpc.ts';
import { alertOf } from '#server/features/alerts/events/rules.ts';
import { listEvents } from '#server/features/alerts/events/store.ts';
import { FEED_ITEMS, personalFeed } from '#server/features/alerts/feed/rules.ts';
import {
  feedUrl,
  isFeedSecret,
  isUnsubscribeToken,
  MAX_WEBHOOKS,
  nextSlot,
} from '#server/features/alerts/rules.ts';
import { mailRhythms } from '#server/features/alerts/schema.ts';
import {
  alertSettings,
  closeFeed,
  feedOwner,
  openFeed,
  setWanted,
  stopMail,
} from '#server/features/alerts/store.ts';
import { sendTest } from '#server/features/alerts/webhooks/deliver.ts';
import { secretText, verdictOn } from '#server/features/alerts/webhooks/rules.ts';
import {
  addWebhook,
  deliveryLog,
  enableWebhook,
  listWebhooks,
  removeWebhook,
} from '#server/features/alerts/webhooks/store.ts';
import { readUsage } from '#server/features/plans/store.ts';
import { postable } from '#server/platform/fetch/post.ts';

const LOGGED = 10;
const MAX_URL = 500;

/** For signed-in pages only: no route and no tool. */
const settings = accountProcedure({ access: { kind: 'account' } });
/** For pages whose address itself is the permission. */
const bySecret = procedure({ access: { kind: 'public' } });
const webhookId = z.object({ id: z.uuid() });
const unsubscribeLink = z.object({ account: z.string().max(64), token: z.string().max(64) });

export const alertsRouter = router({
  /** What the account is told, by which channels, and how its webhooks fare. */
  overview: settings.query(async ({ ctx }) => {
    const { accountId, plan } = ctx.account;
    const [wanted, hooks, log] = await Promise.all([
      alertSettings(ctx.db, accountId),
      listWebhooks(ctx.db, accountId),
      deliveryLog(ctx.db, accountId, LOGGED),
    ]);
    const { feedSecret, feedEnabled, ...told } = wanted;
    return {
      ...told,
      plan,
      nextMailAt: wanted.mail === 'off' ? null : nextSlot(wanted.mail, ctx.now),
      feedUrl: feedEnabled && feedSecret ? feedUrl(ctx.services.env.webUrl, feedSecret) : null,
      maxWebhooks: MAX_WEBHOOKS,
      webhooks: hooks.map((hook) => ({ ...hook, log: log.filter((entry) => entry.webhookId === hook.id) })),
    };
  }),

  /** Sets what to tell and the rhythm of the digest. */
  setWanted: settings
    .input(z.object({ mail: z.enum(mailRhythms), newIdeas: z.boolean(), stanceChange: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      if (input.mail !== 'off' && !input.newIdeas && !input.stanceChange) {
        throw new Refusal('invalid_request', {
          field: 'newIdeas',
          message: 'Tick what to be told, new ideas or changes of stance, or set the mail to off.',
        });
      }
      await setWanted(ctx.db, ctx.account.accountId, input, ctx.now);
      return { mail: input.mail };
    }),

  /** Opens the personal feed, or gives it a new address; the old one answers 404 from then on. */
  openFeed: settings.mutation(async ({ ctx }) => {
    const secret = randomBytes(32).toString('base64url');
    await openFeed(ctx.db, ctx.account.accountId, secret, ctx.now);
    return { url: feedUrl(ctx.services.env.webUrl, secret) };
  }),

  closeFeed: settings.mutation(async ({ ctx }) => {
    await closeFeed(ctx.db, ctx.account.accountId);
    return { closed: true as const };
  }),

  /** Adds a webhook and returns its signing secret, once. Refused for what is no https address and past the most an account may have. */
  addWebhook: settings
    .input(z.object({ url: z.string().trim().max(MAX_URL) }))
    .mutation(async ({ ctx, input }) => {
      const wrong = postable(input.url, ctx.services.env.EARMARK_WEBHOOK_ALLOW_HOSTS);
      if (wrong !== null) throw new Refusal('invalid_request', { field: 'url', message: wrong });
      const secret = secretText(randomBytes(32));
      const url = new URL(input.url).href;
      const id = await addWebhook(ctx.db, ctx.account.accountId, { url, secret }, ctx.now);
      if (id === null) {
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
      throw new Refusal('not_found', { message: 'That webhook is gone: add it anew.' });
    return { enabled: true as const };
  }),

  /** Sends a signed test event now and tells how the address answered. At most 20 an hour. */
  testWebhook: settings.input(webhookId).mutation(async ({ ctx, input }) => {
    const bucket = await ctx.services.buckets.take('form', `webhook:${ctx.account.accountId}`);
    if (!bucket.allowed) throw new Refusal('rate_limited', { retryAfterSeconds: bucket.resetSeconds });
    const answer = await sendTest(ctx.services, ctx.account.accountId, input.id);
    if (!answer) throw new Refusal('not_found', { message: 'That webhook is gone: add it anew.' });
    const verdict = verdictOn(answer, 1, ctx.now);
    return verdict.kind === 'delivered'
      ? { ok: true as const, message: `The address took it with ${verdict.status}.` }
      : { ok: false as const, message: verdict.reason };
  }),

  /** The personal feed of a secret address as RSS. 404 for an unknown, closed or malformed one alike. */
  feed: bySecret.input(z.object({ secret: z.string().max(100) })).query(async ({ ctx, input }) => {
    const { webUrl } = ctx.services.env;
    const owner = isFeedSecret(input.secret) ? await feedOwner(ctx.db, input.secret) : null;
    if (owner === null) throw new Refusal('not_found');
    const [{ plan }, rows] = await Promise.all([
      readUsage(ctx.db, owner, ctx.now),
      listEvents(ctx.db, owner, 'all', FEED_ITEMS),
    ]);
    const alerts = rows.flatMap((row) => alertOf(row, plan, webUrl) ?? []);
    return { xml: personalFeed(alerts, feedUrl(webUrl, input.secret), webUrl) };
  }),

  /** Whether an unsubscribe link was made by us; changes nothing. */
  checkUnsubscribe: bySecret.input(unsubscribeLink).query(({ ctx, input }) => ({
    valid: isUnsubscribeToken(input.account, input.token, ctx.services.secret),
  })),

  /** Ends the digest that a link stands for, signed in or not; doing it twice changes nothing. 404 for a link that is not ours. */
  unsubscribe: bySecret.input(unsubscribeLink).mutation(async ({ ctx, input }) => {
    if (!isUnsubscribeToken(input.account, input.token, ctx.services.secret)) throw new Refusal('not_found');
    await stopMail(ctx.db, input.account);
    return { stopped: true as const };
  }),
});
