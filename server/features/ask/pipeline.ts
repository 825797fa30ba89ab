import { asksOfVoices } from '#server/features/ask/choose/about.ts';
import type { Candidates, Selected } from '#server/features/ask/choose/evidence.ts';
import { nameTerms } from '#server/features/ask/choose/quotations.ts';
import { selectEvidence, selectForIdea, withOtherSide } from '#server/features/ask/choose/selection.ts';
import {
  countWords,
  discussedSubjects,
  type IdeaEvidence,
  ideasBySpeakers,
  ideasByWords,
  ideasOfSubjects,
  listShowNames,
  listSpeakerNames,
  passagesByWords,
  type Scope,
  type SubjectFilter,
  type WordCount,
  type WordCounts,
} from '#server/features/ask/find/store.ts';
import { questionLinker } from '#server/features/ask/read/linker.ts';
import {
  type QuestionReading,
  type Readers,
  readQuestion,
  resumeQuestion,
} from '#server/features/ask/read/question.ts';
import { type AnswerBody, answeredBody, refusedBody, silentBody } from '#server/features/ask/rules.ts';
import { composeSentences, type Sentence, withMarkers } from '#server/features/ask/tell/compose.ts';
import { reframe, suggestionsFor } from '#server/features/ask/tell/suggest.ts';
import { createAnswerWriter, type WriterTools } from '#server/features/ask/tell/write.ts';
import { sameAs } from '#server/language/synonyms.ts';
import { LEAST_LINK_CONFIDENCE, type Linker } from '#server/linking/linker.ts';
import type { Db } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';

/** A question with what came before it and what it is bound to. */
export type Asked = {
  readonly question: string;
  /** Earlier questions of the conversation, oldest first. */
  readonly before: readonly string[];
  readonly idea: IdeaEvidence | null;
};

/** What a pipeline works with: `db` is cancelled with `signal`. */
export type AskTools = {
  readonly services: Services;
  readonly db: Db;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Hears the answer so far, markers included, whenever a model has written another sentence that holds. */
  readonly onAnswer?: ((soFar: string) => void) | undefined;
};

/** Makes the answer to a research question; throws when it cannot. */
export type AskPipeline = (asked: Asked, tools: AskTools) => Promise<AnswerBody>;

const replaced = new WeakMap<Services, AskPipeline>();

/** The pipeline of these services: the product's own unless another was put in its place. */
export function pipelineOf(services: Services): AskPipeline {
  return replaced.get(services) ?? answerFromRecord;
}

/** Puts a pipeline in the place of the product's own, for these services alone. */
export function replacePipeline(services: Services, pipeline: AskPipeline): void {
  replaced.set(services, pipeline);
}

const MOST_WORDS = 24;

async function answerFromRecord(asked: Asked, tools: AskTools): Promise<AnswerBody> {
  const { db, now, services } = tools;
  const linker = await questionLinker(db);
  const read = await readAsked(asked, linker, tools);
  const { reading, selected } = asked.idea
    ? { reading: read, selected: await aboutIdea(asked.idea, read, linker, db) }
    : await fromCorpus(read, linker, db, now);
  if (selected.evidence.length === 0) return silentBody(await suggestQuestions(reading, tools));
  const sentences = await writeSentences(reading, selected, tools);
  if (sentences.length === 0) return silentBody(await suggestQuestions(reading, tools));
  const { answer, cited } = withMarkers(sentences);
  return answeredBody(answer, cited, selected.coverage, services.env);
}

/** The refusal of a trade-decision question, with questions on the same subject that the record answers. */
export async function refuseAdvice(asked: Asked, tools: AskTools): Promise<AnswerBody> {
  const reading = await readAsked(asked, await questionLinker(tools.db), tools);
  const suggestions = await suggestQuestions(reading, tools, asked.idea);
  const subject = reading.subjects[0]?.name ?? asked.idea?.subjectName ?? null;
  return refusedBody(reframe(subject, suggestions.length > 0), suggestions);
}

async function readAsked(asked: Asked, linker: Linker, { db, now }: AskTools): Promise<QuestionReading> {
  return readFor(asked, await readersOf(linker, db, now));
}

async function readersOf(linker: Linker, db: Db, now: Date): Promise<Readers> {
  const [shows, speakers] = await Promise.all([listShowNames(db), listSpeakerNames(db)]);
  return { linker, shows, speakers, now };
}

function readFor(
  { question, before }: Pick<Asked, 'question' | 'before'>,
  readers: Readers,
): QuestionReading {
  const earlier = before.reduce<QuestionReading | null>(
    (resumed, text) => resumeQuestion(readQuestion(text, readers), resumed),
    null,
  );
  return resumeQuestion(readQuestion(question, readers), earlier);
}

function subjectFilter(reading: QuestionReading): SubjectFilter {
  return {
    symbols: reading.subjects.flatMap((subject) => subject.symbols),
    slugs: reading.subjects.map((subject) => subject.slug),
    themes: reading.subjects.length > 0 ? [] : reading.themes.map((theme) => theme.slug),
  };
}

/** What the corpus answers, and the question with the side that the corpus shows it to ask for. */
async function fromCorpus(
  read: QuestionReading,
  linker: Linker,
  db: Db,
  now: Date,
): Promise<{ readonly reading: QuestionReading; readonly selected: Selected }> {
  const scope: Scope = { showIds: read.shows.map((show) => show.id), period: read.period, episodeId: null };
  const found = await candidatesOf(read, scope, linker, db);
  const reading = withOtherSide(read, found, now);
  return { reading, selected: selectEvidence(reading, found, now) };
}

async function candidatesOf(
  reading: QuestionReading,
  scope: Scope,
  linker: Linker,
  db: Db,
): Promise<Candidates> {
  const { counts, ...windows } = await windowsOf(reading, scope, linker, db);
  if (asksOfVoices(reading)) return { ...windows, ideas: await ideasBySpeakers(db, reading.people, scope) };
  const bySubject = await ideasOfSubjects(db, subjectFilter(reading), scope);
  const byWords =
    reading.subjects.length > 0
      ? []
      : await ideasByWords(db, picked(counts.ideas, reading.query.asked), scope);
  return {
    ...windows,
    ideas: [...new Map([...bySubject, ...byWords].map((idea) => [idea.id, idea])).values()],
  };
}

/** Candidates but for ideas, and the counts that all of them are ranked by. */
async function windowsOf(
  reading: QuestionReading,
  scope: Scope,
  linker: Linker,
  db: Db,
): Promise<Omit<Candidates, 'ideas'> & { readonly counts: WordCounts }> {
  const { asked, weights } = reading.query;
  const matter = [...new Set(asked.flatMap((term) => [...sameAs(term)]))].slice(0, MOST_WORDS);
  const related = [...weights.keys()].slice(0, MOST_WORDS);
  const names = [...new Set(nameTerms(reading).flat())];
  const counts = await countWords(db, [...new Set([...names, ...matter, ...related])]);
  const passages = await passagesByWords(
    db,
    picked(counts.passages, matter.length > 0 ? matter : names),
    picked(counts.passages, names),
    scope,
  );
  return {
    counts,
    passages,
    ideaCounts: { total: counts.ideaTotal, words: counts.ideas },
    passageCounts: { total: counts.passageTotal, words: counts.passages },
    mentionsIn: (text) =>
      linker
        .link(text)
        .filter((link) => link.confidence >= LEAST_LINK_CONFIDENCE)
        .map(({ slug, surface }) => ({ slug, written: surface })),
  };
}

function picked(all: readonly WordCount[], words: readonly string[]): WordCount[] {
  return all.filter(({ word }) => words.includes(word));
}

/** A question bound to one idea is answered from that idea and from what is said right around it. */
async function aboutIdea(
  idea: IdeaEvidence,
  reading: QuestionReading,
  linker: Linker,
  db: Db,
): Promise<Selected> {
  const scope: Scope = { showIds: [], period: null, episodeId: idea.episodeId };
  const matter: QuestionReading = {
    ...reading,
    subjects: [],
    themes: [],
    shows: [],
    people: [],
    period: null,
    relates: false,
  };
  return selectForIdea(matter, idea, await windowsOf(matter, scope, linker, db));
}

/**
 * Written by a model where one is set and holds to the evidence; composed from the record otherwise, and where the
 * answer must say that nobody spoke of what was asked.
 */
async function writeSentences(
  reading: QuestionReading,
  selected: Selected,
  tools: AskTools,
): Promise<readonly Sentence[]> {
  const writer = selected.missing === null ? createAnswerWriter(tools.services) : null;
  const written = writer ? await writer(reading.text, selected.evidence, writerTools(tools)) : [];
  return written.length > 0 ? written : composeSentences(reading, selected);
}

/** Markers count citations in the order they come, so that what was heard stays as it was when more follows. */
function writerTools({ db, now, signal, onAnswer }: AskTools): WriterTools {
  if (!onAnswer) return { db, now, signal };
  const heard: Sentence[] = [];
  const onSentence = (sentence: Sentence) => {
    heard.push(sentence);
    onAnswer(withMarkers(heard).answer);
  };
  return { db, now, signal, onSentence };
}

const MOST_SUGGESTIONS = 3;
type SuggestTools = Pick<AskTools, 'services' | 'db' | 'now'>;

/** Questions to begin with, on what the record speaks of most; none in an empty one. */
export function exampleQuestions(tools: SuggestTools): Promise<string[]> {
  return suggestQuestions(null, tools);
}

/**
 * Questions on the named subjects that the record answers well, else such questions on what it speaks of most; in a
 * record that answers none of them well, the first of them all the same.
 */
async function suggestQuestions(
  reading: QuestionReading | null,
  tools: SuggestTools,
  idea: IdeaEvidence | null = null,
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

function suggestedSubjects(reading: QuestionReading | null, idea: IdeaEvidence | null): SubjectFilter {
  if (idea) return { symbols: idea.tickers, slugs: [idea.subjectKey], themes: [] };
  if (!reading) return { symbols: [], slugs: [], themes: [] };
  return { ...subjectFilter(reading), themes: reading.themes.map((theme) => theme.slug) };
}

/** For how long it is known which general questions are answered well: a page and a refusal, which are free, offer them. */
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
  const readers = await readersOf(await questionLinker(db), db, now);
  const answered: string[] = [];
  for (const question of questions) {
    const reading = readFor({ question, before: [] }, readers);
    const { selected } = await fromCorpus(reading, readers.linker, db, now);
    if (selected.coverage === 'ok') answered.push(question);
    if (answered.length === MOST_SUGGESTIONS) break;
  }
  return answered;
}
