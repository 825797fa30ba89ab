import { z } from 'zod';
import { openCursor, pageOf, sealCursor } from '#server/api/cursor.ts';
import { Refusal } from '#server/api/errors.ts';
import { cursorText, pageLimit } from '#server/api/inputs.ts';
import { accountProcedure } from '#server/api/trpc.ts';
import { resend } from '#server/features/alerts/webhooks/by-hand.ts';
import {
  type WebhookDelivery,
  webhookDeliveryPageSchema,
  webhookDeliverySchema,
} from '#server/features/alerts/webhooks/deliveries/schema.ts';
import {
  type DeliveryPosition,
  findDelivery,
  type LoggedDelivery,
  listDeliveries,
} from '#server/features/alerts/webhooks/deliveries/store.ts';

const PATH = '/v1/agent/webhooks/deliveries';
const TAG = 'Webhooks';

const positionSchema = z
  .tuple([z.number(), z.guid(), z.guid()])
  .transform(([at, eventId, webhookId]): DeliveryPosition => ({ at: new Date(at), eventId, webhookId }));

/** The API's view of webhook deliveries; webhooks themselves are managed in settings. Part of the alerts' router. */
export const deliveryProcedures = {
  /** GET /v1/agent/webhooks/deliveries (docs/contract.md, Added: Webhooks). */
  listWebhookDeliveries: accountProcedure({
    access: { kind: 'scope', scope: 'follows:read' },
    route: {
      method: 'GET',
      path: PATH,
      operationId: 'listWebhookDeliveries',
      summary: 'Deliveries of the account’s webhooks, newest event first',
      description: 'Kept for 30 days. Webhooks are added and changed in settings.',
      tag: TAG,
      errors: ['invalid_request'],
      cacheControl: 'private, no-store',
    },
  })
    .input(z.object({ limit: pageLimit, cursor: cursorText.optional() }))
    .output(webhookDeliveryPageSchema)
    .query(async ({ ctx, input }) => {
      const { accountId } = ctx.account;
      const query = ['listWebhookDeliveries', accountId] as const;
      const { secrets } = ctx.services;
      const after = openCursor(secrets, query, positionSchema, input.cursor);
      const found = await listDeliveries(ctx.db, accountId, after, input.limit + 1);
      const { rows, last } = pageOf(found, input.limit);
      const nextCursor =
        last && sealCursor(secrets[0], query, [last.at.getTime(), last.eventId, last.webhookId]);
      return { deliveries: rows.map(servedDelivery), nextCursor };
    }),

  /** POST /v1/agent/webhooks/deliveries (docs/contract.md, Added: Webhooks). Sends an event again now, delivered or not. */
  resendWebhookDelivery: accountProcedure({
    access: { kind: 'scope', scope: 'follows:write' },
    route: {
      method: 'POST',
      path: PATH,
      operationId: 'resendWebhookDelivery',
      summary: 'Send an event to a webhook again, now',
      description:
        'One signed try with the same webhook-id, at most 20 an hour for an account. It is sent to the address that the account holder set, and changes nothing of the tries to come until the address takes it. The answer tells what became of it.',
      tag: TAG,
      errors: ['premium_required', 'not_found', 'invalid_request'],
    },
  })
    .input(z.strictObject({ webhookId: z.uuid(), eventId: z.uuid() }))
    .output(webhookDeliverySchema)
    .mutation(async ({ ctx, input }) => {
      await resend(ctx.services, ctx.account.accountId, input);
      const row = await findDelivery(ctx.db, ctx.account.accountId, input);
      if (!row) throw new Refusal('not_found');
      return servedDelivery(row);
    }),
};

const types = { new_idea: 'idea.new', stance_change: 'stance.changed', test: 'test' } as const;

function servedDelivery(row: LoggedDelivery): WebhookDelivery {
  const { eventId, webhookId, attempts, resends, lastStatus, lastError } = row;
  return {
    eventId,
    webhookId,
    type: types[row.kind as keyof typeof types],
    createdAt: row.at.toISOString(),
    attempts,
    resends,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastStatus,
    lastError,
  };
}
