import type { Beyond } from '#server/features/pages/beyond.ts';
import { listed } from '#server/language/phrasing.ts';
import { counted } from '../../../_ui/text/format.ts';

/** What a full read adds to the card, as the end of a sentence ("Adds ..."); null when it adds nothing. */
export function additions(beyond: Beyond): string | null {
  const argued = ofArgument(beyond);
  const beside = besideArgument(beyond);
  if (argued.length > 0) return listed([...argued, ...beside]);
  return beside.length === 0 ? null : `nothing to the argument, only ${listed(beside)}`;
}

/** Whether a full read tells more of the argument than the card. */
export function addsToArgument(beyond: Beyond): boolean {
  return ofArgument(beyond).length > 0;
}

function ofArgument({ sentences, risks, signals, speaker }: Beyond): string[] {
  return [
    ...(sentences > 0 ? [`${counted(sentences, 'further sentence')} of the argument`] : []),
    ...(risks > 0 ? [counted(risks, 'risk named on the show', 'risks named on the show')] : []),
    ...(signals > 0 ? [counted(signals, 'thing to watch', 'things to watch')] : []),
    ...(speaker ? ['who spoke'] : []),
  ];
}

function besideArgument({ length, companies, funds }: Beyond): string[] {
  return [
    ...(length ? ['the length of the talk around it'] : []),
    ...(companies ? ['the other companies named there'] : []),
    ...(funds > 0
      ? [`${counted(funds, 'fund of its theme', 'funds of its theme')} that the speaker did not name`]
      : []),
  ];
}
