import { z } from 'zod';
import { attributionSchema } from '#server/api/attribution.ts';
import { profileKeySchema } from '#server/features/keys/schema.ts';
import { planSchema, quotasSchema } from '#server/features/plans/schema.ts';

/** The account behind a key (docs/contract.md, Profile). */
export const profileSchema = z
  .object({
    plan: planSchema,
    isTrialing: z.boolean(),
    trialDaysRemaining: z.int().nullable(),
    quotas: quotasSchema,
    key: profileKeySchema,
    upgradeUrl: z.url(),
    settingsUrl: z.url(),
    attribution: attributionSchema,
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profileSchema>;
