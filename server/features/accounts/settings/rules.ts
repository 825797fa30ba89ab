import { type Scope, scopes } from '#server/api/scopes.ts';
import { isPastLife } from '#server/features/keys/rules.ts';
import type { ListedKey } from '#server/features/keys/store.ts';

const DAY_MS = 86_400_000;

/** A rotated key stays good this long beside its successor. */
export const ROTATION_OVERLAP_MS = DAY_MS;

export const presets = ['read', 'everything', 'custom'] as const;
export type Preset = (typeof presets)[number];

/** Scopes that change nothing and spend no question. */
export const readScopes: readonly Scope[] = scopes.filter((scope) => scope.endsWith(':read'));

/** The scopes that a preset stands for; `custom` takes those that were picked. */
export function presetScopes(preset: Preset, picked: readonly Scope[]): readonly Scope[] {
  if (preset === 'read') return readScopes;
  if (preset === 'everything') return scopes;
  return scopes.filter((scope) => picked.includes(scope));
}

export type KeyState = 'active' | 'retiring' | 'revoked' | 'expired' | 'retired';

/** Where a key stands as of `now`. A key past its year or ninety days idle has expired, whether or not a call closed it. */
export function keyState(key: ListedKey, now: Date): KeyState {
  if (key.revokedAt) return 'revoked';
  if (key.closedAt || isPastLife(key, now)) return 'expired';
  if (!key.retiresAt) return 'active';
  return key.retiresAt > now ? 'retiring' : 'retired';
}

/** Whole days until a moment, counted up; 0 when it is past. */
export function daysUntil(moment: Date, now: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / DAY_MS));
}

/** A subscription in one of these states still bills. */
export function stillBills(stripeStatus: string | null): boolean {
  return ['active', 'trialing', 'past_due', 'unpaid', 'incomplete'].includes(stripeStatus ?? '');
}
