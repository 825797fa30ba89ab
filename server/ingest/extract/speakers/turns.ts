import { isBroken } from '#server/ingest/extract/sentences/broken.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { isQuestion } from '#server/language/speech/modality.ts';
import type { Turn } from './evidence/voices.ts';

/** A label change this near a join, in seconds, falls on it. */
const NEAR_JOIN = 0.5;

/**
 * Sentences with a doubtful label, even if the name is borne out: a sentence broken by a label change has one speaker,
 * but which is unknown; if it breaks at a join of pieces (`joins`, in seconds), one of both turns has a wrong name;
 * nobody calls their own name (`selfCalling`); and whoever asks a guest (`asking`) does not answer.
 */
export function doubtfulSentences(
  turns: readonly Turn[],
  joins: readonly number[],
  selfCalling: readonly Turn[],
  asking: readonly Turn[],
): Set<number> {
  const doubtful = new Set<number>();
  const doubt = (sentences: readonly Sentence[]) => {
    for (const { index } of sentences) doubtful.add(index);
  };
  for (const turn of selfCalling) doubt(turn.sentences);
  for (const turn of asking) doubt(answersOf(turn));
  for (const [i, turn] of turns.entries()) {
    const before = turns[i - 1];
    if (before === undefined || !goesOn(before, turn)) continue;
    const start = turn.sentences[0]?.start ?? 0;
    const joined = joins.some((at) => Math.abs(at - start) <= NEAR_JOIN);
    doubt(joined ? before.sentences : before.sentences.slice(-1));
    doubt(joined ? turn.sentences : turn.sentences.slice(0, 1));
  }
  return doubtful;
}

/** A sentence begins in one turn and goes on in the next. */
function goesOn(before: Turn, turn: Turn): boolean {
  return isBroken(before.sentences.at(-1)?.text ?? '', turn.sentences[0]?.text ?? '');
}

/** Sentences of an interviewer's turn that may be the guest's: what follows a question at once, in its cue or the next, and a lone statement. */
function answersOf({ sentences }: Turn): readonly Sentence[] {
  const questions = sentences.filter(({ text }) => isQuestion(text));
  if (questions.length === 0) return sentences.length === 1 ? sentences : [];
  const isAnswer = (one: Sentence) =>
    questions.some(({ index, lastCue }) => one.index > index && one.firstCue <= lastCue + 1);
  return sentences.filter((one) => !questions.includes(one) && isAnswer(one));
}
