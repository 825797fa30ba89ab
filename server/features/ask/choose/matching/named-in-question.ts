import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import {
  asksForAllTheySaid,
  hasTopic,
  type NamedSubject,
  type QuestionReading,
} from '#server/features/ask/read/reading.ts';

/** Whether an idea is by the people and about the subjects or themes that a question names, whatever its topic. */
export function matchesNames(
  reading: QuestionReading,
  idea: IdeaCandidate,
  companiesIn: Candidates['companiesIn'],
): boolean {
  if (!isArguedBy(reading, idea)) return false;
  if (reading.subjects.length > 0) return namesSubject(reading, idea, companiesIn);
  if (hasTopic(reading) || reading.people.length > 0) return true;
  if (reading.themes.length === 0) return asksForAllTheySaid(reading);
  return reading.themes.some((theme) => idea.themes.includes(theme.slug));
}

/** Whether the idea's own subject is a company that the question names, or a theme when it names no company. */
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

/** The asked themes that are the idea's own subject: its words need not name them again. */
export function impliedThemes({ themes }: QuestionReading, idea: IdeaCandidate): ReadonlySet<string> {
  return new Set(themes.filter((theme) => theme.slug === idea.subjectKey).map(({ slug }) => slug));
}

/** Whether somebody whom the question asks argued an idea. Without a speaker on record, its thesis must begin with the name. */
function isArguedBy(reading: QuestionReading, { showId, speakerName, thesis }: IdeaCandidate): boolean {
  if (isSpokenBy(reading, showId, speakerName)) return true;
  if (speakerName !== null || reading.unnamedIn || isLeftAside(reading, showId, null)) return false;
  return reading.people.some((name) => thesis.startsWith(`${name} `));
}

/**
 * Whether a speaker on a show is among the people that a question asks, if it asks any, and not left aside by it; where words
 * under nobody's name stand in for theirs, whether the speaker is nobody by name.
 */
export function isSpokenBy(reading: QuestionReading, showId: string, speaker: string | null): boolean {
  if (isLeftAside(reading, showId, speaker)) return false;
  if (reading.unnamedIn) return speaker === null;
  return (
    reading.people.length === 0 ||
    (speaker !== null && reading.people.some((name) => isCalled(speaker, name)))
  );
}

/** Whether a speaker goes by a name: their whole name, or their family name alone. */
function isCalled(speaker: string, name: string): boolean {
  return speaker === name || (!name.includes(' ') && speaker.endsWith(` ${name}`));
}

/** Whether a question asks for others than this speaker or show. */
function isLeftAside({ besides }: QuestionReading, showId: string, speaker: string | null): boolean {
  if (besides === null) return false;
  if (besides.shows.some(({ id }) => id === showId)) return true;
  return speaker !== null && besides.people.includes(speaker);
}

/** Whether an idea is about a named company: it is its subject, or it is filed under it and names it. */
function namesSubject(
  reading: QuestionReading,
  idea: IdeaCandidate,
  companiesIn: Candidates['companiesIn'],
): boolean {
  if (isMainSubject(reading, idea)) return true;
  const said = `${idea.headline} ${idea.thesis} ${idea.statement} ${idea.subjectName}`;
  return reading.subjects.some(
    ({ symbols, slug, name }) =>
      isFiledUnder({ symbols, slug }, idea) &&
      (holdsName(said, name.split(' ')[0] ?? name) ||
        symbols.some((symbol) => said.includes(symbol)) ||
        companiesIn(said).some((company) => company.slug === slug)),
  );
}

/** Whether an idea is filed under a company, by symbol or slug. */
export function isFiledUnder(
  { symbols, slug }: Pick<NamedSubject, 'symbols' | 'slug'>,
  { tickers, entities }: Pick<IdeaCandidate, 'tickers' | 'entities'>,
): boolean {
  return entities.includes(slug) || symbols.some((symbol) => tickers.includes(symbol));
}

function holdsName(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.toLowerCase());
}
