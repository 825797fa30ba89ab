import { z } from 'zod';
import { signedInProcedure } from '#server/api/trpc.ts';
import { byCredential, callsSince } from '#server/features/calls/rules.ts';
import { countCalls } from '#server/features/calls/store.ts';
import { grantState } from '#server/features/grants/rules.ts';
import { listGrants, revokeGrant } from '#server/features/grants/store.ts';

/** How an account holder lists and ends connections by OAuth. Part of the settings' router. */
export const grantProcedures = {
  /** Connections, newest first, with their state and their calls of the last 30 days. */
  grants: signedInProcedure.query(async ({ ctx }) => {
    const { accountId } = ctx.account;
    await ctx.services.calls.flush();
    const [grants, counts] = await Promise.all([
      listGrants(ctx.db, accountId),
      countCalls(ctx.db, accountId, { since: callsSince(ctx.now) }),
    ]);
    const calls = byCredential(counts);
    return grants.map((grant) => ({
      ...grant,
      calls: calls.get(grant.id) ?? 0,
      state: grantState(grant, ctx.now),
    }));
  }),

  /** Ends a connection and all its tokens at once. Ending it twice changes nothing. */
  revokeGrant: signedInProcedure.input(z.object({ id: z.uuid() })).mutation(async ({ ctx, input }) => ({
    revoked: await revokeGrant(ctx.db, { id: input.id, accountId: ctx.account.accountId }, ctx.now),
  })),
};
