import { z } from 'zod';
import { pageOf } from '#server/api/cursor.ts';
import { Refusal } from '#server/api/errors.ts';
import { signedInProcedure } from '#server/api/trpc.ts';
import { byDay, byStatus, callsCsv, callsSince, markText, readMark } from '#server/features/calls/rules.ts';
import { countCalls, isCredentialOf, listCalls } from '#server/features/calls/store.ts';

const ofCredential = z.object({ id: z.uuid(), status: z.int().min(100).max(599).optional() });
/** Calls on a page, and the most in a file. */
const PAGE = 50;
const MOST_OF_FILE = 50_000;

/** The calls of a connector key or a connection. Part of the settings' router. */
export const callProcedures = {
  /** Calls of one key or connection in 30 days: counts by day and by status, and a page of calls. 404 for another account's. */
  calls: signedInProcedure
    .input(ofCredential.extend({ after: z.string().max(80).optional() }))
    .query(async ({ ctx, input }) => {
      const { accountId } = ctx.account;
      const after = input.after === undefined ? undefined : readMark(input.after);
      if (after === null || !(await isCredentialOf(ctx.db, accountId, input.id)))
        throw new Refusal('not_found');
      await ctx.services.calls.flush();
      const which = { credentialId: input.id, since: callsSince(ctx.now) };
      const [counts, found] = await Promise.all([
        countCalls(ctx.db, accountId, which),
        listCalls(ctx.db, accountId, { ...which, status: input.status, after }, PAGE + 1),
      ]);
      const { rows, last } = pageOf(found, PAGE);
      return {
        days: byDay(counts, ctx.now),
        statuses: byStatus(counts),
        calls: rows,
        next: last && markText(last),
      };
    }),

  /** The newest 50,000 of these calls as one CSV file. 404 for another account's. */
  callsFile: signedInProcedure.input(ofCredential).query(async ({ ctx, input }) => {
    const { accountId } = ctx.account;
    if (!(await isCredentialOf(ctx.db, accountId, input.id))) throw new Refusal('not_found');
    await ctx.services.calls.flush();
    const which = { credentialId: input.id, since: callsSince(ctx.now), status: input.status };
    return { csv: callsCsv(await listCalls(ctx.db, accountId, which, MOST_OF_FILE)) };
  }),
};
