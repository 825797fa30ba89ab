import type { Direction, Stance } from '#server/domain.ts';

const OF_STANCE: Readonly<Record<Stance, Direction>> = {
  BULLISH: 'bullish',
  BEARISH: 'bearish',
  BALANCED: 'neutral',
  MIXED: 'neutral',
};

/** `relative` where an idea sets one thing over another, whichever side it takes; else as its stance, null where none is told (docs/contract.md, IdeaCard 6). */
export function directionOf(stance: Stance | null, isRelative: boolean): Direction | null {
  if (isRelative) return 'relative';
  return stance && OF_STANCE[stance];
}
