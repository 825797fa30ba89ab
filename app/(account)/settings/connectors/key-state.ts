import type { KeyState } from '#server/features/keys/rules.ts';

/** Whether calls with a key in this state are accepted. */
export function isLive(state: KeyState): boolean {
  return state === 'active' || state === 'retiring';
}
