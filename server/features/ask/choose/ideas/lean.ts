import type { IdeaLine } from '#server/features/ask/choose/evidence.ts';
import { isTurned } from '#server/features/ask/choose/speech/spoken-side.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import type { Side } from '#server/features/ask/read/reading.ts';
import { polarityOf } from '#server/language/polarity.ts';

/** Words lean plainly when praise and fault differ by this much (`polarityOf`). */
const PLAIN_LEAN = 0.6;

/** Speakers tell their own position: "I would be long". */
const LONG_OR_SHORT =
  /\b(?:i|we)(?:['’](?:m|re|d be)| am| are| would be| want to be| like being| stay| went| go)(?: still| very)? (long|short)\b(?![- ](?:term|run|ago|time|way|on|of))/i;

/** Whether the quoted words of a line lean plainly against the stance on record. */
export function contradicts(line: IdeaLine, idea: IdeaCandidate): boolean {
  const lean = plainLean(line, idea);
  if (idea.stance === 'BULLISH') return lean === 'bearish';
  return idea.stance === 'BEARISH' && lean === 'bullish';
}

/** The side to which the quoted words of a line plainly lean; null when they do not, or when it quotes none. */
function plainLean({ words }: IdeaLine, { subjectName }: IdeaCandidate): Side | null {
  if (words === null) return null;
  const start = words.indexOf(subjectName);
  const own = start < 0 ? [] : [{ start, end: start + subjectName.length }];
  const { praise, fault } = polarityOf(words, own, []);
  const position = LONG_OR_SHORT.exec(words)?.[1];
  if (position !== undefined && !isTurned(words)) return position === 'long' ? 'bullish' : 'bearish';
  if (Math.abs(praise - fault) < PLAIN_LEAN || isTurned(words)) return null;
  return praise > fault ? 'bullish' : 'bearish';
}
