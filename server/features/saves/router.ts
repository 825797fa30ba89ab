import { z } from 'zod';
import type { AccountPrincipal } from '#server/api/access.ts';
import { attribution } from '#server/api/attribution.ts';
import { readOnce } from '#server/api/context.ts';
import { openCursor, pageOf, sealCursor } from '#server/api/cursor.ts';
import { cursorText, isId, pageLimit, pathId } from '#server/api/inputs.ts';
import { freeLimits } from '#server/api/limits.ts';
import { accountProcedure, type CallContext, router } from '#server/api/trpc.ts';
import { toCard, unknownIdea } from '#server/features/ideas/rules.ts';
import { ideaCardPageSchema } from '#server/features/ideas/schema.ts';
import { saveLimit, savesSummary } from '#server/features/saves/rules.ts';
import { type SaveResult, saveResultSchema } from '#server/features/saves/schema.ts';
import {
  countSavedIdeas,
  listSavedIdeas,
  type SavePosition,
  saveIdea,
  unsaveIdea,
} from '#server/features/saves/store.ts';

const read = { kind: 'scope', scope: 'saves:read' } as const;
const write = { kind: 'scope', scope: 'saves:write' } as const;

const positionSchema = z
  .tuple([z.number(), z.guid()])
  .transform(([at, ideaId]): SavePosition => ({ savedAt: new Date(at), ideaId }));

export const savesRouter = router({
  /** GET /v1/agent/saves (docs/contract.md, Saves). Replaced ideas stay, marked `superseded`; hidden ones leave. */
  listSaves: accountProcedure({
    access: read,
    route: {
      method: 'GET',
      path: '/v1/agent/saves',
      operationId: 'listSaves',
      summary: 'Saved ideas, newest save first',
      tag: 'Saves',
      errors: ['invalid_request'],
      cacheControl: 'private, no-store',
    },
    tool: {
      name: 'service_list_saves',
      title: 'Saved ideas',
      description:
        'The ideas the account saved, as cards, newest save first, with savedAt and whether a later analysis replaced them. Free: spends no read. Page with nextCursor.',
      readOnly: true,
      idempotent: true,
    },
  })
    .input(z.object({ limit: pageLimit, cursor: cursorText.optional() }))
    .output(ideaCardPageSchema)
    .query(async ({ ctx, input }) => {
      const { env, secrets } = ctx.services;
      const { accountId } = ctx.account;
      const query = ['listSaves', accountId] as const;
      const after = openCursor(secrets, query, positionSchema, input.cursor);
      const most = input.limit + 1;
      const [found, total] = await readOnce(ctx, [query, input.cursor], most, () =>
        Promise.all([listSavedIdeas(ctx.db, accountId, after, most), countSavedIdeas(ctx.db, accountId)]),
      );
      const { rows, last } = pageOf(found, input.limit);
      return {
        summary: savesSummary(rows, total),
        ideas: rows.map((row) => ({ ...toCard(row, env), savedAt: row.savedAt.toISOString() })),
        nextCursor: last && sealCursor(secrets[0], query, [last.savedAt.getTime(), last.id]),
        total,
        attribution: attribution(env.webUrl, '/saved'),
      };
    }),

  /** POST /v1/agent/saves (docs/contract.md, Saves). 402 at the free cap, 404 for an unknown or hidden idea. */
  saveIdea: accountProcedure({
    access: write,
    route: {
      method: 'POST',
      path: '/v1/agent/saves',
      operationId: 'saveIdea',
      echoes: true,
      summary: 'Save an idea',
      tag: 'Saves',
      errors: ['save_limit', 'not_found', 'invalid_request'],
    },
  })
    .input(z.strictObject({ ideaId: z.guid() }))
    .output(saveResultSchema)
    .mutation(({ ctx, input }) => changeSave(ctx, { ...input, saved: true })),

  /** DELETE /v1/agent/saves/{ideaId} (docs/contract.md, Saves). An idea that was not saved, known or not, is 200 with `already`. */
  unsaveIdea: accountProcedure({
    access: write,
    route: {
      method: 'DELETE',
      path: '/v1/agent/saves/{ideaId}',
      operationId: 'unsaveIdea',
      echoes: true,
      summary: 'Remove a saved idea',
      tag: 'Saves',
      errors: ['not_found'],
    },
  })
    .input(z.object({ ideaId: pathId.describe('Idea id (uuid).') }))
    .output(saveResultSchema)
    .mutation(({ ctx, input }) => changeSave(ctx, { ...input, saved: false })),

  /** Both changes as one tool, under the same rules. */
  setSave: accountProcedure({
    access: write,
    tool: {
      name: 'service_set_save',
      title: 'Save or remove an idea',
      description: `Saves one idea to the account or removes it, by the id on its card. Only when the user asked for it. Safe to repeat: \`already\` says that nothing changed. The free plan holds ${freeLimits.savedIdeas} saved ideas. Spends no read.`,
      readOnly: false,
      destructive: true,
      idempotent: true,
      errors: ['save_limit', 'not_found'],
    },
  })
    .input(
      z.strictObject({
        ideaId: z.guid().describe('Id on the card of an idea (uuid).'),
        saved: z.boolean().describe('True to save, false to remove.'),
      }),
    )
    .output(saveResultSchema)
    .mutation(({ ctx, input }) => changeSave(ctx, input)),
});

async function changeSave(
  ctx: CallContext & { readonly account: AccountPrincipal },
  asked: { readonly ideaId: string; readonly saved: boolean },
): Promise<SaveResult> {
  if (!isId(asked.ideaId)) throw unknownIdea();
  const ideaId = asked.ideaId.toLowerCase();
  const { saved } = asked;
  const { accountId } = ctx.account;
  const changed = saved
    ? await wasSaved(saveIdea(ctx.db, accountId, ideaId, ctx.now))
    : await unsaveIdea(ctx.db, accountId, ideaId);
  const echoed = ctx.idempotencyKey === null ? {} : { idempotencyKey: ctx.idempotencyKey };
  return { ideaId, saved, already: !changed, ...echoed };
}

/** True when the call saved it, false when it was saved already. Throws 404 for an unknown idea and 402 at the cap. */
async function wasSaved(outcome: ReturnType<typeof saveIdea>): Promise<boolean> {
  const done = await outcome;
  if (done.kind === 'unknown') throw unknownIdea();
  if (done.kind === 'limit') throw saveLimit(done.limit, done.used);
  return done.kind === 'saved';
}
