import type { Line, Reading } from './reading.ts';
import { subjectId } from './subjects.ts';

/** What the stance model looks at in a passage: how much is praised, faulted, denied and turned; never a name. */
export const STANCE_FEATURES = [
  'bias',
  'lean',
  'predicated',
  'praised',
  'faulted',
  'denied',
  'contrast',
  'turns',
  'weighed',
  'compared',
  'silence',
  'theme',
] as const;

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
const TURN = /\b(?:but|however|although|though|yet|whereas|except|despite|instead)\b/gi;
const COMPARISON =
  /\b(?:than|versus|vs|compared|relative to|unlike|whereas|rather than|instead of|difference between)\b/gi;
/** Words that set two sides against each other without taking one. */
const WEIGHING =
  /\b(?:on (?:the )?(?:one|other) hand|two minds|trade-?offs?|bad news|mixed|flip side|on balance|both sides|in some ways|pros and cons|good and bad|some (?:of (?:that|it|them) )?(?:is|are) (?:good|bad)|having said that|that said|to be fair|at the same time)\b/i;

/** One number per feature, roughly -1..2 each, in the order of `STANCE_FEATURES`. */
export function stanceFeatures(reading: Reading): number[] {
  const lines = statementsOf(reading);
  const share = (n: number) => n / Math.max(1, lines.length);
  const words = lines.reduce((sum, line) => sum + line.sentence.words, 0);
  const rate = (pattern: RegExp) => Math.min(2, (50 * countIn(lines, pattern)) / (words + 20));
  const sides = sidesOf(lines);
  const turns = lines.filter((line, i) => isTurn(line, lines[i - 1])).length;
  return [
    1,
    leanOfSides(sides),
    leanOfSides(sidesOf(lines.filter((line) => line.named || line.predicated))),
    share(lines.filter((line) => netOf(line) >= SIDE).length),
    share(lines.filter((line) => netOf(line) <= -SIDE).length),
    rate(DENIAL),
    rate(TURN),
    Math.log2(1 + turns) / 2,
    lines.some((line) => WEIGHING.test(line.sentence.text)) ? 1 : 0,
    rate(COMPARISON),
    sides.up + sides.down < SIDE ? 1 : 0,
    reading.passage.subjectId.startsWith('theme:') ? 1 : 0,
  ];
}

/** True where the speaker sets two sides against each other and neither outweighs the other. */
export function weighsWithoutLean(reading: Reading): boolean {
  const lines = statementsOf(reading);
  return (
    lines.some((line) => WEIGHING.test(line.sentence.text)) && Math.abs(leanOfSides(sidesOf(lines))) < 0.3
  );
}

/** The lines that state something; all of them where none does. */
export function statementsOf(reading: Reading): readonly Line[] {
  const stated = reading.lines.filter((line) => line.asserted);
  return stated.length > 0 ? stated : reading.lines;
}

/** Where the passage's subject is named in a line. */
export function ownSpans(reading: Reading, line: Line): { start: number; end: number }[] {
  return reading.passage.mentions.filter(
    (mention) =>
      mention.start >= 0 &&
      mention.sentence === line.sentence.index &&
      subjectId(mention.subject) === reading.passage.subjectId,
  );
}

type Sides = { readonly up: number; readonly down: number };

function sidesOf(lines: readonly Line[]): Sides {
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

function netOf(line: Line): number {
  return line.polarity.praise - line.polarity.fault;
}

/** A sentence that says both, or that turns against the one before it. */
function isTurn(line: Line, before: Line | undefined): boolean {
  if (line.polarity.praise >= 0.9 && line.polarity.fault >= 0.9) return true;
  return (
    line.contrast &&
    before !== undefined &&
    Math.abs(netOf(line)) >= SIDE &&
    Math.abs(netOf(before)) >= SIDE &&
    netOf(line) * netOf(before) < 0
  );
}

function countIn(lines: readonly Line[], pattern: RegExp): number {
  return lines.reduce((sum, line) => sum + (line.sentence.text.match(pattern)?.length ?? 0), 0);
}
