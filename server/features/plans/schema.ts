import { z } from 'zod';
import type { Plan } from '#server/domain.ts';

export const planSchema = z.enum(['free', 'premium']) satisfies z.ZodType<Plan>;

/** `limit` and `remaining` are null when unlimited; `resetsAt` only on day-scoped metrics (docs/contract.md, QuotaMetric). */
export const quotaMetricSchema = z
  .object({
    used: z.int().min(0),
    limit: z.int().min(0).nullable(),
    remaining: z.int().min(0).nullable(),
    resetsAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'QuotaMetric' });
export type QuotaMetric = z.infer<typeof quotaMetricSchema>;

export const quotasSchema = z.object({
  ideaReads: quotaMetricSchema,
  asks: quotaMetricSchema,
  savedIdeas: quotaMetricSchema,
  followedTickers: quotaMetricSchema,
  followedShows: quotaMetricSchema,
});
export type Quotas = z.infer<typeof quotasSchema>;
