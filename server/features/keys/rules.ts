import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Refusal } from '#server/api/errors.ts';
import { MAX_ACTIVE_KEYS } from '#server/api/limits.ts';
import { type Scope, scopes } from '#server/api/scopes.ts';
import type { KeyEnv } from '#server/domain.ts';
import { DAY_MS } from '#server/platform/clock.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = 6;
const KEY_FORM = /^(emk_(?:live|test|free)_)([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** A key ends ninety days after its last call (docs/contract.md, Authentication 13). */
export const IDLE_DAYS = 90;

/** `test`: a connector key for trying, on a live server. */
export type KeyKind = 'connector' | 'corpus' | 'test';
export type MintedKey = { readonly text: string; readonly hash: Buffer; readonly keyPrefix: string };

/**
 * A new key: prefix, 32 random base62 characters, 6 characters of base62 CRC32. Only its hash is stored. `pick` draws a
 * whole number from 0 to below its argument, from a source that nobody can foresee.
 */
export function mintKey(
  kind: Exclude<KeyKind, 'test'>,
  env: KeyEnv,
  pick: (below: number) => number,
): MintedKey {
  const prefix = kind === 'corpus' ? 'emk_free_' : `emk_${env}_`;
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[pick(ALPHABET.length)]).join('');
  const text = `${prefix}${random}${checksum(prefix + random)}`;
  return { text, hash: hashKey(text), keyPrefix: text.slice(0, prefix.length + SHOWN_LENGTH) };
}

/** What kind of key a text is on a server of this env; null when its form or checksum is wrong, or a server for tests gets a live key. No database is asked. */
export function checkKeyText(text: string, env: KeyEnv): KeyKind | null {
  const match = KEY_FORM.exec(text);
  if (!match || checksum(match[1]! + match[2]!) !== match[3]) return null;
  if (match[1] === 'emk_free_') return 'corpus';
  if (match[1] === `emk_${env}_`) return 'connector';
  return env === 'live' ? 'test' : null;
}

export function hashKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** One calendar year after creation. */
export function keyExpiry(createdAt: Date): Date {
  const end = new Date(createdAt);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}

type Lived = { readonly createdAt: Date; readonly lastUsedAt: Date | null; readonly expiresAt: Date };

/** When a key ends if it is not called again: after its year or ninety days without a call, whichever is first. */
export function keyEnd({ createdAt, lastUsedAt, expiresAt }: Lived): Date {
  const idleEnd = (lastUsedAt ?? createdAt).getTime() + IDLE_DAYS * DAY_MS;
  return new Date(Math.min(expiresAt.getTime(), idleEnd));
}

/** True once a key has ended by its age or by lying idle, whether or not a call closed it. */
export function isPastLife(key: Lived, now: Date): boolean {
  return now > keyEnd(key);
}

/** How long a key that was replaced stays good beside its successor. */
export const ROTATION_OVERLAP_MS = DAY_MS;

export const presets = ['read', 'everything', 'custom'] as const;
export type Preset = (typeof presets)[number];

/** Scopes that change nothing and spend no question. */
const readScopes: readonly Scope[] = scopes.filter((scope) => scope.endsWith(':read'));

/** The scopes that a preset stands for; `custom` takes those that were picked. */
export function presetScopes(preset: Preset, picked: readonly Scope[]): readonly Scope[] {
  if (preset === 'read') return readScopes;
  if (preset === 'everything') return scopes;
  return scopes.filter((scope) => picked.includes(scope));
}

export type KeyState = 'active' | 'retiring' | 'revoked' | 'expired' | 'retired';

type Ended = {
  readonly revokedAt: Date | null;
  readonly closedAt: Date | null;
  readonly retiresAt: Date | null;
};

/** Where a key stands as of `now`. A key past its year or ninety days idle has expired, whether or not a call closed it. */
export function keyState(key: Lived & Ended, now: Date): KeyState {
  if (key.revokedAt) return 'revoked';
  if (key.closedAt || isPastLife(key, now)) return 'expired';
  if (!key.retiresAt) return 'active';
  return key.retiresAt > now ? 'retiring' : 'retired';
}

/** Whole days until a moment, counted up; 0 when it is past. */
export function daysUntil(moment: Date, now: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / DAY_MS));
}

/** The refusal of a connector key beyond those that an account may have, in settings (docs/contract.md, Errors 20). */
export function tooManyActive(): Refusal {
  return new Refusal('key_limit', {
    limit: MAX_ACTIVE_KEYS,
    message: `You have ${MAX_ACTIVE_KEYS} active keys, the most an account may have: revoke one you no longer use.`,
  });
}

/** The refusal of a free-tier key beyond those that are issued in a day; `retryAfterSeconds` until more are. */
export function tooManyIssued(retryAfterSeconds: number): Refusal {
  return new Refusal('key_limit', {
    status: 429,
    retryAfterSeconds,
    message: 'Too many free-tier keys were issued to this e-mail or address today.',
  });
}

function checksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[value % ALPHABET.length] + digits;
    value = Math.floor(value / ALPHABET.length);
  }
  return digits;
}
