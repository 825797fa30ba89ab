import { freeLimits } from '#server/api/limits.ts';
import type { Plan } from '#server/domain.ts';
import type { QuotaMetric } from '#server/features/plans/schema.ts';
import { DAY_MS, nextUtcMidnight } from '#server/platform/clock.ts';

export type Metered = keyof typeof freeLimits;
const dayScoped: ReadonlySet<Metered> = new Set(['ideaReads', 'asks']);

/** Days of Premium in a trial, once per account (docs/contract.md, States and transitions). */
export const TRIAL_DAYS = 14;

/** The limit of a plan; null when unlimited. */
export function limitOf(metric: Metered, plan: Plan): number | null {
  return plan === 'premium' ? null : freeLimits[metric];
}

/** What of a limit is used and left (docs/contract.md, QuotaMetric). */
export function quotaMetric(metric: Metered, used: number, plan: Plan, now: Date): QuotaMetric {
  const limit = limitOf(metric, plan);
  return {
    used,
    limit,
    remaining: limit === null ? null : Math.max(0, limit - used),
    ...(dayScoped.has(metric) ? { resetsAt: nextUtcMidnight(now).toISOString() } : {}),
  };
}

/** Whole days of trial left, counted up; null when no trial runs. */
export function trialDaysRemaining(trialEndsAt: Date | null, now: Date): number | null {
  if (!trialEndsAt || trialEndsAt <= now) return null;
  return Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS);
}
