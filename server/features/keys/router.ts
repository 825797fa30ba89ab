import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { freeText } from '#server/api/inputs.ts';
import { procedure, router } from '#server/api/trpc.ts';
import { mintKey, tooManyIssued } from '#server/features/keys/rules.ts';
import { issuedKeySchema } from '#server/features/keys/schema.ts';
import { insertCorpusKey } from '#server/features/keys/store.ts';
import { bucketPolicies } from '#server/platform/buckets/policies.ts';
import { nextUtcMidnight } from '#server/platform/clock.ts';

const NOTE =
  'Store this key now: it is shown once. It widens the rate limit of the two open corpus tools and holds no scopes; a connector key is made in account settings.';

export const keysRouter = router({
  /** POST /v1/agent/keys (docs/contract.md, Key issuance answer): a free-tier key, shown once. 429 `key_limit` past 5 per e-mail or 20 per address a UTC day. */
  issueCorpusKey: procedure({
    access: { kind: 'public' },
    route: {
      method: 'POST',
      path: '/v1/agent/keys',
      operationId: 'issueCorpusKey',
      summary: 'Issue a free-tier key for the two open corpus tools',
      tag: 'Keys',
      status: 201,
      errors: ['key_limit'],
    },
  })
    .input(z.strictObject({ email: z.email().max(254), purpose: freeText(200).optional() }))
    .output(issuedKeySchema)
    .mutation(async ({ ctx, input }) => {
      const minted = mintKey('corpus', ctx.services.env.EARMARK_ENV, randomInt);
      const stored = await insertCorpusKey(ctx.db, {
        email: input.email.toLowerCase(),
        purpose: input.purpose ?? null,
        ip: ctx.ip,
        env: ctx.services.env.EARMARK_ENV,
        minted,
        now: ctx.now,
      });
      if (!stored) {
        throw tooManyIssued(Math.ceil((nextUtcMidnight(ctx.now).getTime() - ctx.now.getTime()) / 1000));
      }
      return {
        key: minted.text,
        keyPrefix: minted.keyPrefix,
        note: NOTE,
        rateLimitPerMinute: bucketPolicies.key.quota,
      };
    }),
});
