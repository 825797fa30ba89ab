import { readAdvice } from '#server/features/ask/read/advice/advice.ts';
import { aboutIdea } from '#server/features/ask/read/bound/about-idea.ts';
import { resumeQuestion } from '#server/features/ask/read/conversation/follow-up.ts';
import { withTheTwo } from '#server/features/ask/read/conversation/the-two.ts';
import { inLatestEpisode } from '#server/features/ask/read/period/latest-episode.ts';
import { readQuestion } from '#server/features/ask/read/question.ts';
import type { EarlierQuestion, KnownNames, QuestionReading } from '#server/features/ask/read/reading.ts';
import { topicQuery } from '#server/features/ask/read/topic/topic-words.ts';

/** Reads the last question of a conversation. What it leaves out is taken from the earlier ones, oldest first. */
export function readConversation(
  { question, before }: { readonly question: string; readonly before: readonly EarlierQuestion[] },
  known: KnownNames,
  now: Date,
): QuestionReading {
  const earlier: QuestionReading[] = [];
  for (const { question, idea } of before) {
    const reading = withoutTrade(resumed(question, earlier, known, now));
    earlier.push(idea === null ? reading : aboutIdea(reading, idea, known.linker));
  }
  return resumed(question, earlier, known, now);
}

function resumed(
  question: string,
  earlier: readonly QuestionReading[],
  known: KnownNames,
  now: Date,
): QuestionReading {
  const reading = resumeQuestion(readQuestion(question, known, now), earlier.at(-1) ?? null);
  return inLatestEpisode(withTheTwo(reading, earlier), known);
}

/** A trade-decision question reduced to what it names: after "should I buy Nvidia" nobody asks who said "buy". */
function withoutTrade(reading: QuestionReading): QuestionReading {
  const isNamed = reading.subjects.length + reading.themes.length > 0;
  if (!isNamed || readAdvice(reading.text) === null) return reading;
  return { ...reading, query: topicQuery(''), names: [], side: null, risks: false };
}
