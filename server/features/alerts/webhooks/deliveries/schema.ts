import { z } from 'zod';

/** A delivery of an event to a webhook (docs/contract.md, Added: Webhooks). */
export const webhookDeliverySchema = z
  .object({
    eventId: z.uuid().describe('The webhook-id that every try carries.'),
    webhookId: z.uuid(),
    type: z.enum(['idea.new', 'stance.changed', 'test']),
    createdAt: z.iso.datetime(),
    attempts: z.int().min(0).describe('Tries that were made by themselves.'),
    resends: z.int().min(0).describe('Tries that the account asked for.'),
    deliveredAt: z.iso.datetime().nullable(),
    nextAttemptAt: z.iso.datetime().nullable().describe('Null: it is not tried again by itself.'),
    lastStatus: z.int().nullable().describe('HTTP status of the last answer; null when there was none.'),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const webhookDeliveryPageSchema = z
  .object({ deliveries: z.array(webhookDeliverySchema), nextCursor: z.string().nullable() })
  .meta({ id: 'WebhookDeliveryPage' });
