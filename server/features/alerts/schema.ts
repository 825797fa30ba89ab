import { z } from 'zod';
import { type Attribution, attributionSchema } from '#server/api/attribution.ts';
import { type IdeaCard, ideaCardSchema } from '#server/features/ideas/schema.ts';
import type { StanceWord } from '#server/features/theses/schema.ts';

export const mailRhythms = ['off', 'at_once', 'daily', 'weekly'] as const;
export type MailRhythm = (typeof mailRhythms)[number];

/** The kinds of listed events. A webhook's `test` is never listed. */
export type AlertKind = 'new_idea' | 'stance_change';

/** A change of stance as an event stores it: the stance words and the idea before. */
export type ChangePayload = {
  readonly symbol: string;
  readonly from: StanceWord;
  readonly to: StanceWord;
  readonly fromIdeaId: string;
};

/** An event as every channel tells it: the card and the follows or saved searches that it answers. */
export type Alert = {
  readonly id: string;
  readonly at: Date;
  readonly card: IdeaCard;
  /** Null for a new idea. */
  readonly change: Omit<ChangePayload, 'fromIdeaId'> | null;
  readonly followed: {
    readonly show: boolean;
    readonly tickers: readonly string[];
    readonly searches: readonly { readonly id: string; readonly name: string }[];
  };
};

/** The body of a webhook, in the form of Standard Webhooks: type, timestamp, data. */
export const webhookBodySchema = z.object({
  type: z.enum(['idea.new', 'stance.changed', 'test']),
  timestamp: z.iso.datetime(),
  data: z.object({
    idea: ideaCardSchema.optional(),
    stanceChange: z.object({ symbol: z.string(), from: z.string(), to: z.string() }).optional(),
    followed: z
      .object({
        show: z.boolean(),
        tickers: z.array(z.string()),
        searches: z.array(z.object({ id: z.uuid(), name: z.string() })),
      })
      .optional(),
    message: z.string().optional(),
  }),
  attribution: attributionSchema,
});
export type WebhookBody = z.infer<typeof webhookBodySchema> & { readonly attribution: Attribution };
