import { asksForCard, withoutCard } from '#server/features/ask/read/bound/card.ts';
import { asksForOthers } from '#server/features/ask/read/conversation/others.ts';
import { asksNothing } from '#server/features/ask/read/nothing.ts';
import { readQuestion } from '#server/features/ask/read/question.ts';
import type { KnownNames, QuestionReading } from '#server/features/ask/read/reading.ts';
import { besideIdeaWords } from '#server/features/ask/read/topic/topic-words.ts';

/** Reads a question bound to an idea, by itself. Words for the idea or its card ("the point", "which episode") are no topic. */
export function readOfIdea(question: string, known: KnownNames, now: Date): QuestionReading {
  const reading = readQuestion(withoutCard(question), known, now);
  return { ...reading, text: question, query: besideIdeaWords(reading.query) };
}

/** Whether a question asks when, where or by whom the idea was said that the one before is bound to, and nothing of others. */
export function goesOnAboutIdea(question: string, known: KnownNames, now: Date): boolean {
  if (!asksForCard(question)) return false;
  // Names are read with the words for the card, in which they stand: "when did Dana Reyes say that".
  const { subjects, themes, people, shows } = readQuestion(question, known, now);
  const ofIdea = readOfIdea(question, known, now);
  return asksNothing({ ...ofIdea, subjects, themes, people, shows }) && !asksForOthers(ofIdea);
}
