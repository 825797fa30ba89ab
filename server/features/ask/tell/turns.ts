import type { Evidence } from '#server/features/ask/choose/evidence.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import type { Turn } from '#server/features/ask/find/turns.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { composeSentences } from '#server/features/ask/tell/compose.ts';
import type { Sentence } from '#server/features/ask/tell/sentence.ts';
import { stanceWord } from '#server/features/theses/statement.ts';
import { subjectInSentence } from '#server/linking/themes/name.ts';
import { dayInWords } from '#server/platform/clock.ts';

/** Changes of stance in the order given, each before the ideas that make it. */
export function turnSentences(
  reading: QuestionReading,
  turns: readonly Turn[],
  evidence: readonly Evidence[],
): Sentence[] {
  const told = new Set<Evidence>();
  return turns.flatMap((turn) => {
    const on = evidence.filter((item) => item.kind === 'idea' && isOf(turn, item.idea));
    const untold = on.filter((item) => !told.has(item));
    for (const item of untold) told.add(item);
    const sides = untold.flatMap((item) => composeSentences(reading, { evidence: [item], missing: null }));
    return [{ text: changeInWords(turn), on }, ...sides];
  });
}

function isOf({ before, after }: Turn, idea: IdeaCandidate): boolean {
  return idea.id === before.id || idea.id === after.id;
}

function changeInWords({ before, after }: Turn): string {
  const stanceOf = ({ stance, episodePublishedAt }: IdeaCandidate) =>
    `${stanceWord(stance)} (${dayInWords(episodePublishedAt)})`;
  const whose = after.speakerName === null ? '' : ` of ${after.speakerName}`;
  return `On ${after.showName} the stance${whose} on ${subjectInSentence(after)} changed from ${stanceOf(before)} to ${stanceOf(after)}`;
}
