import { createHash } from 'node:crypto';
import { ofRecord } from '#server/api/context.ts';
import { ASK_BUDGET_MS } from '#server/api/meta.ts';
import type { Plan } from '#server/domain.ts';
import type { ChosenEvidence } from '#server/features/ask/choose/evidence.ts';
import { toldAsWeaker, weakerQuestions } from '#server/features/ask/choose/missing/weaker.ts';
import { chooseEvidence } from '#server/features/ask/choose/selection.ts';
import { asksForChanges, withTurns } from '#server/features/ask/choose/turns.ts';
import { forUnnamed, unheardPeople, withUnnamed } from '#server/features/ask/choose/unnamed.ts';
import { countedMost, withCount } from '#server/features/ask/counted.ts';
import { EVERYWHERE, type SearchBounds } from '#server/features/ask/find/bounds/store.ts';
import { addMeaning } from '#server/features/ask/find/by-meaning.ts';
import { boundsOf, type Candidates, findCandidates, isSaid } from '#server/features/ask/find/candidates.ts';
import { findKnownNames } from '#server/features/ask/find/known-names.ts';
import { episodesNaming } from '#server/features/ask/find/naming/store.ts';
import { isAnyHeard } from '#server/features/ask/find/speakers/store.ts';
import { withNamesSpelled } from '#server/features/ask/find/spelling.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { findTurns } from '#server/features/ask/find/turns.ts';
import { readAdvice } from '#server/features/ask/read/advice/advice.ts';
import { asksForAdvice } from '#server/features/ask/read/advice/judge.ts';
import { goesOnAboutIdea, readOfIdea } from '#server/features/ask/read/bound/of-idea.ts';
import { readConversation } from '#server/features/ask/read/conversation/conversation.ts';
import { asksForOthers } from '#server/features/ask/read/conversation/others.ts';
import { nameAhead } from '#server/features/ask/read/names/people.ts';
import { linksOf } from '#server/features/ask/read/names/subjects.ts';
import { asksNothing, isCourtesy, looseWords } from '#server/features/ask/read/nothing.ts';
import { type Unkept, unkeptIn } from '#server/features/ask/read/of-record.ts';
import { matterOfService } from '#server/features/ask/read/of-service.ts';
import { firstOrLast } from '#server/features/ask/read/period/first-or-last.ts';
import { isTimeAlone, namesAlone } from '#server/features/ask/read/question.ts';
import type { EarlierQuestion, KnownNames, QuestionReading } from '#server/features/ask/read/reading.ts';
import {
  type AnswerBody,
  answeredBody,
  refusedBody,
  silentBody,
  unaskedBody,
  unheardBody,
} from '#server/features/ask/rules.ts';
import { suggestQuestions } from '#server/features/ask/suggestions.ts';
import { reframe } from '#server/features/ask/tell/suggest.ts';
import { type TellTools, tellAnswer } from '#server/features/ask/tell/tell.ts';
import { meaningOf } from '#server/features/meaning/find.ts';
import { inTurn } from '#server/platform/process/slices.ts';

/** A question, the earlier ones of its conversation, and the idea it is bound to. */
export type AskedQuestion = {
  readonly question: string;
  /** Earlier questions of the conversation, oldest first. */
  readonly before: readonly (EarlierQuestion & { readonly idea: IdeaCandidate | null })[];
  readonly idea: IdeaCandidate | null;
};

/** The question and those before it with misspelt names corrected. */
export async function asSpelled(asked: AskedQuestion, tools: TellTools): Promise<AskedQuestion> {
  return withNamesSpelled(asked, await findKnownNames(tools), tools.db, tools.now);
}

/** The question and those before it, as they read. */
function textsOf({ question, before }: AskedQuestion): string[] {
  return [question, ...before.map((earlier) => earlier.question)];
}

type ChosenAnswer = ChosenEvidence & { readonly reading: QuestionReading };
/** What was chosen of what was found. */
type Found = ChosenAnswer & { readonly found: Candidates };

/** What a text asks for: a trade decision, what was said, or nothing. */
export type Purpose = 'trade' | 'research' | 'nothing';

/**
 * What a text asks for (docs/contract.md, States and transitions 15 and 16, Added: HTTP 26). The advice model knows no names
 * and only guesses when a text asks nothing, so its judgement counts only when something is asked.
 */
export async function purposeOf(asked: AskedQuestion, tools: TellTools): Promise<Purpose> {
  const { question, idea } = asked;
  if (isCourtesy(question) || matterIn(asked) !== null) return 'nothing';
  const isAdvice = asksForAdvice(question, await meaningOf(tools.services, question));
  if (isAdvice && readAdvice(question) !== null) return 'trade';
  if (unkeptAsked(asked) !== null) return 'nothing';
  const known = await knownNames(asked, tools);
  if (namesAlone(question, known, tools.now) || goesOnInTime(asked, tools.now)) return 'research';
  const reading = readConversation(asked, known, tools.now);
  if (idea === null && asksNothing(reading)) return 'nothing';
  const loose = idea === null ? looseWords(question, reading) : null;
  if (loose !== null && !(await isSaid(tools.db, loose))) return 'nothing';
  return isAdvice ? 'trade' : 'research';
}

function matterIn({ question, idea, before }: AskedQuestion) {
  return matterOfService(question, idea === null && before.length === 0);
}

/** What a question asks of speakers that the record keeps of nobody; who is "the most bullish" may go on about what was asked before. */
function unkeptAsked({ question, idea, before }: AskedQuestion): Unkept | null {
  const unkept = unkeptIn(question);
  return unkept === 'rank' && (idea !== null || before.length > 0) ? null : unkept;
}

/** Whether a text asks what was asked before of another time: "And in August?". */
function goesOnInTime({ question, before }: AskedQuestion, now: Date): boolean {
  return before.length > 0 && isTimeAlone(question, now);
}

/** Answers a research question on a plan in four steps: read, find, choose, tell. Throws when it cannot. */
export async function answerQuestion(
  asked: AskedQuestion,
  plan: Plan,
  tools: TellTools,
): Promise<AnswerBody> {
  const known = await knownNames(asked, tools);
  const { reading, idea } = readAsked(asked, known, tools.now);
  const counted = idea === null ? await countedMost(reading, tools.db) : null;
  if (counted !== null) return answerOf(counted, tools);
  const whole = await chosenFor(reading, idea, known, plan, tools);
  if (idea !== null) return answerOf(whole, tools);
  const unheard = unheardPeople(reading, whole);
  if (unheard.length > 0) return answerUnheard(whole, unheard, known, plan, tools);
  return answerOf(await widened(whole, known, plan, tools), tools);
}

/** The answer that tells what was chosen, or that nothing was found. */
async function answerOf(chosen: ChosenAnswer, tools: TellTools): Promise<AnswerBody> {
  return (await bodyOf(chosen, tools)) ?? silentBody(await suggestQuestions(chosen.reading, null, tools));
}

/** The answer where people are asked for under whose name nothing stands: by nobody's name, from the episodes that name them. */
async function answerUnheard(
  whole: Found,
  unheard: readonly string[],
  known: KnownNames,
  plan: Plan,
  tools: TellTools,
): Promise<AnswerBody> {
  const { reading } = whole;
  const naming = await namingAny(unheard, boundsOf(reading, null), tools);
  const ofThem = () => chosenFor(forUnnamed(reading, unheard, naming), null, known, plan, tools);
  const both = naming.length > 0 ? withUnnamed(whole, unheard, await ofThem(), naming) : whole;
  const chosen = both === whole ? await widened(whole, known, plan, tools) : both;
  const body = await bodyOf(chosen, tools);
  if (body !== null) return body;
  const suggestions = await suggestQuestions(reading, null, tools);
  const isHeard =
    naming.length > 0
      ? await isAnyHeard(tools.db, unheard, boundsOf(reading, null))
      : await isAnyKnown(unheard, known, tools);
  return isHeard ? silentBody(suggestions) : unheardBody(unheard, naming, suggestions);
}

/** Episodes within bounds that give the name of any of these people. */
async function namingAny(people: readonly string[], bounds: SearchBounds, { db }: TellTools) {
  return (await Promise.all(people.map((name) => episodesNaming(db, name, bounds)))).flat();
}

/** Whether the record gives the name of any of these people, wherever and whenever. */
async function isAnyKnown(
  people: readonly string[],
  { speakers }: KnownNames,
  tools: TellTools,
): Promise<boolean> {
  if (people.some((name) => speakers.includes(name))) return true;
  if (await isAnyHeard(tools.db, people, EVERYWHERE)) return true;
  return (await namingAny(people, EVERYWHERE, tools)).length > 0;
}

async function bodyOf(chosen: ChosenAnswer, tools: TellTools): Promise<AnswerBody | null> {
  const told = await tellAnswer(chosen, tools);
  return told && answeredBody(told.answer, told.cited, chosen.coverage, tools.services.env);
}

/** The names of the record, with one that stands at the head of the question where an episode names it as a speaker's. */
async function knownNames(asked: AskedQuestion, tools: TellTools): Promise<KnownNames> {
  const { question, idea } = asked;
  const known = await findKnownNames(tools, textsOf(asked));
  const name = idea === null ? nameAhead(question) : null;
  if (name === null || known.speakers.includes(name) || linksOf(name, known.linker).length > 0) return known;
  const isSpeaker = await ofRecord(tools, ['name ahead', hashOf([name])], async () => {
    const [surest] = await episodesNaming(tools.db, name, EVERYWHERE);
    return surest?.speaks === true;
  });
  return isSpeaker ? { ...known, speakers: [...known.speakers, name] } : known;
}

/** What was chosen, with a count where one is asked for; what answers a weaker question where nothing was. */
async function widened(whole: Found, known: KnownNames, plan: Plan, tools: TellTools): Promise<ChosenAnswer> {
  if (whole.coverage === 'none') return chosenWithout(whole, known, plan, tools);
  return withCount(whole.reading, whole, tools.db);
}

/** What answers a question, of what was found for it. */
async function chosenFor(
  reading: QuestionReading,
  idea: IdeaCandidate | null,
  { linker }: KnownNames,
  plan: Plan,
  tools: TellTools,
): Promise<Found> {
  const { db, now } = tools;
  const byWords = await findCandidates(db, reading, idea, linker, firstOrLast(reading.text));
  const found = await addMeaning(tools, reading, idea, byWords);
  const turns = idea === null && asksForChanges(reading) ? await findTurns(db, reading, plan, now) : [];
  return inTurn(() => {
    tools.signal.throwIfAborted();
    return { ...withTurns(reading, chooseEvidence(reading, found, idea, now), turns, found), found };
  });
}

/** What answers the first of the weaker questions that anything answers; the whole, which nothing answers, where none is. */
async function chosenWithout(
  whole: Found,
  known: KnownNames,
  plan: Plan,
  tools: TellTools,
): Promise<ChosenAnswer> {
  for (const weaker of weakerQuestions(whole.reading, whole.found)) {
    if (isHalfSpent(tools)) return whole;
    const told = toldAsWeaker(weaker, await chosenFor(weaker.reading, null, known, plan, tools));
    if (told !== null) return { ...told, reading: whole.reading };
  }
  return whole;
}

/** Whether half of the time of a question is over: what is left is for the answer. */
function isHalfSpent({ services, now }: TellTools): boolean {
  return services.clock().getTime() - now.getTime() > ASK_BUDGET_MS / 2;
}

/** The idea that a question is bound to, or that the one before it is and this one goes on about: "Who said it?". */
function ideaOf(
  { question, idea, before }: AskedQuestion,
  known: KnownNames,
  now: Date,
): IdeaCandidate | null {
  const last = before.at(-1);
  if (idea !== null || last === undefined || !goesOnAboutIdea(question, known, now)) return idea;
  return ideaOf({ ...last, before: before.slice(0, -1) }, known, now);
}

/** The question as read, and the idea it is bound to. A question for others than argued the idea goes to the whole record. */
function readAsked(asked: AskedQuestion, known: KnownNames, now: Date) {
  const { question } = asked;
  const idea = ideaOf(asked, known, now);
  if (idea === null) return { reading: readConversation(asked, known, now), idea };
  const bound = readOfIdea(question, known, now);
  if (bound.subjects.length > 0 || !asksForOthers(bound)) return { reading: bound, idea };
  return {
    reading: readConversation({ question, before: [{ question: '', idea }] }, known, now),
    idea: null,
  };
}

/** The answer to a text that asks nothing of the record: where the service is told of, and questions that may be asked. */
export async function offerQuestions(asked: AskedQuestion, tools: TellTools): Promise<AnswerBody> {
  return unaskedBody(
    matterIn(asked) ?? unkeptAsked(asked),
    await suggestQuestions(null, null, tools),
    tools.services.env,
  );
}

/**
 * The refusal of a trade-decision question, with questions on the same subject that the record answers. It is cached, since
 * it is the same for whoever asks. It is not cached when the question, or one before it, is bound to an idea: the idea was
 * read before the mark of the record that the cache is keyed by.
 */
export function refuseAdvice(asked: AskedQuestion, tools: TellTools): Promise<AnswerBody> {
  if (asked.idea !== null || asked.before.some(({ idea }) => idea !== null)) return refusalOf(asked, tools);
  return ofRecord(tools, ['refusal', hashOf(textsOf(asked))], () => refusalOf(asked, tools));
}

/** A hash of what was asked, so that no cache key holds a text that an account may erase. */
function hashOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64');
}

async function refusalOf(asked: AskedQuestion, tools: TellTools): Promise<AnswerBody> {
  const reading = readConversation(asked, await findKnownNames(tools, textsOf(asked)), tools.now);
  const suggestions = await suggestQuestions(reading, asked.idea, tools);
  const subject = reading.subjects[0]?.name ?? asked.idea?.subjectName ?? null;
  return refusedBody(reframe(subject, suggestions.length > 0), suggestions);
}
