import { type PassageEvidence, saidIn } from '#server/features/ask/choose/evidence.ts';
import type { RankedIdea } from '#server/features/ask/choose/ideas/ideas.ts';
import { termsOf } from '#server/language/terms.ts';

/** Two texts are one talk when they share this part (0..1) of the shorter one's runs of so many words. */
const RUN = 3;
const SAME = 0.5;

/** Whether two texts are two transcripts of the same words. */
export function isSameTalk(a: string, b: string): boolean {
  const [shorter, longer] = [runsOf(a), runsOf(b)].sort((one, other) => one.size - other.size) as [
    Set<string>,
    Set<string>,
  ];
  if (shorter.size === 0) return a === b;
  return [...shorter].filter((run) => longer.has(run)).length >= SAME * shorter.size;
}

function runsOf(text: string): Set<string> {
  const terms = termsOf(text);
  return new Set(
    terms.slice(0, Math.max(0, terms.length - RUN + 1)).map((_, i) => terms.slice(i, i + RUN).join(' ')),
  );
}

/** Whether two ideas quote one talk that two shows published. */
export function isRepeat(a: RankedIdea, b: RankedIdea): boolean {
  if (a.idea.episodeId === b.idea.episodeId || a.idea.subjectKey !== b.idea.subjectKey) return false;
  return a.line.words !== null && b.line.words !== null && isSameTalk(a.line.words, b.line.words);
}

/** Whether a passage gives the very words that are told of an idea although its quote, and so its second, is another. */
export function isWordFor(passage: PassageEvidence, { line, idea }: RankedIdea): boolean {
  if (passage.passage.episodeId !== idea.episodeId || idea.quote === null) return false;
  return isSameTalk(passage.words, saidIn(line)) && !isSameTalk(passage.words, idea.quote);
}

/** Ideas without those of whose line another idea of the episode has the quote: a line is cited where it was said. */
export function eachWhereSaid(ideas: readonly RankedIdea[]): readonly RankedIdea[] {
  const isElsewhere = (one: RankedIdea, other: RankedIdea) =>
    one.idea.episodeId === other.idea.episodeId &&
    isSameTalk(saidIn(one.line), saidIn(other.line)) &&
    !quotes(one) &&
    quotes(other);
  return ideas.filter((one) => !ideas.some((other) => isElsewhere(one, other)));
}

/** Whether the line of an idea is what it quotes, so that its second is that of the line. */
function quotes({ line, idea }: RankedIdea): boolean {
  return idea.quote !== null && isSameTalk(saidIn(line), idea.quote);
}

/** Passages without those that the answer quotes already: shows publish each other's talks. Of two the first to air stays. */
export function saidOnce(
  passages: readonly PassageEvidence[],
  chosen: readonly RankedIdea[],
): PassageEvidence[] {
  const kept: PassageEvidence[] = [];
  for (const passage of passages) {
    if (chosen.some(({ line, idea }) => isSameTalk(passage.words, idea.quote ?? saidIn(line)))) continue;
    const at = kept.findIndex((other) => isSameTalk(passage.words, other.words));
    const other = kept[at];
    if (other === undefined) kept.push(passage);
    else if (passage.passage.publishedAt < other.passage.publishedAt) kept[at] = passage;
  }
  return kept;
}
