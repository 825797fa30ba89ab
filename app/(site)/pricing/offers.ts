/** Ways to Premium: an account to try it with, the trial, a purchase, or the operator, who sets plans by hand. */
export type Offer = 'account' | 'trial' | 'purchase' | 'operator';

type Account = { readonly paid: boolean; readonly trialAvailable: boolean };

/** What a reader is offered beside the prices; nothing when they pay. `account` is null without one. */
export function offersTo(account: Account | null, payable: boolean): Offer[] {
  if (account?.paid) return [];
  if (account === null) return payable ? ['account'] : ['account', 'operator'];
  return [...(account.trialAvailable ? (['trial'] as const) : []), payable ? 'purchase' : 'operator'];
}
