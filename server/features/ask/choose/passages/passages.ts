import type { IdeaEvidence, PassageEvidence } from '#server/features/ask/choose/evidence.ts';
import { sideOnAsked } from '#server/features/ask/choose/matching/asked-side.ts';
import { isSpokenBy } from '#server/features/ask/choose/matching/named-in-question.ts';
import {
  type Collection,
  collectionFrom,
  indexText,
  scoreText,
} from '#server/features/ask/choose/matching/scoring.ts';
import {
  distanceToTopic,
  LEAST_OF_TITLED,
  leastShare,
  namedAmong,
  namesAsked,
  namesSubjects,
  shareOfTopic,
  timesNamed,
  timesSaid,
} from '#server/features/ask/choose/matching/topic.ts';
import { sentencesAcross, voicesIn } from '#server/features/ask/choose/passages/voices.ts';
import { callsToTrade } from '#server/features/ask/choose/speech/call-to-trade.ts';
import { isFragment } from '#server/features/ask/choose/speech/fragments.ts';
import {
  isOthersView,
  putsQuestion,
  repliesTo,
  reportsOthers,
} from '#server/features/ask/choose/speech/own-words.ts';
import type { Candidates, NamedCompany } from '#server/features/ask/find/candidates.ts';
import type { PassageCandidate } from '#server/features/ask/find/store.ts';
import {
  asksForAllTheySaid,
  hasTopic,
  isTitled,
  nameTerms,
  type QuestionReading,
} from '#server/features/ask/read/reading.ts';
import type { Query } from '#server/features/ask/read/topic/query.ts';
import { tellsWanted } from '#server/features/ask/read/topic/wanted.ts';
import { answerScore } from '#server/features/meaning/rules.ts';
import { countInvestorTerms } from '#server/language/investor-terms.ts';
import { polarityOf } from '#server/language/polarity.ts';
import { isOwnView } from '#server/language/speech/modality.ts';
import { sentencesOf } from '#server/language/text-sentences.ts';
import { isUnbroken } from '#server/language/unbroken.ts';

/** Windows of one episode that begin within so many seconds are one moment. */
const MOMENT_SECONDS = 120;
/** The longest quote of a transcript, in characters: the usual licence of a show. */
const LONGEST_SPOKEN = 280;
/** A sentence weighs its subject when it praises or faults by this much. */
const LEANS = 0.6;
/** The most words between the subject's name and an asked word that is said of it. */
const NEAR_WORDS = 16;

/** Whether a sentence tells what is asked; `companies` are those of its window. */
export type Tells = (words: string, companies: readonly NamedCompany[]) => boolean;

/** Any sentence tells of a question when something was named. */
export const namesAtAll: Tells = () => true;

/**
 * Sentences of transcript windows that name the subject and speak of the topic, the best first; every episode comes once
 * before any comes again. `chosen`: ideas that are in the answer already, whose moments are left out. `tells`: what a sentence
 * must do besides.
 */
export function rankPassages(
  reading: QuestionReading,
  found: Omit<Candidates, 'ideas'>,
  chosen: readonly IdeaEvidence[],
  tells: Tells = reading.wants === null ? weighsBusiness : namesAtAll,
): PassageEvidence[] {
  const isOfAll = asksForAllTheySaid(reading);
  if (
    isOfAll
      ? reading.people.length + reading.shows.length === 0
      : reading.subjects.length === 0 && !hasTopic(reading)
  )
    return [];
  const collection = collectionFrom(
    found.passageCounts,
    found.passages.map(({ text }) => indexText(text)),
  );
  const query = withNames(reading);
  const answering = found.passages
    .filter(({ showId, speaker }) => isSpokenBy(reading, showId, speaker))
    .filter((passage) => isQuotable(passage) && !isKnown(passage, chosen))
    .flatMap((passage) => passageEvidence(reading, passage, found, query, collection, tells) ?? []);
  const best = Math.max(1e-9, ...answering.map(({ score }) => score));
  const ranked = answering
    .map((one) => ({
      ...one,
      // A question for all that somebody said means nothing that words could be alike to.
      score: isOfAll
        ? one.score / best
        : answerScore(one.score / best, found.alikePassages.get(one.passage.id) ?? null),
    }))
    .sort((a, b) => b.score - a.score || a.passage.id - b.passage.id);
  const isAbout = ({ passage }: PassageEvidence) => isTitled(reading, passage.episodeTitle);
  return [
    ...episodesInTurn(ranked.filter(isAbout)),
    ...episodesInTurn(ranked.filter((one) => !isAbout(one))),
  ];
}

function withNames(reading: QuestionReading): Query {
  const names = nameTerms(reading).flat();
  return {
    asked: [...new Set([...names, ...reading.query.asked])],
    weights: new Map([...reading.query.weights, ...names.map((term) => [term, 1] as const)]),
  };
}

/** The window with the sentence in it that answers best; null when none answers. */
function passageEvidence(
  asked: QuestionReading,
  passage: PassageCandidate,
  { companiesIn }: Pick<Candidates, 'companiesIn'>,
  query: Query,
  collection: Collection,
  tells: Tells,
): PassageEvidence | null {
  const isAbout = isTitled(asked, passage.episodeTitle);
  if (isAbout && !namesAsked(asked, passage.text, companiesIn)) return null;
  const reading = isAbout ? { ...asked, subjects: [], themes: [], names: [] } : asked;
  const least = isAbout ? LEAST_OF_TITLED : leastShare(reading);
  // Cheap check first: no sentence holds more of the topic than its whole window.
  if (!(isAbout || dwells(reading, passage)) || shareOfTopic(reading, passage.text, collection) < least)
    return null;
  const companies = reading.subjects.length > 0 ? companiesIn(passage.text) : [];
  const whole = scoreText(query, indexText(passage.text), collection);
  const shareOf = (words: string) => shareOfTopic(reading, words, collection);
  const holdsAsked = (words: string, share: number) =>
    share >= least && namesSubjects(reading, words, companies);
  const answers = (words: string, share: number) =>
    holdsAsked(words, share) &&
    tellsWanted(reading.wants, words) &&
    tells(words, companies) &&
    isNearTopic(reading, words, companies) &&
    isOnSide(reading, words, companies);
  const scoreOf = (words: string, share: number) =>
    asksForAllTheySaid(reading)
      ? fullness(words) * claimed(words)
      : fullness(words) * share * scoreText(query, indexText(words), collection) + 0.2 * whole;
  const most = Math.min(LONGEST_SPOKEN, passage.quoteChars);
  const across = asked.people.length > 0 ? [] : sentencesAcross(passage);
  const voices = [...voicesIn(passage), ...across].map((text) => ({ text, sentences: sentencesOf(text) }));
  const bestAmong = (wordsAmong: (sentences: readonly string[]) => string[]) =>
    voices
      .flatMap(({ text, sentences }) =>
        wordsAmong(sentences).map((words) => ({ words, text, share: shareOf(words) })),
      )
      .filter(({ words, share }) => answers(words, share))
      .map(({ words, text, share }) => ({ words, text, score: scoreOf(words, share) }))
      .sort((a, b) => b.score - a.score)[0];
  const best =
    bestAmong((sentences) => quotableAmong(sentences, most)) ??
    bestAmong((sentences) => pairsAmong(sentences, most, (words) => holdsAsked(words, shareOf(words))));
  if (best === undefined) return null;
  const { words, text, score } = best;
  // Nothing that another voice says in the window is evidence of what this one does.
  const speaker = across.includes(text) ? null : passage.speaker;
  return { kind: 'passage', passage: { ...passage, text, speaker }, words, score };
}

/** Whether an asked word stands near the name of a company asked about. */
function isNearTopic(reading: QuestionReading, words: string, companies: readonly NamedCompany[]): boolean {
  if (reading.relates || reading.subjects.length === 0) return true;
  return distanceToTopic(reading.query, namedAmong(reading, companies), words) <= NEAR_WORDS;
}

/** Sentences that can stand alone and fit the licence, without their full stop. */
function quotableAmong(sentences: readonly string[], most: number): string[] {
  return sentences
    .filter((line, i) => isQuotableAlone(line) && !isOthersView(line, sentences[i + 1]))
    .map(withoutFullStop)
    .filter((words) => words.length <= most);
}

/**
 * Pairs of adjacent sentences: together they may say what neither says alone. None opens with a sentence that weighs nothing
 * when the next one alone holds what is asked.
 */
function pairsAmong(sentences: readonly string[], most: number, holds: (words: string) => boolean): string[] {
  return sentences.flatMap((line, i) => {
    const next = sentences[i + 1];
    if (next === undefined || !isQuotableAlone(line) || !readsOn(next)) return [];
    if ((isOthersView(line, next) && !repliesTo(line, next)) || isOthersView(next, sentences[i + 2]))
      return [];
    if (holds(next) && !weighsBusiness(line.replace(OWN_PLAN, ''))) return [];
    const pair = `${line} ${withoutFullStop(next)}`;
    return pair.length <= most ? [pair] : [];
  });
}

/** "I'm going to embroider that": what somebody is about to do tells nothing of what is to come. */
const OWN_PLAN = /\bI(?:['’]m| am) going to\b|\bI(?:['’]ll| will)\b/i;

/** A sentence without its final full stop or exclamation mark; the rest of a quote stays verbatim. */
function withoutFullStop(line: string): string {
  return line.replace(/[.!]$/, '');
}

/** Whether a sentence speaks of money, of a business's standing, or for or against it, rather than naming it in passing. */
function weighsBusiness(line: string): boolean {
  const { money, prospect, ahead, rank } = countInvestorTerms(line);
  const { praise, fault } = polarityOf(line, [], []);
  return money + prospect + ahead + rank > 0 || MOVES.test(line) || Math.max(praise, fault) >= LEANS;
}

/** How much a sentence claims of money and business, when all that somebody said is asked for. */
function claimed(line: string): number {
  const { money, prospect, ahead, rank } = countInvestorTerms(line);
  const { praise, fault } = polarityOf(line, [], []);
  return money + prospect + ahead + rank + Math.max(praise, fault) + (isOwnView(line) ? 1 : 0);
}

const MOVES = /\b(?:go|goes|going|gone|went|is|are) (?:\w+ )?(?:up|down|higher|lower)\b/i;

/** When one word is all that is asked, and no company or person, a window must say it twice: once may be in passing. */
function dwells(reading: QuestionReading, { text }: PassageCandidate): boolean {
  const { subjects, people, spokenOf, query } = reading;
  if (subjects.length + people.length + spokenOf.length > 0 || query.asked.length > 1) return true;
  if (asksForAllTheySaid(reading)) return true;
  return Math.max(timesSaid(reading, text), timesNamed(reading, text)) > 1;
}

/** Whether a sentence plainly takes the side asked for on what is asked about. True when no side is asked for. */
function isOnSide(reading: QuestionReading, words: string, companies: readonly NamedCompany[]): boolean {
  return reading.side === null || sideOnAsked(reading, words, companies) === reading.side;
}

/** How much a sentence says by itself, 0..1: less when it is short, or when it continues another. */
function fullness(words: string): number {
  const length = Math.min(1, words.split(' ').length / 14);
  if (/^(?:that|this|it|they|these|those|he|she|which)\b/i.test(words)) return 0.5 * length;
  return /^(?:and|but|so|because|or)\b/i.test(words) ? 0.8 * length : length;
}

/** Whether a sentence is whole and may stand after another. */
function readsOn(line: string): boolean {
  return (
    line.split(' ').length >= 6 &&
    isUnbroken(line) &&
    !asks(line) &&
    !callsToTrade(line) &&
    !reportsOthers(line)
  );
}

/** Whether a sentence is whole, of fair length, no question, and no address to listeners. */
function isQuotableAlone(line: string): boolean {
  const words = line.split(' ').length;
  if (words < 8 || words > 60 || asks(line) || !isUnbroken(line)) return false;
  return !OF_THE_SHOW.test(line) && !callsToTrade(line) && !isFragment(line) && !reportsOthers(line);
}

function asks(line: string): boolean {
  return line.includes('?') || putsQuestion(line);
}

/** A show speaks of its own episodes, or asks its listeners to rate or follow it. */
const OF_THE_SHOW =
  /\b(?:episodes?|podcasts?|wherever you (?:get|find|listen)|(?:leave|give) us an?\b|(?:rat(?:e|ing)|review(?:ing)?) (?:us|(?:it|this|the|our) show|and review)|(?:enjoy(?:ed|ing)?|like[ds]?) (?:this|the|our) show|like and subscribe)\b/i;

function isQuotable(passage: PassageCandidate): boolean {
  if (!passage.mediaEnabled || passage.quoteChars < 60 || passage.withdrawn) return false;
  return !passage.adRanges.some(([start, end]) => passage.startSeconds < end && passage.endSeconds > start);
}

/** Whether a window holds the moment of an idea that is in the answer already. */
function isKnown(passage: PassageCandidate, chosen: readonly IdeaEvidence[]): boolean {
  return chosen.some(
    ({ idea }) =>
      idea.episodeId === passage.episodeId &&
      idea.timestampSeconds !== null &&
      idea.timestampSeconds <= passage.endSeconds &&
      passage.startSeconds <= idea.timestampSeconds + 90,
  );
}

/** The best of each episode, then the second best of each, and so on; no moment twice. */
function episodesInTurn(ranked: readonly PassageEvidence[]): PassageEvidence[] {
  const heard = new Map<string, PassageEvidence[]>();
  const turns: PassageEvidence[][] = [];
  for (const passage of ranked) {
    const own = heard.get(passage.passage.episodeId) ?? [];
    if (own.some((other) => isSameMoment(other.passage, passage.passage))) continue;
    heard.set(passage.passage.episodeId, [...own, passage]);
    const turn = turns[own.length];
    if (turn) turn.push(passage);
    else turns.push([passage]);
  }
  return turns.flat();
}

function isSameMoment(a: PassageCandidate, b: PassageCandidate): boolean {
  return Math.abs(a.startSeconds - b.startSeconds) < MOMENT_SECONDS;
}
