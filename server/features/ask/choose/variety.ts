import { saidIn, showIdOf } from '#server/features/ask/choose/evidence.ts';
import type { RankedIdea } from '#server/features/ask/choose/ideas/ideas.ts';
import { isOfSubject, matchesNames } from '#server/features/ask/choose/matching/named-in-question.ts';
import { isRepeat } from '#server/features/ask/choose/passages/same-talk.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { QuestionReading, Side } from '#server/features/ask/read/reading.ts';

const MOST_IDEAS = 6;
const MOST_PER_SHOW = 3;
const MOST_PER_SPEAKER = 2;
/** An answer of fewer ideas gives up none of them for the other side. */
const FEWEST_TO_SWAP = 3;

/** The ideas in order; when several subjects are named side by side, the best on each in turn. */
export function subjectsInTurn(
  reading: QuestionReading,
  ranked: readonly RankedIdea[],
  companiesIn: Candidates['companiesIn'],
): readonly RankedIdea[] {
  const { subjects, relates } = reading;
  if (subjects.length < 2 || relates) return ranked;
  const perSubject = subjects.map((subject) => {
    const alone = { ...reading, subjects: [subject] };
    const on = ranked.filter(({ idea }) => matchesNames(alone, idea, companiesIn));
    const own = on.filter(({ idea }) => isOfSubject(alone, idea));
    return [...own, ...on.filter((one) => !own.includes(one))];
  });
  return [...new Set(ranked.flatMap((_, turn) => perSubject.flatMap((own) => own[turn] ?? [])))];
}

/**
 * The best ideas, each statement once, with at most so many of one show and one speaker unless there is no other, and with
 * both sides when both spoke.
 */
export function varied(ranked: readonly RankedIdea[]): readonly RankedIdea[] {
  const hasShows = new Set(ranked.map(showIdOf)).size > 1;
  const hasSpeakers = new Set(ranked.map(speakerKey)).size > 1;
  const mayJoin = (chosen: readonly RankedIdea[], item: RankedIdea) =>
    !chosen.some((other) => isSameStatement(item, other)) &&
    !(hasSpeakers && countOf(chosen, item, speakerKey) >= MOST_PER_SPEAKER);
  const best: RankedIdea[] = [];
  for (const item of ranked) {
    if (best.length >= MOST_IDEAS) break;
    if (hasShows && countOf(best, item, showIdOf) >= MOST_PER_SHOW) continue;
    if (mayJoin(best, item)) best.push(item);
  }
  return (['bullish', 'bearish'] as const).reduce(
    (chosen: readonly RankedIdea[], side) => withSide(side, chosen, ranked, mayJoin),
    best,
  );
}

/** The chosen ideas, the last that is not alone on its side given up for the best on a side that none of them takes. */
function withSide(
  side: Side,
  chosen: readonly RankedIdea[],
  ranked: readonly RankedIdea[],
  mayJoin: (chosen: readonly RankedIdea[], item: RankedIdea) => boolean,
): readonly RankedIdea[] {
  if (chosen.length < FEWEST_TO_SWAP || chosen.some((item) => item.side === side)) return chosen;
  const takesSide = (item: RankedIdea) => item.side === 'bullish' || item.side === 'bearish';
  const givenUp = chosen.findLast(
    (item) => !takesSide(item) || chosen.some((other) => other !== item && other.side === item.side),
  );
  const kept = chosen.filter((item) => item !== givenUp);
  const joining = ranked.find((item) => item.side === side && mayJoin(kept, item));
  return joining === undefined ? chosen : [...kept, joining];
}

/** Whether two ideas make one statement: in the same words, at the same moment, or in a talk that two shows published. */
function isSameStatement(a: RankedIdea, b: RankedIdea): boolean {
  const isOneMoment = a.idea.episodeId === b.idea.episodeId && a.idea.quote === b.idea.quote;
  return (
    saidIn(a.line).toLowerCase() === saidIn(b.line).toLowerCase() ||
    (Boolean(a.idea.quote) && isOneMoment) ||
    isRepeat(a, b)
  );
}

function countOf(chosen: readonly RankedIdea[], item: RankedIdea, key: (one: RankedIdea) => string): number {
  return chosen.filter((other) => key(other) === key(item)).length;
}

/** Stands for who spoke. An idea without a speaker on record is by somebody of its own. */
function speakerKey({ idea }: RankedIdea): string {
  return idea.speakerName ?? idea.id;
}
