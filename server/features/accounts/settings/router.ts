import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { type Scope, scopeSchema } from '#server/api/scopes.ts';
import { accountProcedure, router } from '#server/api/trpc.ts';
import {
  daysUntil,
  keyState,
  presetScopes,
  presets,
  ROTATION_OVERLAP_MS,
  stillBills,
} from '#server/features/accounts/settings/rules.ts';
import {
  accountFacts,
  deleteAccount,
  exportAccount,
  rotateConnectorKey,
} from '#server/features/accounts/settings/store.ts';
import { normalEmail } from '#server/features/accounts/store.ts';
import { keyEnd, keyExpiry, mintKey } from '#server/features/keys/rules.ts';
import { keyNameSchema } from '#server/features/keys/schema.ts';
import {
  insertConnectorKey,
  type ListedKey,
  listConnectorKeys,
  MAX_ACTIVE_KEYS,
  revokeConnectorKey,
} from '#server/features/keys/store.ts';
import { type Metered, quotaMetric, TRIAL_DAYS, trialDaysRemaining } from '#server/features/plans/rules.ts';
import { readUsage, startTrial } from '#server/features/plans/store.ts';

/** For signed-in pages only; no route and no tool, so that a key never reaches them (SPEC.md Authentication 1). */
const settings = accountProcedure({ access: { kind: 'account' } });
const keyId = z.object({ id: z.uuid() });

export type ShownKey = {
  readonly id: string;
  readonly name: string | null;
  readonly keyPrefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly calls: number;
  readonly state: ReturnType<typeof keyState>;
  readonly endsAt: Date;
  readonly daysLeft: number;
};

export const settingsRouter = router({
  /** Plan, quotas and what the account keeps. */
  overview: settings.query(async ({ ctx }) => {
    const { accountId } = ctx.account;
    const [usage, facts] = await Promise.all([
      readUsage(ctx.db, accountId, ctx.now),
      accountFacts(ctx.db, accountId, ctx.now),
    ]);
    const metric = (name: Metered) => quotaMetric(name, usage[name], usage.plan, ctx.now);
    return {
      email: facts.email,
      createdAt: facts.createdAt,
      sessions: facts.sessions,
      conversations: facts.conversations,
      plan: usage.plan,
      paid: usage.paid,
      trialDaysRemaining: usage.paid ? null : trialDaysRemaining(usage.trialEndsAt, ctx.now),
      trialEndsAt: facts.trialEndsAt,
      trialAvailable: facts.trialStartedAt === null && usage.plan === 'free',
      trialDays: TRIAL_DAYS,
      hasSubscription: facts.stripeCustomerId !== null && stillBills(facts.stripeStatus),
      quotas: {
        ideaReads: metric('ideaReads'),
        asks: metric('asks'),
        savedIdeas: metric('savedIdeas'),
        followedTickers: metric('followedTickers'),
        followedShows: metric('followedShows'),
      },
    };
  }),

  /** Connector keys, newest first. */
  keys: settings.query(async ({ ctx }) => {
    const keys = await listConnectorKeys(ctx.db, ctx.account.accountId);
    return keys.map((key) => shown(key, ctx.now));
  }),

  /** Makes a connector key and returns its text, once. 409 `key_limit` when 10 are active. */
  createKey: settings
    .input(
      z.object({ name: keyNameSchema, preset: z.enum(presets), scopes: z.array(scopeSchema).default([]) }),
    )
    .mutation(async ({ ctx, input }) => {
      const granted = presetScopes(input.preset, input.scopes);
      if (granted.length === 0) {
        throw new Refusal('invalid_request', {
          field: 'scopes',
          message: 'Pick at least one scope for the key.',
        });
      }
      const env = ctx.services.env.EARMARK_ENV;
      const minted = mintKey('connector', env);
      const stored = await insertConnectorKey(ctx.db, {
        accountId: ctx.account.accountId,
        name: input.name,
        scopes: granted,
        env,
        minted,
        createdAt: ctx.now,
        expiresAt: keyExpiry(ctx.now),
      });
      if (!stored) {
        throw new Refusal('key_limit', {
          limit: MAX_ACTIVE_KEYS,
          message: `You have ${MAX_ACTIVE_KEYS} active keys, the most an account may have: revoke one you no longer use.`,
        });
      }
      return { id: stored.id, key: minted.text, keyPrefix: minted.keyPrefix, name: input.name };
    }),

  /** Makes a successor with the same name and scopes; the old key stays good for 24 hours. 404 when it is not active. */
  rotateKey: settings.input(keyId).mutation(async ({ ctx, input }) => {
    const env = ctx.services.env.EARMARK_ENV;
    const minted = mintKey('connector', env);
    const retiresAt = new Date(ctx.now.getTime() + ROTATION_OVERLAP_MS);
    const old = await rotateConnectorKey(ctx.db, {
      accountId: ctx.account.accountId,
      keyId: input.id,
      minted,
      env,
      now: ctx.now,
      expiresAt: keyExpiry(ctx.now),
      retiresAt,
    });
    if (!old) throw new Refusal('not_found', { message: 'That key is not active any more: make a new one.' });
    return { key: minted.text, keyPrefix: minted.keyPrefix, name: old.name, retiresAt };
  }),

  /** Ends a key at once. Revoking one that is gone already changes nothing. */
  revokeKey: settings.input(keyId).mutation(async ({ ctx, input }) => ({
    revoked: await revokeConnectorKey(ctx.db, ctx.account.accountId, input.id, ctx.now),
  })),

  /** Starts the account's one trial of Premium. */
  startTrial: settings.mutation(async ({ ctx }) => {
    const started = await startTrial(ctx.db, ctx.account.accountId, ctx.now);
    if (!started)
      throw new Refusal('invalid_request', { message: 'This account has had its trial already.' });
    return { started: true as const };
  }),

  /** All that is kept about the account, as plain values. */
  exportData: settings.query(async ({ ctx }) => ({
    exportedAt: ctx.now.toISOString(),
    ...(await exportAccount(ctx.db, ctx.account.accountId)),
  })),

  /** Erases the account when its address is typed as confirmation. Refused while a subscription still bills. */
  deleteAccount: settings
    .input(z.object({ confirmEmail: z.string().max(254) }))
    .mutation(async ({ ctx, input }) => {
      const { accountId } = ctx.account;
      const facts = await accountFacts(ctx.db, accountId, ctx.now);
      if (normalEmail(input.confirmEmail) !== facts.email) {
        throw new Refusal('invalid_request', {
          field: 'confirmEmail',
          message: 'Type the e-mail address of this account to confirm that it is to be erased.',
        });
      }
      if (stillBills(facts.stripeStatus)) {
        throw new Refusal('invalid_request', {
          message:
            'A subscription still bills this account: end it under Plan first, then erase the account.',
        });
      }
      return { deleted: await deleteAccount(ctx.db, accountId, ctx.now) };
    }),
});

function shown(key: ListedKey, now: Date): ShownKey {
  const endsAt = key.retiresAt ?? keyEnd(key);
  return {
    id: key.id,
    name: key.name,
    keyPrefix: key.keyPrefix,
    scopes: key.scopes,
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
    calls: key.calls,
    state: keyState(key, now),
    endsAt,
    daysLeft: daysUntil(endsAt, now),
  };
}
