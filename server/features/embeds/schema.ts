import { z } from 'zod';
import { attributionSchema } from '#server/api/attribution.ts';

export const embedKindSchema = z.enum(['show', 'episode', 'ticker']);
export type EmbedKind = z.infer<typeof embedKindSchema>;

/** At most this many ideas in a widget, newest first (docs/contract.md, Public embed data and widgets). */
export const MAX_EMBED_IDEAS = 10;
/** The most characters of what a widget is called by: an address, a symbol or a name. */
export const MAX_EMBED_NAME = 200;

/**
 * What a frame of ours may do on another's page. Scripts, so that a widget that has gone can say so; never the page's own
 * origin.
 */
export const EMBED_SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** What a widget shows: headlines, dates and attribution only; no stance, price or arrow (docs/contract.md, Public embed data and widgets). */
export const embedSchema = z
  .object({
    kind: embedKindSchema,
    id: z.string().describe('Show slug, episode id or canonical symbol.'),
    name: z.string(),
    url: z.url(),
    label: z.string().describe('The not-investment-advice label, to be shown with the ideas.'),
    attribution: attributionSchema,
    ideas: z
      .array(
        z.object({
          id: z.uuid(),
          headline: z.string(),
          publishedAt: z.iso.datetime(),
          show: z.string(),
          episodeTitle: z.string(),
          url: z.url(),
        }),
      )
      .max(MAX_EMBED_IDEAS),
    generatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Embed' });
export type Embed = z.infer<typeof embedSchema>;
