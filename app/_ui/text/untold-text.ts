import { counted } from './format.ts';

/** How many ideas are told no side, as the end of a sentence that none is told to take one; nothing for none. `isLeast`: there may be more. */
export function untoldText(untold: number, isLeast = false): string {
  if (untold === 0) return '';
  return `; ${isLeast ? 'at least ' : ''}${counted(untold, 'idea')} ${untold === 1 ? 'is' : 'are'} not told a side`;
}
