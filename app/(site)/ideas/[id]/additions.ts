import type { Beyond } from '#server/features/pages/beyond.ts';
import { counted } from '../../../_ui/text/format.ts';

/** What a full read adds to the card, as the end of a sentence; null when it adds nothing. */
export function additions({ sentences, risks, signals, funds, speaker }: Beyond): string | null {
  const vehicles = counted(funds, 'fund of its theme', 'funds of its theme');
  if (sentences + risks + signals === 0 && !speaker)
    return funds === 0 ? null : `nothing to the argument, only ${vehicles} that the speaker did not name`;
  const parts = [
    ...(sentences > 0 ? [`${counted(sentences, 'further sentence')} of the argument`] : []),
    ...(risks > 0 ? [counted(risks, 'risk named on the show', 'risks named on the show')] : []),
    ...(signals > 0 ? [counted(signals, 'thing to watch', 'things to watch')] : []),
    ...(speaker ? ['who spoke'] : []),
    ...(funds > 0 ? [vehicles] : []),
  ];
  const last = parts.pop();
  if (last === undefined) return null;
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
