import { disproofOf, risksOf } from '#server/features/ask/choose/bound-risks.ts';
import type { ChosenEvidence } from '#server/features/ask/choose/evidence.ts';
import { cardLine } from '#server/features/ask/choose/ideas/idea-lines.ts';
import { ideaEvidence, onSide } from '#server/features/ask/choose/ideas/ideas.ts';
import { asksBeyond, isSilentOn, namesBeside } from '#server/features/ask/choose/missing/beside-idea.ts';
import { rankPassages } from '#server/features/ask/choose/passages/passages.ts';
import { saidOnce } from '#server/features/ask/choose/passages/same-talk.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { IdeaCandidate, PassageCandidate } from '#server/features/ask/find/store.ts';
import { asksForCard } from '#server/features/ask/read/bound/card.ts';
import { hasTopic, type QuestionReading, topicOnly } from '#server/features/ask/read/reading.ts';
import { asksWhatProvesWrong } from '#server/features/ask/read/side.ts';

/** A window that begins within so many seconds of an idea's moment is part of its argument. */
const AROUND_SECONDS = 180;

/**
 * Evidence for a question bound to an idea: the idea, and the sentence of its speaker around it that holds most of what was
 * asked. Coverage is `ok` when one of them speaks of the topic on the side asked for. It is `low` otherwise, and when the
 * question names something that the idea has nothing to do with; `missing` says what.
 */
export function selectForIdea(
  reading: QuestionReading,
  idea: IdeaCandidate,
  found: Omit<Candidates, 'ideas'>,
): ChosenEvidence {
  const asked = topicOnly(reading);
  const own = ideaEvidence(asked, idea, found);
  const names = namesBeside(reading, idea);
  const beyond = asksBeyond(reading, idea);
  if (names.length > 0 || beyond !== null)
    return {
      evidence: [own],
      coverage: 'low',
      missing: { names, asks: beyond ?? (own.onTopic ? null : 'topic') },
    };
  if (asksForCard(reading.text) && !hasTopic(asked))
    return { evidence: [{ ...own, line: cardLine(idea) }], coverage: 'ok', missing: null };
  if (asksWhatProvesWrong(reading.text)) return disproofOf(asked, own, found.companiesIn);
  if (asked.risks && !hasTopic(asked)) return risksOf(asked, own, found.companiesIn);
  const around = found.passages.filter((passage) => isAround(passage, idea));
  const passages = saidOnce(rankPassages(asked, { ...found, passages: around }, []), [own]).slice(0, 1);
  const sided = onSide(asked, own, found.companiesIn);
  if (sided === null && passages.length === 0 && isSilentOn(asked, idea))
    return { evidence: [own], coverage: 'low', missing: { names: [], asks: asked.risks ? 'risk' : 'side' } };
  const isOnTopic = passages.length > 0 || own.onTopic;
  // A risk whose words cannot be understood alone is not told.
  const isAnswered = passages.length > 0 || (own.onTopic && sided !== null);
  return {
    evidence: [sided ?? own, ...passages],
    coverage: isAnswered ? 'ok' : 'low',
    missing: isOnTopic ? null : { names: [], asks: 'topic' },
  };
}

function isAround(passage: PassageCandidate, { timestampSeconds, speakerName }: IdeaCandidate): boolean {
  if (timestampSeconds === null || passage.speaker === null || passage.speaker !== speakerName) return false;
  return Math.abs(passage.startSeconds - timestampSeconds) <= AROUND_SECONDS;
}
