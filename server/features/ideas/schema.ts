import { z } from 'zod';
import { attributionSchema } from '#server/api/attribution.ts';
import { quotaMetricSchema } from '#server/features/plans/schema.ts';
import { episodeRefSchema, showRefSchema } from '#server/features/shows/schema.ts';

export const stances = ['BULLISH', 'BEARISH', 'BALANCED', 'MIXED'] as const;
const directions = ['bullish', 'bearish', 'neutral', 'relative'] as const;
/** In order of precedence: the first that holds is served. */
export const reasons = [
  'holding',
  'saved_thesis',
  'followed_ticker',
  'followed_podcast',
  'followed_exposure',
  'top_today',
] as const;
export type Reason = (typeof reasons)[number];

const cardShape = {
  id: z.uuid(),
  headline: z.string(),
  thesis: z.string().describe("The extracted thesis line: the show's own argument, attributed."),
  discussionDepth: z
    .int()
    .min(1)
    .max(5)
    .describe('Depth of argument in the episode, never a rating of a security.'),
  stance: z.enum(stances).nullable(),
  direction: z.enum(directions).nullable(),
  tickers: z.array(z.string()),
  entities: z.array(z.string()).describe('Company slugs, listed or not.'),
  ideaType: z.enum(['investment', 'concept']).nullable(),
  show: showRefSchema,
  episode: episodeRefSchema,
  timestampSeconds: z
    .int()
    .nullable()
    .describe('Seconds into the episode; null when unknown, never inferred.'),
  url: z.url(),
  listenUrl: z.url().nullable(),
  reason: z.enum(reasons).optional().describe('Digest only: why the card is here.'),
  superseded: z.boolean(),
  savedAt: z.iso.datetime().optional().describe('Saves list only.'),
};

/** The one shape every list returns; never the metered body (docs/contract.md, IdeaCard). */
export const ideaCardSchema = z.object({ ...cardShape, isFull: z.literal(false) }).meta({ id: 'IdeaCard' });
export type IdeaCard = z.infer<typeof ideaCardSchema>;

/** The metered read (docs/contract.md, IdeaFull). */
export const ideaFullSchema = z
  .object({
    ...cardShape,
    isFull: z.literal(true),
    context: z.string().nullable(),
    riskFlags: z.array(z.string()),
    validationSignals: z.array(z.string()),
    participationEtfs: z.array(z.object({ symbol: z.string(), name: z.string() })),
    participationTheme: z.string().nullable(),
    speaker: z
      .object({
        name: z.string().nullable(),
        title: z.string().nullable(),
        role: z.enum(['guest', 'host', 'unclear']).nullable(),
      })
      .optional(),
    hearItYourselfLocked: z.boolean(),
    quota: z.object({ ideaReads: quotaMetricSchema }),
    attribution: attributionSchema,
  })
  .meta({ id: 'IdeaFull' });
export type IdeaFull = z.infer<typeof ideaFullSchema>;

/** A quote and its moment, at most 90 seconds long (docs/contract.md, IdeaMedia). */
export const ideaMediaSchema = z
  .object({
    ideaId: z.uuid(),
    quote: z.string(),
    startSeconds: z.int(),
    endSeconds: z.int(),
    timestamp: z.string().describe('`startSeconds` as mm:ss or h:mm:ss.'),
    episode: episodeRefSchema,
    show: showRefSchema,
    url: z.url(),
    audioUrl: z.url().nullable(),
    youtubeUrl: z.url().nullable(),
    attribution: attributionSchema,
  })
  .meta({ id: 'IdeaMedia' });
export type IdeaMedia = z.infer<typeof ideaMediaSchema>;

const pageShape = {
  summary: z.string().describe('One quotable sentence; the no-discussion sentence when empty.'),
  ideas: z.array(ideaCardSchema),
  nextCursor: z.string().nullable(),
  total: z.int().optional(),
  attribution: attributionSchema,
};

/** One page of cards (docs/contract.md, IdeaCardPage). */
export const ideaCardPageSchema = z.object(pageShape).meta({ id: 'IdeaCardPage' });
export type IdeaCardPage = z.infer<typeof ideaCardPageSchema>;

/** Ideas on one ticker, counted and listed (docs/contract.md, TickerMentions). */
export const tickerMentionsSchema = z
  .object({ ...pageShape, ticker: z.string(), name: z.string().nullable(), mentionCount: z.int() })
  .meta({ id: 'TickerMentions' });
export type TickerMentions = z.infer<typeof tickerMentionsSchema>;
