import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Refusal } from '#server/api/errors.ts';
import { MAX_ACTIVE_KEYS } from '#server/api/limits.ts';
import { readScopes, type Scope, scopes } from '#server/api/scopes.ts';
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
 * A new key: prefix, 32 random base62 characters, 6 characters of base62 CRC32. Only its hash is stored. `pick` draws an
 * unpredictable integer from 0 to below its argument.
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

/**
 * The kind of key that a text is on a server of this env. Null when its form or checksum is wrong, or when a test server
 * gets a live key. Needs no database.
 */
export function checkKeyText(text: string, env: KeyEnv): KeyKind | null {
  const match = KEY_FORM.exec(text);
  if (!match || checksum(match[1]! + match[2]!) !== match[3]) return null;
  if (match[1] === 'emk_free_') return 'corpus';
  if (match[1] === `emk_${env}_`) return 'connector';
  return env === 'live' ? 'test' : null;
}

/** The SHA-256 hash under which a key is stored. */
export function hashKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** When a key expires: one calendar year after creation. */
export function keyExpiry(createdAt: Date): Date {
  const end = new Date(createdAt);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}

type Lived = { readonly createdAt: Date; readonly lastUsedAt: Date | null; readonly expiresAt: Date };

/** When a key ends unless it is used again: after its year or ninety days without a call, whichever is first. */
export function keyEnd({ createdAt, lastUsedAt, expiresAt }: Lived): Date {
  const idleEnd = (lastUsedAt ?? createdAt).getTime() + IDLE_DAYS * DAY_MS;
  return new Date(Math.min(expiresAt.getTime(), idleEnd));
}

/** True once a key has ended by age or disuse, whether or not a call has closed it. */
export function isPastLife(key: Lived, now: Date): boolean {
  return now > keyEnd(key);
}

/** How long a replaced key still works beside its successor. */
export const ROTATION_OVERLAP_MS = DAY_MS;

export const presets = ['read', 'everything', 'custom'] as const;
export type Preset = (typeof presets)[number];

/** The scopes of a preset; of `custom` those that were picked. */
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

/** The state of a key as of `now`. A key past its year or ninety days idle is expired, whether or not a call has closed it. */
export function keyState(key: Lived & Ended, now: Date): KeyState {
  if (key.revokedAt) return 'revoked';
  if (key.closedAt || isPastLife(key, now)) return 'expired';
  if (!key.retiresAt) return 'active';
  return key.retiresAt > now ? 'retiring' : 'retired';
}

/** Days until a moment, rounded up; 0 when it is past. */
export function daysUntil(moment: Date, now: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / DAY_MS));
}

/** The refusal in settings of a connector key beyond the most that an account may have (docs/contract.md, Errors 20). */
export function tooManyActive(): Refusal {
  return new Refusal('key_limit', {
    limit: MAX_ACTIVE_KEYS,
    message: `You have ${MAX_ACTIVE_KEYS} active keys, the most an account may have: revoke one you no longer use.`,
  });
}

/** The refusal of a free-tier key beyond those issued in a day; `retryAfterSeconds` until the next day. */
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
