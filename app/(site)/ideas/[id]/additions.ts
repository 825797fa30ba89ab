import type { Beyond } from '#server/features/pages/beyond.ts';
import { listed } from '#server/language/phrasing.ts';
import { counted } from '../../../_ui/text/format.ts';

/**
 * What a full read adds to the card, as the end of a sentence ("Adds ..."); null when it adds nothing to the argument: what
 * stands beside that alone is not worth a read.
 */
export function additions(beyond: Beyond): string | null {
  const argued = ofArgument(beyond);
  return argued.length > 0 ? listed([...argued, ...besideArgument(beyond)]) : null;
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
    ...(length ? ['how long the talk of it lasts'] : []),
    ...(companies ? ['the other companies named there'] : []),
    ...(funds > 0
      ? [`${counted(funds, 'fund of its theme', 'funds of its theme')} that the speaker did not name`]
      : []),
  ];
}
