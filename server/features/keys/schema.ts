import { z } from 'zod';
import { mostCharacters } from '#server/api/limits.ts';
import { scopeSchema } from '#server/api/scopes.ts';
import type { KeyEnv } from '#server/domain.ts';
import { DIRECTION_MARKS } from '#server/platform/pattern.ts';

/** A key's name, trimmed. Control characters are refused, since terminals print names. */
export const keyNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(mostCharacters.keyName)
  .regex(
    new RegExp(`^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}${DIRECTION_MARKS}]*$`, 'u'),
    'it holds a control character',
  );

const keyEnvSchema = z.enum(['live', 'test']) satisfies z.ZodType<KeyEnv>;

export const profileKeySchema = z.object({
  name: z.string().nullable(),
  keyPrefix: z.string(),
  scopes: z.array(scopeSchema),
  env: keyEnvSchema,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});

/** A free-tier key, shown once (docs/contract.md, Key issuance answer). */
export const issuedKeySchema = z
  .object({
    key: z.string().describe('Shown once.'),
    keyPrefix: z.string(),
    note: z.string(),
    rateLimitPerMinute: z.int(),
  })
  .meta({ id: 'IssuedKey' });
