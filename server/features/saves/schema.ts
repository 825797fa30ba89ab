import { z } from 'zod';

/** What a change of a save answers (docs/contract.md, SaveResult). */
export const saveResultSchema = z
  .object({
    ideaId: z.guid(),
    saved: z.boolean(),
    already: z.boolean(),
    idempotencyKey: z.string().nullable().optional(),
  })
  .meta({ id: 'SaveResult' });
export type SaveResult = z.infer<typeof saveResultSchema>;
