import type { ChosenEvidence } from '#server/features/ask/choose/evidence.ts';
import { byAirDate } from '#server/features/ask/choose/missing/beyond-record.ts';
import { ENOUGH_EVIDENCE } from '#server/features/ask/choose/on-topic.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';

/** The question of the time before the one that it asks about; null where that has no beginning. */
export function beforeItsTime(reading: QuestionReading): QuestionReading | null {
  const until = reading.period?.from ?? null;
  return until === null ? null : { ...reading, period: { from: null, until, except: [] } };
}

/** The newest of what was said before the time asked about, where it answers all else; otherwise what was chosen. */
export function asEarlier<C extends ChosenEvidence>(chosen: C, before: C): C {
  if (before.evidence.length === 0 || before.missing !== null) return chosen;
  const evidence = byAirDate(before.evidence, 'last', ENOUGH_EVIDENCE);
  return { ...before, evidence, coverage: 'low', missing: 'earlier' };
}
