import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { hasTopic, type QuestionReading } from '#server/features/ask/read/reading.ts';

/** Whether an idea was said by the people, and is about the subjects or themes, that a question names; its topic is left aside. */
export function matchesNames(reading: QuestionReading, idea: IdeaCandidate): boolean {
  if (!isArguedBy(reading, idea)) return false;
  if (reading.subjects.length > 0) return namesSubject(reading, idea);
  if (hasTopic(reading) || reading.people.length > 0) return true;
  if (reading.themes.length === 0) return reading.shows.length > 0;
  return reading.themes.some((theme) => idea.themes.includes(theme.slug));
}

/** Whether the idea's own subject is a company that the question names, or where it names none a theme. */
export function isOfSubject(reading: QuestionReading, idea: IdeaCandidate): boolean {
  return isMainSubject(reading.subjects.length > 0 ? { ...reading, themes: [] } : reading, idea);
}

/** Whether the idea's own subject is one that the question names. */
export function isMainSubject(
  { subjects, themes }: Pick<QuestionReading, 'subjects' | 'themes'>,
  idea: IdeaCandidate,
): boolean {
  return (
    subjects.some(({ symbols, slug }) => symbols.includes(idea.subjectKey) || idea.subjectKey === slug) ||
    themes.some((theme) => idea.subjectKey === theme.slug)
  );
}

/** The asked theme where it is the idea's own subject: its words need not name it again. */
export function impliedThemes({ themes }: QuestionReading, idea: IdeaCandidate): ReadonlySet<string> {
  return new Set(themes.filter((theme) => theme.slug === idea.subjectKey).map(({ slug }) => slug));
}

/** Whether an idea is of somebody whom the question asks, or of one without a speaker, whose own line begins with that name. */
function isArguedBy(reading: QuestionReading, { showId, speakerName, thesis }: IdeaCandidate): boolean {
  if (isSpokenBy(reading, showId, speakerName)) return true;
  if (speakerName !== null || isLeftAside(reading, showId, null)) return false;
  return reading.people.some((name) => thesis.startsWith(`${name} `));
}

/** Whether a question takes the words of this speaker on this show: of the people it asks, where it asks any, and of none it leaves aside. */
export function isSpokenBy(reading: QuestionReading, showId: string, speaker: string | null): boolean {
  if (isLeftAside(reading, showId, speaker)) return false;
  return reading.people.length === 0 || (speaker !== null && reading.people.includes(speaker));
}

/** Whether a question leaves aside a speaker or a show, since it asks for others. */
function isLeftAside({ besides }: QuestionReading, showId: string, speaker: string | null): boolean {
  if (besides === null) return false;
  if (besides.shows.some(({ id }) => id === showId)) return true;
  return speaker !== null && besides.people.includes(speaker);
}

/** Whether an idea is about a named subject: as its own subject, or as one of several that its words speak of. */
function namesSubject(reading: QuestionReading, idea: IdeaCandidate): boolean {
  if (isMainSubject(reading, idea)) return true;
  const said = `${idea.headline} ${idea.thesis} ${idea.statement} ${idea.subjectName}`;
  return reading.subjects.some(
    ({ symbols, slug, name }) =>
      (symbols.some((symbol) => idea.tickers.includes(symbol)) || idea.entities.includes(slug)) &&
      (holdsName(said, name.split(' ')[0] ?? name) || symbols.some((symbol) => said.includes(symbol))),
  );
}

function holdsName(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.toLowerCase());
}
