import type { PassageLine, PassageReading } from '#server/ingest/extract/passages/reading.ts';
import { occurrences } from '#server/language/pattern.ts';
import { type FeatureTable, type FeatureValues, readFeatures } from './linear-model.ts';

/** A sentence counts for one side by at most this much, so that one rant does not drown the rest. */
const CAP = 1.5;
/** Weight of a sentence by how surely it speaks of the subject. */
const NAMED = 1;
const AFTER_NAME = 0.8;
const NEARBY = 0.4;
/** Net weight of a sentence from which it takes a side. */
const SIDE = 0.5;

const DENIAL =
  /\b(?:can't|cannot|couldn't|won't|wouldn't|doesn't|don't|didn't|isn't|aren't|wasn't|weren't|haven't|hasn't|not|never|nobody|no one|nothing|none|no)\b/gi;

/** The lines of a passage that state something, and how many words they are. */
type Statements = { readonly lines: readonly PassageLine[]; readonly words: number };

/** What the side models (`writing/card/side.ts`) see of a whole passage: what is praised, faulted and denied, and by whom; never a name. Roughly -1..2 each. */
const STANCE_FEATURES = {
  bias: () => 1,
  lean: ({ lines }) => leanOfSides(sidesOf(lines)),
  predicated: ({ lines }) => leanOfSides(sidesOf(lines.filter((line) => line.named || line.predicated))),
  praised: ({ lines }) => share(lines, (line) => netOf(line) >= SIDE),
  faulted: ({ lines }) => share(lines, (line) => netOf(line) <= -SIDE),
  denied: ({ lines, words }) => Math.min(2, (50 * countIn(lines, DENIAL)) / (words + 20)),
  inside: ({ lines }) => share(lines, (line) => line.inside),
} satisfies FeatureTable<string, Statements>;

export type StanceFeature = keyof typeof STANCE_FEATURES;

/** The values of these features for a passage. */
export function stanceFeatures(reading: PassageReading): FeatureValues<StanceFeature> {
  const lines = statementsOf(reading);
  const words = lines.reduce((sum, line) => sum + line.sentence.words, 0);
  return readFeatures<StanceFeature, Statements>(STANCE_FEATURES, { lines, words });
}

function share(lines: readonly PassageLine[], of: (line: PassageLine) => boolean): number {
  return lines.filter(of).length / Math.max(1, lines.length);
}

/** The lines that state something; all lines if none does. */
function statementsOf(reading: PassageReading): readonly PassageLine[] {
  const stated = reading.lines.filter((line) => line.asserted);
  return stated.length > 0 ? stated : reading.lines;
}

type Sides = { readonly up: number; readonly down: number };

function sidesOf(lines: readonly PassageLine[]): Sides {
  let up = 0;
  let down = 0;
  lines.forEach((line, i) => {
    const weight = line.named ? NAMED : lines[i - 1]?.named ? AFTER_NAME : NEARBY;
    const net = netOf(line);
    if (net > 0) up += weight * Math.min(CAP, net);
    else down += weight * Math.min(CAP, -net);
  });
  return { up, down };
}

function leanOfSides({ up, down }: Sides): number {
  return (up - down) / (up + down + CAP);
}

function netOf(line: PassageLine): number {
  return line.polarity.praise - line.polarity.fault;
}

function countIn(lines: readonly PassageLine[], pattern: RegExp): number {
  return lines.reduce((sum, line) => sum + occurrences(pattern, line.sentence.text), 0);
}
