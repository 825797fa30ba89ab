import { z } from 'zod';
import { attributionSchema } from '#server/api/attribution.ts';
import { quotaMetricSchema } from '#server/features/plans/schema.ts';
import { showRefSchema } from '#server/features/shows/schema.ts';

/** What an account follows (docs/contract.md, Follows). */
export const followsSchema = z
  .object({
    shows: z.array(showRefSchema.extend({ followedAt: z.iso.datetime() })),
    tickers: z.array(z.object({ symbol: z.string(), followedAt: z.iso.datetime() })),
    limits: z.object({ shows: quotaMetricSchema, tickers: quotaMetricSchema }),
    attribution: attributionSchema,
  })
  .meta({ id: 'Follows' });
export type Follows = z.infer<typeof followsSchema>;

/** What a change of a follow answers (docs/contract.md, FollowResult). */
export const followResultSchema = z
  .object({
    type: z.enum(['show', 'ticker']),
    id: z.string().describe('Show id or canonical symbol.'),
    following: z.boolean(),
    already: z.boolean().describe('The call changed nothing.'),
    slug: z.string().nullable().optional().describe('Shows only.'),
    name: z.string().nullable().optional(),
    idempotencyKey: z.string().nullable().optional(),
  })
  .meta({ id: 'FollowResult' });
export type FollowResult = z.infer<typeof followResultSchema>;

/** A followed ticker and whether the account holder marked it as held; shown on account pages only. */
export const heldTickerSchema = z.object({ symbol: z.string(), held: z.boolean() });
