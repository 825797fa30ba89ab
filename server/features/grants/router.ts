import { z } from 'zod';
import { accountProcedure } from '#server/api/trpc.ts';
import { listGrants, revokeGrant } from '#server/features/grants/store.ts';

/** For signed-in pages only; no route and no tool, so that a client ends no connection but its own. */
const settings = accountProcedure({ access: { kind: 'account' } });

/** Where an account holder's connections by OAuth are listed and ended; part of the settings' router. */
export const grantProcedures = {
  /** Connections in force, newest first. */
  grants: settings.query(({ ctx }) => listGrants(ctx.db, ctx.account.accountId, ctx.now)),

  /** Ends a connection and all its tokens at once. Ending one that is gone already changes nothing. */
  revokeGrant: settings.input(z.object({ id: z.uuid() })).mutation(async ({ ctx, input }) => ({
    revoked: await revokeGrant(ctx.db, { id: input.id, accountId: ctx.account.accountId }, ctx.now),
  })),
};
