import type { Plan } from '#server/domain.ts';

/** What is known of an account's subscription, and what the payment provider says now. */
export type Known = { readonly subscriptionId: string | null; readonly status: string | null };
export type Subscription = { readonly id: string; readonly status: string };

const paidStates = new Set(['active', 'trialing', 'past_due']);

/** The plan that a subscription in this state pays for. A late payment keeps Premium while the provider retries. */
export function planOfStatus(status: string): Plan {
  return paidStates.has(status) ? 'premium' : 'free';
}

/** False for the end of a subscription that another, still paid one has replaced. */
export function concernsPlan(known: Known, told: Subscription): boolean {
  if (known.subscriptionId === null || known.subscriptionId === told.id) return true;
  return planOfStatus(told.status) === 'premium' || planOfStatus(known.status ?? '') === 'free';
}

/** A subscription in one of these states still bills. */
export function stillBills(stripeStatus: string | null): boolean {
  return ['active', 'trialing', 'past_due', 'unpaid', 'incomplete'].includes(stripeStatus ?? '');
}
