import type { Unheld } from '#server/features/ask/choose/evidence.ts';
import { namesRisk } from '#server/features/ask/choose/ideas/risks.ts';
import { isMainSubject } from '#server/features/ask/choose/matching/named-in-question.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { asksForOthers } from '#server/features/ask/read/conversation/others.ts';
import { hasTopic, type NamedSubject, type QuestionReading } from '#server/features/ask/read/reading.ts';

/** Every text of an idea's card and body, joined. A word that is in none of them is not told by the idea. */
export function wordsOfIdea(idea: IdeaCandidate): string {
  const { headline, thesis, statement, context, quote, subjectName, riskFlags, validationSignals } = idea;
  const { speakerName, guest, showName, episodeTitle } = idea;
  const told = [headline, thesis, statement, context, quote, subjectName, ...riskFlags, ...validationSignals];
  return [...told, ...idea.tickers, speakerName, guest, showName, episodeTitle].filter(Boolean).join('. ');
}

/** The names of the people, shows and companies in a question that an idea has nothing to do with. */
export function namesBeside({ subjects, people, shows }: QuestionReading, idea: IdeaCandidate): string[] {
  const words = wordsOfIdea(idea).toLowerCase();
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

type Beyond = Extract<Unheld['asks'], 'hosts' | 'more' | 'others' | 'when'>;

const HOSTS = /\bwho(?:['’]s| is| are| was| were)? (?:the )?(?:hosts?|hosted|hosting|presents?|presented)\b/i;
const MORE = /\b(?:what|anything|something) else\b/i;
/** "When will it", "how long until": asks for a time. */
const WHEN =
  /\b(?:when (?:will|would|does|do|is|are)|what time|how soon|how (?:much )?long(?:er)? (?:will|would|until))\b/i;
/** Tells a time. */
const TIME =
  /\b(?:20\d\d|(?:year|month|quarter|week|day|decade|summer|winter|spring|autumn)s?|soon|tomorrow|tonight|today|until|ahead)\b/i;

/** Whether a question asks who hosts a show, which no statement tells. */
export function asksForHosts(text: string): boolean {
  return HOSTS.test(text);
}

/** What a question asks for that no idea holds: the hosts, what else was said, who disagrees, or a time that it does not name. */
export function asksBeyond(reading: QuestionReading, idea: IdeaCandidate): Beyond | null {
  const { text } = reading;
  if (asksForHosts(text)) return 'hosts';
  if (MORE.test(text)) return 'more';
  if (WHEN.test(text) && !hasTopic(reading) && !TIME.test(wordsOfIdea(idea))) return 'when';
  return asksForOthers(reading) ? 'others' : null;
}

/** Whether an idea of another side has nothing for the side asked for: when risks are asked for, it names none. */
export function isSilentOn({ risks }: QuestionReading, idea: IdeaCandidate): boolean {
  return !risks || !namesRisk(idea);
}
