import { z } from 'zod';
import { attributionSchema } from '#server/api/attribution.ts';

/** docs/contract.md, Citation. */
const citationSchema = z
  .object({
    marker: z.int().min(1).describe('The [n] used in the answer text.'),
    show: z.string(),
    episodeId: z.uuid(),
    episodeTitle: z.string(),
    publishedAt: z.iso.datetime(),
    timestampSeconds: z.int().nullable(),
    url: z.url(),
    ideaId: z.uuid().nullable(),
    ideaHeadline: z.string().nullable(),
  })
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof citationSchema>;

const coverageSchema = z.enum(['ok', 'low', 'none']);

/** docs/contract.md, AskAnswer. */
export const askAnswerSchema = z
  .object({
    refused: z.boolean().describe('True for a trade-decision question.'),
    coverage: coverageSchema.describe('`low` means thin coverage and must be said when relayed.'),
    remainingToday: z.int().nullable(),
    disclaimer: z.string(),
    message: z.string().nullable(),
    suggestions: z.array(z.string()),
    answer: z.string().nullable().describe('Plain text with [n] markers into `citations`.'),
    citations: z.array(citationSchema),
    conversationId: z.uuid().nullable(),
    attribution: attributionSchema,
  })
  .meta({ id: 'AskAnswer' });
export type AskAnswer = z.infer<typeof askAnswerSchema>;

export const erasedHistorySchema = z
  .object({ deleted: z.object({ conversations: z.int(), messages: z.int() }) })
  .meta({ id: 'ErasedHistory' });

/** For the account's own pages: its conversations. */
export const conversationListSchema = z.object({
  conversations: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      questions: z.int(),
      createdAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
    }),
  ),
});

/** For the account's own pages: one conversation, oldest message first. */
export const conversationSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  messages: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['question', 'answer']),
      text: z.string(),
      answer: askAnswerSchema.nullable(),
      ideaId: z.uuid().nullable(),
      createdAt: z.iso.datetime(),
      correctedSince: z
        .array(z.int())
        .describe('Markers of citations whose idea was corrected after the answer was given.'),
    }),
  ),
});
