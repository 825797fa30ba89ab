import { type Coverage, type Evidence, showIdOf } from '#server/features/ask/choose/evidence.ts';
import { ENOUGH_EVIDENCE } from '#server/features/ask/choose/on-topic.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';

/** From fewer shows the coverage of an answer is `low` (docs/contract.md, AskAnswer 1). */
const ENOUGH_SHOWS = 2;

/** `ok` for enough ideas of enough shows, else `low`; for quotations alone always `low`. Where nothing was found, others say `none`. */
export function coverageOf(reading: QuestionReading, evidence: readonly Evidence[]): Coverage {
  if (evidence.every(({ kind }) => kind === 'passage')) return 'low';
  const shows = new Set(evidence.map(showIdOf));
  const enoughShows = reading.shows.length === 1 || reading.people.length > 0 ? 1 : ENOUGH_SHOWS;
  return evidence.length < ENOUGH_EVIDENCE || shows.size < enoughShows ? 'low' : 'ok';
}
