import { z } from 'zod';
import { attributionSchema } from '#server/api/attribution.ts';

/** A show as others name it (docs/contract.md, ShowRef). */
export const showRefSchema = z
  .object({ id: z.uuid(), slug: z.string().nullable(), name: z.string() })
  .meta({ id: 'ShowRef' });
export type ShowRef = z.infer<typeof showRefSchema>;

/** A show with its counts (docs/contract.md, Show). */
export const showSchema = z
  .object({
    id: z.uuid(),
    slug: z.string().nullable(),
    name: z.string(),
    description: z.string().nullable(),
    artworkUrl: z.url().nullable(),
    episodeCount: z.int(),
    lastEpisodeAt: z.iso.datetime().nullable(),
    ideaCount7d: z.int(),
    url: z.url(),
  })
  .meta({ id: 'Show' });
export type Show = z.infer<typeof showSchema>;

export const showPageSchema = z
  .object({ shows: z.array(showSchema), nextCursor: z.string().nullable(), attribution: attributionSchema })
  .meta({ id: 'ShowPage' });
export type ShowPage = z.infer<typeof showPageSchema>;

/** An episode as others name it; `publishedAt` is the air date in UTC (docs/contract.md, EpisodeRef). */
export const episodeRefSchema = z
  .object({ id: z.uuid(), title: z.string(), publishedAt: z.iso.datetime(), guest: z.string().nullable() })
  .meta({ id: 'EpisodeRef' });
export type EpisodeRef = z.infer<typeof episodeRefSchema>;
