import { type IdeaPage, MOST_UNTOLD } from '#server/features/pages/schema.ts';
import { untoldText } from '../../../_ui/text/untold-text.ts';

/** Why no idea stands against one of this stance. `untold` counts what is not told a side, up to `MOST_UNTOLD`. */
export function noOtherSide(stance: IdeaPage['card']['stance'], untold: number): string {
  if (stance === null)
    return 'Which side this idea takes is not told: the record names a side only where the words bear it out.';
  if (stance === 'BULLISH' || stance === 'BEARISH')
    return `No idea on the same subject is told to argue the opposite${untoldText(untold, untold >= MOST_UNTOLD)}.`;
  return 'This idea is balanced or mixed, so it has no opposite.';
}
