import type { Unheld } from '#server/features/ask/choose/evidence.ts';
import { isMainSubject } from '#server/features/ask/choose/named-in-question.ts';
import { deniesTrouble } from '#server/features/ask/choose/risks.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { asksForOthers } from '#server/features/ask/read/follow-up.ts';
import type { NamedSubject, QuestionReading } from '#server/features/ask/read/reading.ts';

/** All that an idea tells: of what is in none of these words it says nothing. */
export function wordsOf(idea: IdeaCandidate): string {
  const { headline, thesis, statement, context, quote, subjectName, riskFlags, validationSignals } = idea;
  const { speakerName, guest, showName, episodeTitle } = idea;
  const told = [headline, thesis, statement, context, quote, subjectName, ...riskFlags, ...validationSignals];
  return [...told, ...idea.tickers, speakerName, guest, showName, episodeTitle].filter(Boolean).join('. ');
}

/** The companies, people and shows of a question that an idea has nothing to do with, as they are called. */
export function namesBeside({ subjects, people, shows }: QuestionReading, idea: IdeaCandidate): string[] {
  const words = wordsOf(idea).toLowerCase();
  return [
    ...people.filter((name) => !words.includes(name.toLowerCase())),
    ...shows.filter(({ id }) => id !== idea.showId).map(({ name }) => name),
    ...subjects.filter((subject) => !isSpokenOf(subject, idea, words)).map(({ name }) => name),
  ];
}

function isSpokenOf(subject: NamedSubject, idea: IdeaCandidate, words: string): boolean {
  if (isMainSubject({ subjects: [subject], themes: [] }, idea)) return true;
  const { name, written, slug, symbols } = subject;
  if (idea.entities.includes(slug) || symbols.some((symbol) => idea.tickers.includes(symbol))) return true;
  return [name.split(' ')[0] ?? name, written].some((form) => words.includes(form.toLowerCase()));
}

const HOSTS = /\bwho(?:['’]s| is| are| was| were)? (?:the )?(?:hosts?|hosted|hosting|presents?|presented)\b/i;
const MORE = /\b(?:what|anything|something) else\b/i;

/** What a question asks for that no idea holds: who hosts the show, what else was said, or who says otherwise. */
export function asksBeyond(
  reading: QuestionReading,
): Extract<Unheld['asks'], 'hosts' | 'more' | 'others'> | null {
  if (HOSTS.test(reading.text)) return 'hosts';
  if (MORE.test(reading.text)) return 'more';
  return asksForOthers(reading) ? 'others' : null;
}

/** Whether an idea that is not on the side asked for says nothing for it: no risk either, where risks are asked for. */
export function isSilentOn({ risks }: QuestionReading, { riskFlags }: IdeaCandidate): boolean {
  return !risks || riskFlags.every(deniesTrouble);
}
