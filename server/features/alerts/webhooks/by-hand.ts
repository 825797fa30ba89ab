import { takeOrRefuse } from '#server/api/buckets/take.ts';
import { Refusal } from '#server/api/errors.ts';
import { stanceChangesNeedPremium } from '#server/features/alerts/rules.ts';
import { bodyOf, sendOnce } from '#server/features/alerts/webhooks/deliver.ts';
import type { Answer } from '#server/features/alerts/webhooks/rules.ts';
import { listWebhooks } from '#server/features/alerts/webhooks/store.ts';
import { addTest, type DeliveryId, findAttempt } from '#server/features/alerts/webhooks/tries/store.ts';
import { bucketPolicies } from '#server/platform/buckets/policies.ts';
import type { Services } from '#server/platform/services.ts';

/** The refusal of a webhook that the account does not have. */
export const webhookGone = () => new Refusal('not_found', { message: 'That webhook is gone: add it anew.' });

const UNTOLD = 'There is nothing to send: the event is gone, or its idea is no longer listed or followed.';

/**
 * Sends a signed test event now, once, and returns how the address answered. 404 when the account has no such webhook,
 * 429 past 20 events sent by hand an hour (docs/contract.md, Added: Webhooks 3).
 */
export async function sendTest(services: Services, accountId: string, webhookId: string): Promise<Answer> {
  const known = await listWebhooks(services.db, accountId);
  if (!known.some(({ id }) => id === webhookId)) throw webhookGone();
  await takeByHand(services, accountId);
  const attempt = await addTest(services.db, accountId, webhookId, services.clock());
  if (!attempt) throw webhookGone();
  const body = await bodyOf(services, attempt);
  if (body.kind === 'none') throw new Error('A test event has no body.');
  return sendOnce(services, attempt, body.text, 'attempts');
}

/**
 * Sends a delivery of the account again now, once, and returns how the address answered (docs/contract.md, Added: Webhooks
 * 2 and 3). 404 when there is no such delivery or its event no longer holds, 402 when the plan does not show it, 429 past
 * 20 events sent by hand an hour.
 */
export async function resend(services: Services, accountId: string, which: DeliveryId): Promise<Answer> {
  const attempt = await findAttempt(services.db, accountId, which, services.clock());
  if (!attempt) throw new Refusal('not_found', { message: UNTOLD });
  const body = await bodyOf(services, attempt);
  if (body.kind === 'none') {
    throw body.reason === 'premium'
      ? stanceChangesNeedPremium(services.env)
      : new Refusal('not_found', { message: UNTOLD });
  }
  await takeByHand(services, accountId);
  return sendOnce(services, attempt, body.text, 'resends');
}

/** Takes one of the events that an account may send by hand in an hour. Call it once there is something to send. */
async function takeByHand({ buckets }: Services, accountId: string): Promise<void> {
  const told = (wait: string) =>
    `${bucketPolicies.form.quota} events were sent by hand within an hour: try again in ${wait}.`;
  await takeOrRefuse(buckets, 'form', `webhook:${accountId}`, told);
}
