import { attribution } from '#server/api/attribution.ts';
import { Refusal, settingsUrl, upgradeUrl } from '#server/api/errors.ts';
import { accountProcedure, router } from '#server/api/trpc.ts';
import { profileSchema } from '#server/features/accounts/schema.ts';
import { type Metered, quotaMetric, trialDaysRemaining } from '#server/features/plans/rules.ts';
import { readUsage } from '#server/features/plans/store.ts';

export const accountsRouter = router({
  /** GET /v1/agent/me (docs/contract.md, Account). Never the e-mail or the raw key. */
  getProfile: accountProcedure({
    access: { kind: 'scope', scope: 'profile:read' },
    route: {
      method: 'GET',
      path: '/v1/agent/me',
      operationId: 'getProfile',
      summary: 'Plan, quotas and key of the calling account',
      tag: 'Account',
      cacheControl: 'private, no-store',
    },
    tool: {
      name: 'service_profile',
      title: 'Plan and quotas',
      description:
        'The plan of the account behind this key, what is left of its daily and total quotas, and the key itself (name, scopes, expiry). Free: spends nothing. Call it before a metered read when you are unsure what is left.',
      readOnly: true,
      idempotent: true,
    },
  })
    .output(profileSchema)
    .query(async ({ ctx }) => {
      if (ctx.account.kind !== 'connector') throw new Refusal('unauthorized');
      const { webUrl } = ctx.services.env;
      const usage = await readUsage(ctx.db, ctx.account.accountId, ctx.now);
      const metric = (name: Metered) => quotaMetric(name, usage[name], usage.plan, ctx.now);
      const { key } = ctx.account;
      const trialDays = usage.paid ? null : trialDaysRemaining(usage.trialEndsAt, ctx.now);
      return {
        plan: usage.plan,
        isTrialing: trialDays !== null,
        trialDaysRemaining: trialDays,
        quotas: {
          ideaReads: metric('ideaReads'),
          asks: metric('asks'),
          savedIdeas: metric('savedIdeas'),
          followedTickers: metric('followedTickers'),
          followedShows: metric('followedShows'),
        },
        key: {
          name: key.name,
          keyPrefix: key.keyPrefix,
          scopes: [...key.scopes],
          env: key.env,
          createdAt: key.createdAt.toISOString(),
          lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
          expiresAt: key.expiresAt.toISOString(),
        },
        upgradeUrl: upgradeUrl(webUrl),
        settingsUrl: settingsUrl(webUrl),
        attribution: attribution(webUrl),
      };
    }),
});
