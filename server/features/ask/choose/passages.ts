import { callsToTrade } from '#server/features/ask/choose/call-to-trade.ts';
import type { IdeaEvidence, PassageEvidence } from '#server/features/ask/choose/evidence.ts';
import { isSpokenBy } from '#server/features/ask/choose/named-in-question.ts';
import {
  collectionFrom,
  distanceToTopic,
  LEAST_SHARE,
  namedAmong,
  namesSubjects,
  shareOfTopic,
  timesNamed,
  timesSaid,
  wordsBesideThemes,
} from '#server/features/ask/choose/topic.ts';
import type { Candidates, NamedCompany } from '#server/features/ask/find/candidates.ts';
import { type Collection, indexText, scoreText } from '#server/features/ask/find/scoring.ts';
import type { PassageCandidate } from '#server/features/ask/find/store.ts';
import type { Query } from '#server/features/ask/read/query.ts';
import { hasTopic, nameTerms, type QuestionReading } from '#server/features/ask/read/reading.ts';
import { answerScore } from '#server/features/meaning/rules.ts';
import { countInvestorTerms } from '#server/language/investor-terms.ts';
import { entityStance, polarityOf } from '#server/language/polarity.ts';
import { sentencesOf } from '#server/language/text-sentences.ts';
import { isUnbroken } from '#server/language/unbroken.ts';

/** Windows of one episode that begin closer than this are one moment. */
const MOMENT_SECONDS = 120;
/** The longest that is quoted of a transcript, in characters: the usual licence of a show. */
const LONGEST_SPOKEN = 280;
/** Praise less fault of a sentence from which on it weighs its matter. */
const LEANS = 0.6;
/** How far from the subject's name the asked word may stand to be said of it, in words. */
const NEAR_WORDS = 16;

/**
 * Sentences of transcript windows that name the subject and speak of what was asked, the best first; each episode is
 * heard once before any is heard again. `chosen`: ideas that are part of the answer already, whose moments are left out.
 */
export function rankPassages(
  reading: QuestionReading,
  found: Omit<Candidates, 'ideas'>,
  chosen: readonly IdeaEvidence[],
): PassageEvidence[] {
  if (reading.subjects.length === 0 && !hasTopic(reading)) return [];
  const collection = collectionFrom(
    found.passageCounts,
    found.passages.map(({ text }) => indexText(text)),
  );
  const query = withNames(reading);
  const answering = found.passages
    .filter(({ showId, speaker }) => isSpokenBy(reading, showId, speaker))
    .filter((passage) => isQuotable(passage) && !isKnown(passage, chosen))
    .flatMap((passage) => passageEvidence(reading, passage, found, query, collection) ?? []);
  const best = Math.max(1e-9, ...answering.map(({ score }) => score));
  const ranked = answering
    .map((one) => ({
      ...one,
      score: answerScore(one.score / best, found.alikePassages.get(one.passage.id) ?? null),
    }))
    .sort((a, b) => b.score - a.score || a.passage.id - b.passage.id);
  return episodesInTurn(ranked);
}

function withNames(reading: QuestionReading): Query {
  const names = nameTerms(reading).flat();
  return {
    asked: [...new Set([...names, ...reading.query.asked])],
    weights: new Map([...reading.query.weights, ...names.map((term) => [term, 1] as const)]),
  };
}

/** The window with the one sentence that answers best; null when none of its sentences does. */
function passageEvidence(
  reading: QuestionReading,
  passage: PassageCandidate,
  { companiesIn }: Pick<Candidates, 'companiesIn'>,
  query: Query,
  collection: Collection,
): PassageEvidence | null {
  const least = leastShare(reading);
  // No sentence holds more of the topic than the whole window does, which is soon told.
  if (!dwells(reading, passage) || shareOfTopic(reading, passage.text, collection) < least) return null;
  const companies = reading.subjects.length > 0 ? companiesIn(passage.text) : [];
  const whole = scoreText(query, indexText(passage.text), collection);
  const answersAmong = (texts: readonly string[]) =>
    texts
      .map((words) => ({ words, share: shareOfTopic(reading, words, collection) }))
      .filter(
        ({ words, share }) =>
          share >= least &&
          namesSubjects(reading, words, companies) &&
          weighsBusiness(words) &&
          isNearTopic(reading, words, companies) &&
          isOnSide(reading, words, companies),
      )
      .map(({ words, share }) => ({
        words,
        score: fullness(words) * share * scoreText(query, indexText(words), collection) + 0.2 * whole,
      }))
      .sort((a, b) => b.score - a.score);
  const most = Math.min(LONGEST_SPOKEN, passage.quoteChars);
  const sentences = sentencesOf(passage.text);
  const best =
    answersAmong(quotableAmong(sentences, most))[0] ?? answersAmong(pairsAmong(sentences, most))[0];
  return best ? { kind: 'passage', passage, ...best } : null;
}

/** Whether what is asked stands near the name of a company asked about. */
function isNearTopic(reading: QuestionReading, words: string, companies: readonly NamedCompany[]): boolean {
  if (reading.relates || reading.subjects.length === 0) return true;
  return distanceToTopic(reading.query, namedAmong(reading, companies), words) <= NEAR_WORDS;
}

/** Sentences that read alone and that the licence lets stand whole, without their stop. */
function quotableAmong(sentences: readonly string[], most: number): string[] {
  return sentences
    .filter(isQuotableAlone)
    .map(withoutFullStop)
    .filter((words) => words.length <= most);
}

/** Two sentences in a row that say together what neither says alone, told as one. */
function pairsAmong(sentences: readonly string[], most: number): string[] {
  return sentences.flatMap((line, i) => {
    const next = sentences[i + 1];
    if (next === undefined || !isQuotableAlone(line) || !readsOn(next)) return [];
    const pair = `${withoutFullStop(line)}; ${withoutFullStop(next)}`;
    return pair.length <= most ? [pair] : [];
  });
}

/** Without the stop that ends a sentence; a pause at its end stays, since a quote is verbatim. */
function withoutFullStop(line: string): string {
  return line.replace(/[.!]$/, '');
}

/** Says something of money, of how a business stands, or for or against it: anybody may name a thing in passing. */
function weighsBusiness(line: string): boolean {
  const { money, prospect, ahead, rank } = countInvestorTerms(line);
  const { praise, fault } = polarityOf(line, [], []);
  return money + prospect + ahead + rank > 0 || MOVES.test(line) || Math.abs(praise - fault) >= LEANS;
}

const MOVES = /\b(?:go|goes|going|gone|went|is|are) (?:\w+ )?(?:up|down|higher|lower)\b/i;

/** The share of the topic that a sentence must hold: of one or two words no word may be missing. */
function leastShare(reading: QuestionReading): number {
  return wordsBesideThemes(reading).length <= 2 ? 1 : LEAST_SHARE;
}

/** Where one word is all that is asked, and no company or person is named, a window must say it twice: anybody may say it in passing. */
function dwells(reading: QuestionReading, { text }: PassageCandidate): boolean {
  const { subjects, people, query } = reading;
  if (subjects.length > 0 || people.length > 0 || query.asked.length > 1) return true;
  return Math.max(timesSaid(reading, text), timesNamed(reading, text)) > 1;
}

/** Where a side is asked for, a sentence must lean that way: about the company, or, where a theme is named, as a whole. */
function isOnSide(
  { side, subjects, themes }: QuestionReading,
  words: string,
  companies: readonly NamedCompany[],
): boolean {
  if (side === null) return true;
  if (subjects.length === 0) {
    const { praise, fault } = polarityOf(words, [], []);
    const lean = side === 'bullish' ? praise - fault : fault - praise;
    return themes.length === 0 || lean >= LEANS;
  }
  const spans = companies
    .filter(({ written }) => words.includes(written))
    .map(({ slug, written }) => {
      const start = words.indexOf(written);
      return {
        isAsked: subjects.some((subject) => subject.slug === slug),
        span: { start, end: start + written.length },
      };
    });
  const own = spans.find(({ isAsked }) => isAsked);
  if (!own) return false;
  const others = spans.filter(({ isAsked }) => !isAsked).map(({ span }) => span);
  return entityStance(words, own.span, others).stance === (side === 'bullish' ? 'BULLISH' : 'BEARISH');
}

/** A short sentence, and one that goes on from another, says less by itself: 0..1. */
function fullness(words: string): number {
  const length = Math.min(1, words.split(' ').length / 14);
  if (/^(?:that|this|it|they|these|those|he|she|which)\b/i.test(words)) return 0.5 * length;
  return /^(?:and|but|so|because|or)\b/i.test(words) ? 0.8 * length : length;
}

/** A whole sentence that may stand after another. */
function readsOn(line: string): boolean {
  return line.split(' ').length >= 6 && isUnbroken(line) && !line.includes('?') && !callsToTrade(line);
}

/** A whole sentence of some length that asks nothing, of listeners neither. */
function isQuotableAlone(line: string): boolean {
  const words = line.split(' ').length;
  if (words < 8 || words > 60 || line.includes('?') || !isUnbroken(line)) return false;
  return !OF_THE_SHOW.test(line) && !callsToTrade(line);
}

/** A show speaking of its own episodes, or asking its listeners for a rating or to follow it. */
const OF_THE_SHOW =
  /\b(?:episodes?|podcasts?|wherever you (?:get|find|listen)|(?:leave|give) us an?\b|(?:rat(?:e|ing)|review(?:ing)?) (?:us|(?:it|this|the|our) show|and review)|(?:enjoy(?:ed|ing)?|like[ds]?) (?:this|the|our) show|like and subscribe)\b/i;

function isQuotable(passage: PassageCandidate): boolean {
  if (!passage.mediaEnabled || passage.quoteChars < 60 || passage.withdrawn) return false;
  return !passage.adRanges.some(([start, end]) => passage.startSeconds < end && passage.endSeconds > start);
}

/** The window of an idea that is already part of the answer. */
function isKnown(passage: PassageCandidate, chosen: readonly IdeaEvidence[]): boolean {
  return chosen.some(
    ({ idea }) =>
      idea.episodeId === passage.episodeId &&
      idea.timestampSeconds !== null &&
      idea.timestampSeconds <= passage.endSeconds &&
      passage.startSeconds <= idea.timestampSeconds + 90,
  );
}

/** The best of each episode, then the second of each: no moment twice. */
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
