import { z } from 'zod';
import { attributionSchema } from '#server/api/attribution.ts';
import { ideaCardSchema } from '#server/features/ideas/schema.ts';
import { showSchema } from '#server/features/shows/schema.ts';

/** A day's ideas (docs/contract.md, Digest). */
export const digestSchema = z
  .object({
    summary: z.string(),
    date: z.iso.date(),
    personalized: z.boolean(),
    followedShowCount: z.int(),
    followedTickerCount: z.int(),
    ideaCount: z.int().describe('Ideas extracted in the window before ranking.'),
    incomplete: z.boolean().describe('Processing is still running: call again later.'),
    ideas: z.array(ideaCardSchema),
    windowHours: z.int(),
    hint: z.string().nullable(),
    recommendedShows: z.array(showSchema).optional(),
    latestIdeaAt: z.iso.datetime().nullable(),
    attribution: attributionSchema,
  })
  .meta({ id: 'Digest' });
export type Digest = z.infer<typeof digestSchema>;
