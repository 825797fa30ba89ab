import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { IDEAS_A_SIDE } from '#server/features/pages/subjects/rules.ts';
import { untoldText } from '../text/untold-text.ts';

type Told = Pick<IdeaCard, 'stance'>;

/**
 * What stands for a side that no idea is told to argue, or for both (`either`). `other` are the ideas on the subject beside the
 * two sides: those of them whose stance is not told may argue either. `beside` are ideas on other subjects, which the page shows
 * too: of these nothing is said.
 */
export function noSideText(
  side: 'this' | 'either',
  { other, beside }: { readonly other: readonly Told[]; readonly beside: readonly Told[] },
): string {
  const untold = other.filter(({ stance }) => stance === null).length;
  const isCut = other.length >= IDEAS_A_SIDE;
  const where = beside.length > 0 ? 'on this subject' : 'here';
  return `No idea ${where} is told to argue ${side} side${untoldText(untold, isCut)}.`;
}
