import type { Json } from '#server/contract/openapi/json.ts';

const delivery = {
  eventId: '0d6c0a52-5a0e-4a5c-9c0e-6f1b8f2f7a11',
  webhookId: '7b3e5a90-4c1d-4f28-9e6a-1d2c3b4a5f66',
  type: 'idea.new',
  createdAt: '2026-09-15T07:10:00.000Z',
  attempts: 1,
  resends: 0,
  deliveredAt: '2026-09-15T07:10:01.000Z',
  nextAttemptAt: null,
  lastStatus: 204,
  lastError: null,
};

/** Examples of the operations on deliveries, and of the body of one (`<operationId>.body`). */
export const webhookExamples: Readonly<Record<string, () => Json>> = {
  listWebhookDeliveries: () => ({ deliveries: [delivery], nextCursor: null }),
  resendWebhookDelivery: () => ({ ...delivery, resends: 1 }),
  'resendWebhookDelivery.body': () => ({ webhookId: delivery.webhookId, eventId: delivery.eventId }),
};
