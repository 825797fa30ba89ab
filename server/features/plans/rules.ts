import { Refusal } from '#server/api/errors.ts';
import { freeLimits } from '#server/api/limits.ts';
import type { Plan } from '#server/domain.ts';
import type { QuotaMetric } from '#server/features/plans/schema.ts';
import { DAY_MS, nextUtcMidnight } from '#server/platform/clock.ts';
import type { Env } from '#server/platform/env.ts';

export type Metered = keyof typeof freeLimits;
const dayScoped: ReadonlySet<Metered> = new Set(['ideaReads', 'asks']);

/** Days of Premium in a trial, once per account (docs/contract.md, States and transitions). */
export const TRIAL_DAYS = 14;

/** The limit of a plan; null when unlimited. */
export function limitOf(metric: Metered, plan: Plan): number | null {
  return plan === 'premium' ? null : freeLimits[metric];
}

/** How much of a limit is used and left (docs/contract.md, QuotaMetric). */
export function quotaMetric(metric: Metered, used: number, plan: Plan, now: Date): QuotaMetric {
  const limit = limitOf(metric, plan);
  return {
    used,
    limit,
    remaining: limit === null ? null : Math.max(0, limit - used),
    ...(dayScoped.has(metric) ? { resetsAt: nextUtcMidnight(now).toISOString() } : {}),
  };
}

/** The five quotas of an account, from what it has used of each. */
export function quotasOf(
  usage: Readonly<Record<Metered, number>> & { readonly plan: Plan },
  now: Date,
): Readonly<Record<Metered, QuotaMetric>> {
  const metric = (name: Metered) => quotaMetric(name, usage[name], usage.plan, now);
  return {
    ideaReads: metric('ideaReads'),
    asks: metric('asks'),
    savedIdeas: metric('savedIdeas'),
    followedTickers: metric('followedTickers'),
    followedShows: metric('followedShows'),
  };
}

/** How many to remove before one more fits under a limit that is reached or passed, as it is said: `one`, `3`. */
export function toRemove(used: number, limit: number): string {
  return used <= limit ? 'one' : String(used - limit + 1);
}

/** Days of trial left; null when no trial runs, or a subscription is paid beside it. */
export function trialDaysOf(
  { paid, trialEndsAt }: { readonly paid: boolean; readonly trialEndsAt: Date | null },
  now: Date,
): number | null {
  return paid ? null : trialDaysRemaining(trialEndsAt, now);
}

/** Days of trial left, rounded up; null when no trial runs. */
export function trialDaysRemaining(trialEndsAt: Date | null, now: Date): number | null {
  if (!trialEndsAt || trialEndsAt <= now) return null;
  return Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS);
}

/** The 402 refusal of a feature that the free plan lacks, with the price (docs/contract.md, Error and PlanLimitError 3). */
export function premiumRequired(env: Env, feature: string, message: string): Refusal {
  return new Refusal('premium_required', {
    feature,
    message,
    extra: {
      price: {
        currency: env.EARMARK_PRICE_CURRENCY,
        monthly: env.EARMARK_PRICE_MONTHLY,
        yearly: env.EARMARK_PRICE_YEARLY,
      },
    },
  });
}
