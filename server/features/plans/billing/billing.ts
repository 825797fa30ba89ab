import type Stripe from 'stripe';
import { Refusal } from '#server/api/errors.ts';
import { concernsPlan, isOutdated, mayCheckOut, planOfStatus } from '#server/features/plans/billing/rules.ts';
import {
  billedAccount,
  holdAccount,
  isNoted,
  noteEvent,
  writeSubscription,
} from '#server/features/plans/billing/store.ts';
import type { Db } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import { stripeOf } from '#server/platform/stripe.ts';

export type Period = 'monthly' | 'yearly';

/** Opens a checkout and returns its address. Throws when payments are off or a subscription bills already. */
export async function startCheckout(services: Services, accountId: string, period: Period): Promise<string> {
  const { env, db } = services;
  const stripe = requireStripe(services);
  const account = await billedAccount(db, accountId);
  if (!account) throw new Refusal('unauthorized');
  if (!mayCheckOut(account.status)) {
    throw new Refusal('invalid_request', {
      message: 'This account has a subscription already: change it under Plan.',
    });
  }
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [
      { price: period === 'yearly' ? env.STRIPE_PRICE_YEARLY! : env.STRIPE_PRICE_MONTHLY!, quantity: 1 },
    ],
    client_reference_id: accountId,
    subscription_data: { metadata: { accountId } },
    ...(account.customerId ? { customer: account.customerId } : { customer_email: account.email }),
    success_url: `${env.webUrl}/settings/plan?paid=1`,
    cancel_url: `${env.webUrl}/pricing`,
  });
  if (!session.url) throw new Error('The payment provider returned no address.');
  return session.url;
}

/** The provider's own page where a subscription is changed or ended. */
export async function openPortal(services: Services, accountId: string): Promise<string> {
  const account = await billedAccount(services.db, accountId);
  if (!account?.customerId) throw new Refusal('not_found', { message: 'This account has no subscription.' });
  const session = await requireStripe(services).billingPortal.sessions.create({
    customer: account.customerId,
    return_url: `${services.env.webUrl}/settings/plan`,
  });
  return session.url;
}

/**
 * Takes a webhook: checks its signature, then stores what the provider says of the subscription now, not what the event
 * said when it was made. So events may come twice, late and in any order. Throws on a bad signature. Any other error
 * leaves the event unnoted, and the provider sends it again.
 */
export async function takeEvent(services: Services, body: string, signature: string): Promise<void> {
  const { db, clock } = services;
  const stripe = requireStripe(services);
  const event = await readEvent(stripe, services, body, signature);
  if (await isNoted(db, event.id)) return;
  const subscriptionId = subscriptionOf(event);
  const askedAt = clock();
  // Asked before the transaction: no connection and no account waits for the provider.
  const current = subscriptionId === null ? null : await stripe.subscriptions.retrieve(subscriptionId);
  await db.transaction(async (tx) => {
    const stamp = { id: event.id, type: event.type, created: new Date(event.created * 1000) };
    if (!(await noteEvent(tx, stamp, clock())) || current === null) return;
    await storeCurrent(services, tx, current, askedAt);
  });
}

/** Writes a subscription as the provider told it when asked at `askedAt`, unless a newer answer is stored. */
async function storeCurrent(
  services: Services,
  tx: Db,
  current: Stripe.Subscription,
  askedAt: Date,
): Promise<void> {
  const customerId = idOf(current.customer);
  const account = await holdAccount(tx, { customerId, accountId: current.metadata?.accountId ?? null });
  if (!account) return warnOfOrphan(services, current);
  if (isOutdated(account, current.id, askedAt) || !concernsPlan(account, current)) return;
  await writeSubscription(tx, account.id, { id: current.id, status: current.status, customerId }, askedAt);
}

/** A checkout that was open when its account was erased may still be paid. Only an operator can end the subscription that it starts. */
function warnOfOrphan({ log }: Services, { id, status, metadata }: Stripe.Subscription): void {
  if (!metadata?.accountId || planOfStatus(status) === 'free') return;
  log.error(
    { subscriptionId: id },
    'a subscription bills for an account that is gone: end it at the provider',
  );
}

async function readEvent(stripe: Stripe, services: Services, body: string, signature: string) {
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, services.env.STRIPE_WEBHOOK_SECRET!);
  } catch {
    throw new Refusal('invalid_request', {
      status: 400,
      message: 'The signature of this event is not valid.',
    });
  }
}

function subscriptionOf(event: Stripe.Event): string | null {
  if (event.type === 'checkout.session.completed') {
    const { subscription } = event.data.object;
    return subscription ? idOf(subscription) : null;
  }
  if (event.type.startsWith('customer.subscription.')) return (event.data.object as Stripe.Subscription).id;
  return null;
}

function idOf(reference: string | { readonly id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}

function requireStripe(services: Services): Stripe {
  const stripe = stripeOf(services.env);
  if (!stripe) throw new Refusal('not_found', { message: 'Payments are not set up on this deployment.' });
  return stripe;
}
