import { attribution } from '#server/api/attribution.ts';
import { Refusal, settingsUrl, upgradeUrl } from '#server/api/errors.ts';
import { accountProcedure, router } from '#server/api/trpc.ts';
import { profileSchema } from '#server/features/accounts/schema.ts';
import { quotasOf, trialDaysOf } from '#server/features/plans/rules.ts';
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
      const { key } = ctx.account;
      const trialDays = trialDaysOf(usage, ctx.now);
      return {
        plan: usage.plan,
        isTrialing: trialDays !== null,
        trialDaysRemaining: trialDays,
        quotas: quotasOf(usage, ctx.now),
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
