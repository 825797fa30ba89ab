import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { IDEAS_A_SIDE } from '#server/features/pages/subjects/rules.ts';
import { untoldText } from '../text/untold-text.ts';

/**
 * What stands for a side that no idea is told to argue, or for both (`either`). `other` are the ideas beside the two sides:
 * those of them whose stance is not told may argue either.
 */
export function noSideText(side: 'this' | 'either', other: readonly Pick<IdeaCard, 'stance'>[]): string {
  const untold = other.filter(({ stance }) => stance === null).length;
  const isCut = other.length >= IDEAS_A_SIDE;
  return `No idea here is told to argue ${side} side${untoldText(untold, isCut)}.`;
}
