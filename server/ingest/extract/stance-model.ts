import type { Stance } from '#server/ingest/types.ts';
import type { Reading } from './reading.ts';
import { STANCE_WEIGHTS } from './weights.ts';

/** What the stance model looks at: counts of praise, fault and turns, never a name. */
export function stanceFeatures(reading: Reading): number[] {
  const { praise, fault } = reading.polarity;
  const said = reading.predicate;
  const lines = reading.lines.filter((line) => line.asserted);
  const named = lines.filter((line) => line.named);
  const up = lines.filter((line) => line.polarity.praise > line.polarity.fault).length;
  const down = lines.filter((line) => line.polarity.fault > line.polarity.praise).length;
  const share = (n: number, of: number) => (of === 0 ? 0 : n / of);
  return [
    1,
    (praise - fault) / (praise + fault + 2),
    (said.praise - said.fault) / (said.praise + said.fault + 1),
    Math.log2(1 + said.fault) / 3,
    share(down, lines.length),
    share(up, lines.length),
    Math.log2(1 + Math.min(praise, fault)) / 3,
    Math.min(1, lines.filter((line) => line.contrast).length / 4),
    share(named.filter((line) => line.rivals > 0).length, named.length),
    Math.log2(1 + reading.structure.counter) / 4,
  ];
}

/** A position taken aloud ("I'm long", "we sold it all") outweighs this much talk. */
const POSITION = 1.5;

/** The stance a passage takes towards its subject: a position stated outright, else the likeliest by the model. */
export function stanceOf(reading: Reading): Stance {
  const stated = reading.lines.reduce((sum, line) => sum + (line.asserted ? line.position : 0), 0);
  if (stated >= POSITION) return 'BULLISH';
  if (stated <= -POSITION) return 'BEARISH';
  const features = stanceFeatures(reading);
  const scores = Object.entries(STANCE_WEIGHTS).map(([stance, weights]) => ({
    stance: stance as Stance,
    score: features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0),
  }));
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).stance;
}
