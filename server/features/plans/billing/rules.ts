import type { Plan } from '#server/domain.ts';

/** What is stored of an account's subscription; `askedAt` is when the payment provider was asked for it. */
export type Known = {
  readonly subscriptionId: string | null;
  readonly status: string | null;
  readonly askedAt: Date | null;
};
/** What the payment provider says of a subscription. */
export type Subscription = { readonly id: string; readonly status: string };

const paidStates = new Set(['active', 'trialing', 'past_due']);

/** The plan that a subscription in this state pays for. A late payment keeps Premium while the provider retries. */
export function planOfStatus(status: string): Plan {
  return paidStates.has(status) ? 'premium' : 'free';
}

/** False for the end of a subscription that another, still paid one has replaced. */
export function concernsPlan(known: Omit<Known, 'askedAt'>, current: Subscription): boolean {
  if (known.subscriptionId === null || known.subscriptionId === current.id) return true;
  return planOfStatus(current.status) === 'premium' || planOfStatus(known.status ?? '') === 'free';
}

/** Whether a later answer about this subscription is stored than the one that was asked for at `askedAt`. */
export function isOutdated(known: Known, subscriptionId: string, askedAt: Date): boolean {
  return known.subscriptionId === subscriptionId && known.askedAt !== null && known.askedAt > askedAt;
}

/** Whether an account may start another subscription: a first payment that was not finished is started anew. */
export function mayCheckOut(stripeStatus: string | null): boolean {
  return stripeStatus === 'incomplete' || !stillBills(stripeStatus);
}

/** A subscription in one of these states still bills. */
export function stillBills(stripeStatus: string | null): boolean {
  return ['active', 'trialing', 'past_due', 'unpaid', 'incomplete'].includes(stripeStatus ?? '');
}
