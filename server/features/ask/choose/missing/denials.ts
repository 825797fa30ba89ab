import type { ChosenEvidence } from '#server/features/ask/choose/evidence.ts';
import { saidIn } from '#server/features/ask/choose/evidence.ts';
import { rankIdeas } from '#server/features/ask/choose/ideas/ideas.ts';
import { evidenceOnTopic, spokenIdeas } from '#server/features/ask/choose/on-topic.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { NEGATORS, NOT_NEGATORS } from '#server/language/lexicon.ts';
import { asTyped } from '#server/language/spelling.ts';
import { termsOf } from '#server/language/terms.ts';

/** A denial stands at most so many words before what it denies, or two behind it ("the bubble is not"). */
const BEFORE = 7;
const BEHIND = 2;

/**
 * Evidence for who disagrees with what a question says without naming anybody: statements that deny it, or both sides where
 * both were taken. Otherwise what was chosen, and `missing` says that no disagreement was found.
 */
export function disputed(
  reading: QuestionReading,
  chosen: ChosenEvidence,
  found: Candidates,
  now: Date,
): ChosenEvidence {
  const sides = new Set(chosen.evidence.map((item) => (item.kind === 'idea' ? item.side : null)));
  if (sides.has('bullish') && sides.has('bearish'))
    return {
      ...chosen,
      evidence: chosen.evidence.filter((item) => item.kind === 'idea' && item.side !== null),
    };
  const denies = (words: string) => deniesAny(reading.query.asked, words);
  const spoken = spokenIdeas(reading, rankIdeas(reading, found, now), found);
  const evidence = evidenceOnTopic(
    reading,
    spoken.filter(({ line }) => denies(saidIn(line))),
    found,
    denies,
  );
  if (evidence.length > 0) return { evidence, coverage: 'low', missing: null };
  return { ...chosen, coverage: 'low', missing: 'disagreement' };
}

/** Whether words deny something that is asked: "we don't have an AI bubble". */
export function deniesAny(asked: readonly string[], words: string): boolean {
  const said = asTyped(words).replace(NOT_NEGATORS, ' ').split(/\s+/);
  return said.some((word, i) => {
    if (!termsOf(word).some((term) => asked.includes(term))) return false;
    return said.slice(Math.max(0, i - BEFORE), i + BEHIND + 1).some((near) => NEGATORS.test(near));
  });
}
