import { setTimeout as pause } from 'node:timers/promises';
import { ofRecord } from '#server/api/context.ts';
import type { CallContext } from '#server/api/trpc.ts';
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
import { inTurn } from '#server/platform/process/slices.ts';
import type { Services } from '#server/platform/services.ts';

const MOST_SUGGESTIONS = 3;
/** A page waits no longer for its examples, in milliseconds: they are beside the point of it. */
const PATIENCE_MS = 2_000;
type SuggestTools = Pick<CallContext, 'services' | 'db' | 'now' | 'keep'>;

/**
 * Questions to begin with, on the subjects that the record discusses most; none in an empty record, nor while they take longer
 * to find than `patienceMs`.
 */
export function exampleQuestions(tools: SuggestTools, patienceMs = PATIENCE_MS): Promise<string[]> {
  const found = suggestQuestions(null, null, tools);
  // What is found too late is cached for the next reader; what fails then fails nobody.
  found.catch(() => undefined);
  return Promise.race([found, pause(patienceMs, [], { ref: false })]);
}

/**
 * Questions on the named subjects that the record answers well, otherwise on the subjects that it discusses most. When it
 * answers none of them well, the first of them.
 */
export async function suggestQuestions(
  reading: QuestionReading | null,
  idea: IdeaCandidate | null,
  tools: SuggestTools,
): Promise<string[]> {
  const filter = suggestedSubjects(reading, idea);
  return ofRecord(tools, ['suggestions', JSON.stringify(filter)], () => suggestOn(filter, tools));
}

async function suggestOn(filter: SubjectFilter, tools: SuggestTools): Promise<string[]> {
  const { db, now } = tools;
  const isNamed = filter.symbols.length + filter.slugs.length + filter.themes.length > 0;
  const own = isNamed ? suggestionsFor(await discussedSubjects(db, now, 2, filter)) : [];
  const ownAnswered = await knownAnswered(own, tools);
  if (ownAnswered.length > 0) return ownAnswered;
  const general = suggestionsFor(await discussedSubjects(db, now, 3));
  const answered = await knownAnswered(general, tools);
  if (answered.length > 0) return answered;
  return (own.length > 0 ? own : general).slice(0, MOST_SUGGESTIONS);
}

function suggestedSubjects(reading: QuestionReading | null, idea: IdeaCandidate | null): SubjectFilter {
  if (idea) return { symbols: idea.tickers, slugs: [idea.subjectKey], themes: [] };
  if (!reading) return { symbols: [], slugs: [], themes: [] };
  return { ...subjectFilter(reading), themes: reading.themes.map((theme) => theme.slug) };
}

/** How long it is cached which questions are answered well. Pages and refusals, which cost nothing, offer them. */
const KNOWN_MS = 60_000;
/** Most lists of questions cached; the latest stay. */
const MOST_KNOWN = 200;
type Known = { readonly until: number; readonly answered: Promise<string[]> };
const remembered = new WeakMap<Services, Map<string, Known>>();

/** `wellAnswered`, cached by the questions: they change as soon as something is hidden. */
async function knownAnswered(questions: readonly string[], tools: SuggestTools): Promise<string[]> {
  const { services, now } = tools;
  if (questions.length === 0) return [];
  const known = remembered.get(services) ?? new Map<string, Known>();
  remembered.set(services, known);
  const of = questions.join('\n');
  const last = known.get(of);
  // A caller who hangs up fails the lookup begun for them; the others who wait for it start again.
  if (last && now.getTime() < last.until) return last.answered.catch(() => wellAnswered(questions, tools));
  const answered = wellAnswered(questions, tools);
  known.delete(of);
  known.set(of, { until: now.getTime() + KNOWN_MS, answered });
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
  answered.catch(() => known.get(of)?.answered === answered && known.delete(of));
  return answered;
}

/** The first of the questions whose answers have coverage ok. */
async function wellAnswered(questions: readonly string[], tools: SuggestTools): Promise<string[]> {
  const { db, now } = tools;
  const names = await findKnownNames(tools);
  const answered: string[] = [];
  for (const question of questions) {
    const reading = readQuestion(question, names, now);
    const candidates = await findCandidates(db, reading, null, names.linker);
    const { coverage } = await inTurn(() => chooseEvidence(reading, candidates, null, now));
    if (coverage === 'ok') answered.push(question);
    if (answered.length === MOST_SUGGESTIONS) break;
  }
  return answered;
}
