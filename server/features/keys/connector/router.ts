import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { mostCharacters } from '#server/api/limits.ts';
import { type Scope, scopeSchema } from '#server/api/scopes.ts';
import { signedInProcedure } from '#server/api/trpc.ts';
import type { KeyEnv } from '#server/domain.ts';
import { byCredential, callsSince } from '#server/features/calls/rules.ts';
import { countCalls } from '#server/features/calls/store.ts';
import { MAX_RANGES, readRanges } from '#server/features/keys/addresses/rules.ts';
import {
  limitConnectorKey,
  renameConnectorKey,
  rotateConnectorKey,
} from '#server/features/keys/connector/store.ts';
import {
  daysUntil,
  keyEnd,
  keyState,
  presetScopes,
  presets,
  tooManyActive,
} from '#server/features/keys/rules.ts';
import { keyNameSchema } from '#server/features/keys/schema.ts';
import {
  issueConnectorKey,
  type ListedKey,
  listConnectorKeys,
  revokeConnectorKey,
} from '#server/features/keys/store.ts';

const keyId = z.object({ id: z.uuid() });

export type ShownKey = {
  readonly id: string;
  readonly name: string | null;
  readonly keyPrefix: string;
  /** Sees the samples alone. */
  readonly isTest: boolean;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** In the last 30 days. */
  readonly calls: number;
  readonly addresses: readonly string[];
  readonly state: ReturnType<typeof keyState>;
  readonly endsAt: Date;
  readonly daysLeft: number;
};

/** How an account holder lists, makes, replaces and revokes connector keys. Part of the settings' router. */
export const connectorKeyProcedures = {
  /** Connector keys, newest first. */
  keys: signedInProcedure.query(async ({ ctx }) => {
    const { accountId } = ctx.account;
    await ctx.services.calls.flush();
    const [keys, counts] = await Promise.all([
      listConnectorKeys(ctx.db, accountId),
      countCalls(ctx.db, accountId, { since: callsSince(ctx.now) }),
    ]);
    const calls = byCredential(counts);
    const { EARMARK_ENV } = ctx.services.env;
    return keys.map((key) => shown(key, { calls: calls.get(key.id) ?? 0, env: EARMARK_ENV, now: ctx.now }));
  }),

  /**
   * Makes a connector key and returns its text, once; `test` for one that sees the samples alone. 409 `key_limit` when
   * 10 are active. One `id` makes one key, since reloading a page without scripts sends its form again.
   */
  createKey: signedInProcedure
    .input(
      z.object({
        id: z.uuid().optional(),
        name: keyNameSchema,
        preset: z.enum(presets),
        scopes: z.array(scopeSchema).default([]),
        test: z.boolean().default(false),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const granted = presetScopes(input.preset, input.scopes);
      if (granted.length === 0) {
        throw new Refusal('invalid_request', {
          field: 'scopes',
          message: 'Pick at least one scope for the key.',
        });
      }
      const env = input.test ? 'test' : ctx.services.env.EARMARK_ENV;
      const { accountId } = ctx.account;
      const issued = await issueConnectorKey(
        ctx.db,
        { id: input.id, accountId, name: input.name, scopes: granted, env },
        ctx.now,
      );
      if (!issued) {
        const known = await listConnectorKeys(ctx.db, accountId);
        throw known.some(({ id }) => id === input.id) ? sentBefore() : tooManyActive();
      }
      return { id: issued.id, key: issued.text, keyPrefix: issued.keyPrefix, name: input.name };
    }),

  /** Makes a successor of the same kind, with the same name and scopes; the old key stays good for 24 hours. 404 when it is not active. */
  rotateKey: signedInProcedure.input(keyId).mutation(async ({ ctx, input }) => {
    const rotated = await rotateConnectorKey(ctx.db, ctx.account.accountId, input.id, ctx.now);
    if (!rotated) throw notActive();
    const { issued, name, retiresAt } = rotated;
    return { key: issued.text, keyPrefix: issued.keyPrefix, name, retiresAt };
  }),

  /** Gives a key another name. 404 for one that the account does not have. */
  renameKey: signedInProcedure
    .input(keyId.extend({ name: keyNameSchema }))
    .mutation(async ({ ctx, input }) => {
      if (!(await renameConnectorKey(ctx.db, ctx.account.accountId, input))) throw new Refusal('not_found');
      return { name: input.name };
    }),

  /** Limits a key to address ranges (CIDR, IPv4 and IPv6) given as text; an empty text removes the limit. */
  limitKey: signedInProcedure
    .input(keyId.extend({ addresses: z.string().max(mostCharacters.keyAddresses) }))
    .mutation(async ({ ctx, input }) => {
      const { ranges, wrong } = readRanges(input.addresses);
      if (wrong !== null || ranges.length > MAX_RANGES) {
        throw new Refusal('invalid_request', {
          field: 'addresses',
          message:
            wrong === null
              ? `A key takes at most ${MAX_RANGES} ranges.`
              : `${wrong.slice(0, 64)} is no address and no range: write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.`,
        });
      }
      const known = await limitConnectorKey(ctx.db, ctx.account.accountId, {
        id: input.id,
        addresses: ranges,
      });
      if (!known) throw new Refusal('not_found');
      return { addresses: ranges };
    }),

  /** Ends a key at once. Revoking it twice changes nothing. */
  revokeKey: signedInProcedure.input(keyId).mutation(async ({ ctx, input }) => ({
    revoked: await revokeConnectorKey(ctx.db, ctx.account.accountId, input.id, ctx.now),
  })),
};

function sentBefore(): Refusal {
  return new Refusal('invalid_request', {
    message:
      'This form was sent before: its key stands in the list below, and its text was shown that once. Revoke it where you did not copy it, and make another.',
  });
}

function notActive(): Refusal {
  return new Refusal('not_found', { message: 'That key is not active any more: make a new one.' });
}

type Around = { readonly calls: number; readonly env: KeyEnv; readonly now: Date };

function shown(key: ListedKey, { calls, env, now }: Around): ShownKey {
  const endsAt = key.retiresAt ?? keyEnd(key);
  return {
    id: key.id,
    name: key.name,
    keyPrefix: key.keyPrefix,
    isTest: key.env !== env,
    scopes: key.scopes,
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
    calls,
    addresses: key.addresses,
    state: keyState(key, now),
    endsAt,
    daysLeft: daysUntil(endsAt, now),
  };
}
