import type { Stance } from '#server/ingest/types.ts';
import type { Reading } from './reading.ts';
import { leanOf } from './stance.ts';

/** What the stance model looks at. */
export function stanceFeatures(reading: Reading): number[] {
  const { praise, fault } = reading.polarity;
  const lines = reading.lines.filter((line) => line.asserted);
  const up = lines.filter((line) => line.polarity.praise > line.polarity.fault).length;
  const down = lines.filter((line) => line.polarity.fault > line.polarity.praise).length;
  const share = (n: number) => (lines.length === 0 ? 0 : n / lines.length);
  return [
    1,
    (praise - fault) / (praise + fault + 2),
    Math.log2(1 + fault) / 3,
    Math.log2(1 + praise) / 3,
    Math.log2(1 + Math.min(praise, fault)) / 3,
    share(down),
    share(up),
    Math.min(1, lines.filter((line) => line.contrast).length / 4),
    Math.log2(1 + reading.structure.counter) / 4,
    share(lines.filter((line) => line.rivals > 0).length),
    Math.log2(1 + lines.length) / 5,
  ];
}

/** The stance a passage takes towards its subject. Speakers dwell on what they like: without a fault it is bullish. */
export function stanceOf(reading: Reading): Stance {
  const { praise, fault } = reading.polarity;
  const lean = leanOf(reading.polarity);
  if (lean === 'BEARISH' && fault >= 2) return 'BEARISH';
  if (lean === 'MIXED' && Math.min(praise, fault) >= 2.5) return 'MIXED';
  return 'BULLISH';
}
