import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { router, signedInProcedure } from '#server/api/trpc.ts';
import { exportAccount } from '#server/features/accounts/export/store.ts';
import { accountFacts, deleteAccount } from '#server/features/accounts/settings/store.ts';
import { normalEmail } from '#server/features/accounts/store.ts';
import { callProcedures } from '#server/features/calls/router.ts';
import { grantProcedures } from '#server/features/grants/router.ts';
import { connectorKeyProcedures } from '#server/features/keys/connector/router.ts';
import { stillBills } from '#server/features/plans/billing/rules.ts';
import { quotasOf, trialDaysOf } from '#server/features/plans/rules.ts';
import { readUsage, startTrial } from '#server/features/plans/store.ts';

export const settingsRouter = router({
  /** Plan, trial, quotas, and how many sessions and conversations the account has. */
  overview: signedInProcedure.query(async ({ ctx }) => {
    const { accountId } = ctx.account;
    const [usage, facts] = await Promise.all([
      readUsage(ctx.db, accountId, ctx.now),
      accountFacts(ctx.db, accountId, ctx.now),
    ]);
    return {
      email: facts.email,
      createdAt: facts.createdAt,
      sessions: facts.sessions,
      conversations: facts.conversations,
      plan: usage.plan,
      paid: usage.paid,
      trialDaysRemaining: trialDaysOf(usage, ctx.now),
      trialEndsAt: facts.trialEndsAt,
      trialAvailable: facts.trialStartedAt === null && usage.plan === 'free',
      hasSubscription: facts.stripeCustomerId !== null && stillBills(facts.stripeStatus),
      quotas: quotasOf(usage, ctx.now),
    };
  }),

  ...connectorKeyProcedures,

  ...grantProcedures,

  ...callProcedures,

  /** Starts the account's one trial of Premium. */
  startTrial: signedInProcedure.mutation(async ({ ctx }) => {
    const started = await startTrial(ctx.db, ctx.account.accountId, ctx.now);
    if (!started)
      throw new Refusal('invalid_request', {
        message:
          ctx.account.plan === 'premium'
            ? 'This account is on Premium already.'
            : 'This account has had its trial already.',
      });
    return { started: true as const };
  }),

  /** Everything kept about the account (`exportAccount`). */
  exportData: signedInProcedure.query(async ({ ctx }) => ({
    exportedAt: ctx.now.toISOString(),
    ...(await exportAccount(ctx.db, ctx.account.accountId, ctx.now)),
  })),

  /** Erases the account when its address is typed as confirmation. Refused while a subscription still bills. */
  deleteAccount: signedInProcedure
    .input(z.object({ confirmEmail: z.string().max(254) }))
    .mutation(async ({ ctx, input }) => {
      const { accountId } = ctx.account;
      const facts = await accountFacts(ctx.db, accountId, ctx.now);
      if (normalEmail(input.confirmEmail) !== facts.email) {
        throw new Refusal('invalid_request', {
          field: 'confirmEmail',
          message: 'Type the e-mail address of this account to confirm that it is to be erased.',
        });
      }
      if (stillBills(facts.stripeStatus)) {
        throw new Refusal('invalid_request', {
          message:
            'A subscription still bills this account: end it under Plan first, then erase the account.',
        });
      }
      return { deleted: await deleteAccount(ctx.db, accountId, ctx.now) };
    }),
});
