import { chooseEvidence } from '#server/features/ask/choose/selection.ts';
import { findCandidates, subjectFilter } from '#server/features/ask/find/candidates.ts';
import { findKnownNames } from '#server/features/ask/find/known-names.ts';
import {
  discussedSubjects,
  type IdeaCandidate,
  type SubjectFilter,
} from '#server/features/ask/find/store.ts';
import { readQuestion } from '#server/features/ask/read/question.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { suggestionsFor } from '#server/features/ask/tell/suggest.ts';
import type { Db } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';

const MOST_SUGGESTIONS = 3;
type SuggestTools = { readonly services: Services; readonly db: Db; readonly now: Date };

/** Questions to begin with, on what the record speaks of most; none in an empty one. */
export function exampleQuestions(tools: SuggestTools): Promise<string[]> {
  return suggestQuestions(null, null, tools);
}

/**
 * Questions on the named subjects that the record answers well, otherwise such questions on what it speaks of most. In a
 * record that answers none of them well, the first of them all the same.
 */
export async function suggestQuestions(
  reading: QuestionReading | null,
  idea: IdeaCandidate | null,
  tools: SuggestTools,
): Promise<string[]> {
  const { db, now } = tools;
  const filter = suggestedSubjects(reading, idea);
  const isNamed = filter.symbols.length + filter.slugs.length + filter.themes.length > 0;
  const own = isNamed ? suggestionsFor(await discussedSubjects(db, now, 2, filter)) : [];
  const ownAnswered = await wellAnswered(own, db, now);
  if (ownAnswered.length > 0) return ownAnswered;
  const general = suggestionsFor(await discussedSubjects(db, now, 3));
  const answered = await generalAnswered(general, tools);
  if (answered.length > 0) return answered;
  return (own.length > 0 ? own : general).slice(0, MOST_SUGGESTIONS);
}

function suggestedSubjects(reading: QuestionReading | null, idea: IdeaCandidate | null): SubjectFilter {
  if (idea) return { symbols: idea.tickers, slugs: [idea.subjectKey], themes: [] };
  if (!reading) return { symbols: [], slugs: [], themes: [] };
  return { ...subjectFilter(reading), themes: reading.themes.map((theme) => theme.slug) };
}

/** How long the general questions that are answered well are remembered: a page and a refusal, both free, offer them. */
const KNOWN_MS = 60_000;
type Known = { readonly of: string; readonly until: number; readonly answered: Promise<string[]> };
const known = new WeakMap<Services, Known>();

/** `wellAnswered` of the general questions, looked up anew when these are others: what is hidden leaves them at once. */
function generalAnswered(
  questions: readonly string[],
  { services, db, now }: SuggestTools,
): Promise<string[]> {
  const of = questions.join('\n');
  const last = known.get(services);
  if (last?.of === of && now.getTime() < last.until) return last.answered;
  const answered = wellAnswered(questions, db, now);
  known.set(services, { of, until: now.getTime() + KNOWN_MS, answered });
  answered.catch(() => known.delete(services));
  return answered;
}

/** The first of the questions whose answers have coverage ok. */
async function wellAnswered(questions: readonly string[], db: Db, now: Date): Promise<string[]> {
  if (questions.length === 0) return [];
  const names = await findKnownNames(db);
  const answered: string[] = [];
  for (const question of questions) {
    const reading = readQuestion(question, names, now);
    const candidates = await findCandidates(db, reading, null, names.linker);
    if (chooseEvidence(reading, candidates, null, now).coverage === 'ok') answered.push(question);
    if (answered.length === MOST_SUGGESTIONS) break;
  }
  return answered;
}
