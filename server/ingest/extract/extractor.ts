import type { EpisodeInput, ExtractedIdea, Extraction, Extractor, TickerMention } from '#server/domain.ts';
import type { PassageReading } from '#server/ingest/extract/passages/reading.ts';
import { type RelativeTrade, relativeTradeIn } from '#server/ingest/extract/passages/relative-trade.ts';
import { choosePassages } from '#server/ingest/extract/scoring/choose-passages.ts';
import { declaresSide } from '#server/ingest/extract/scoring/claim-features.ts';
import { isOwnCase, linesOnSubject } from '#server/ingest/extract/scoring/claims.ts';
import { confidenceOf, ideaProbability } from '#server/ingest/extract/scoring/confidence.ts';
import { IDEA_THRESHOLD } from '#server/ingest/extract/scoring/passage-weights.ts';
import { isQuoted } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import { castOf, namesOf } from '#server/ingest/extract/speakers/speakers.ts';
import { type EpisodeLinker, subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import { type Judge, judgeCards, WEIGHTS } from '#server/ingest/extract/writing/card/judge.ts';
import type { Embed } from '#server/ingest/extract/writing/card/meaning.ts';
import { type IdeaPassage, writeIdea } from '#server/ingest/extract/writing/idea.ts';
import { takesSide } from '#server/language/investor-terms.ts';
import { type Candidate, type Survey, survey } from './survey.ts';

/** Name and version of the built-in engine; raise it with every change of what it extracts. */
export const RULES_ENGINE_VERSION = 'rules-2.21.0';

/**
 * The built-in extractor: no network and no clock; the same cues, linker and encoder always give the same answer.
 * Without an encoder it judges by words alone and tells only declared sides. Pass another `judge` to measure it on
 * episodes that the shipped one was fitted on.
 */
export function createRulesExtractor(
  linker: EpisodeLinker,
  embed: Embed | null = null,
  judge: Judge = WEIGHTS,
): Extractor {
  return { version: RULES_ENGINE_VERSION, extract: (input) => extractByRules(input, linker, embed, judge) };
}

async function extractByRules(
  input: EpisodeInput,
  linker: EpisodeLinker,
  embed: Embed | null,
  judge: Judge,
): Promise<Extraction> {
  const read = survey(input, linker);
  const cast = castOf(input, read.discourse.sentences);
  const episode = { input, discourse: read.discourse, cast };
  let byWords = false;
  const asked: Embed = async (texts) => {
    const vectors = (await embed?.(texts)) ?? null;
    byWords ||= vectors === null && texts.length > 0;
    return vectors;
  };
  const write = async (passages: readonly Found[]) => {
    const cards = await judgeCards(passages, read.discourse, asked, judge);
    return passages.map(({ candidate: { reading }, worth, against }, i) =>
      writeIdea(episode, { reading, worth, against, cards: cards[i]! }),
    );
  };
  const passages = ideaPassages(read);
  const first = await write(passages);
  const further = await write(passages.flatMap((passage, i) => furtherParts(passage, first[i] ?? null)));
  const ideas = [...first, ...further.map(afterAnother)];
  return {
    ideas: toldOnce(ideas.filter((idea): idea is ExtractedIdea => idea !== null)),
    mentions: tickerMentions(read),
    heldBack: read.heldBack,
    adRanges: read.adverts.ranges,
    names: namesOf(cast.members),
    ...(byWords ? { byWords } : {}),
  };
}

/** Of ideas that quote the same sentence only the surest is served; the others get a low confidence. */
export function toldOnce(ideas: readonly ExtractedIdea[]): ExtractedIdea[] {
  const surest = new Map<string, ExtractedIdea>();
  for (const idea of ideas) {
    const held = surest.get(quoteKey(idea));
    if (held === undefined || idea.confidence > held.confidence) surest.set(quoteKey(idea), idea);
  }
  return ideas.map((idea) =>
    surest.get(quoteKey(idea)) === idea
      ? idea
      : { ...idea, confidence: Math.min(idea.confidence, TOLD_ELSEWHERE) },
  );
}

function quoteKey({ quote }: ExtractedIdea): string {
  return `${quote.startSeconds} ${quote.text}`;
}

/** A passage that is an idea, before its cards are judged. */
type Found = Pick<IdeaPassage, 'worth' | 'against'> & { readonly candidate: Candidate };

function ideaPassages(read: Survey): Found[] {
  const rated = read.candidates.map((candidate) => ({ candidate, ...ratingOf(candidate) }));
  return choosePassages(rated, IDEA_THRESHOLD).flatMap(({ candidate, reading, worth }) => {
    const trade = relativeTrade(read, reading);
    if (trade !== null && subjectId(trade.preferred.subject) !== reading.passage.subjectId) return [];
    return { candidate, worth, against: trade?.other ?? null };
  });
}

/** Parts of a long talk that are likely ideas and do not hold the first idea's quote. */
function furtherParts({ candidate, against }: Found, idea: ExtractedIdea | null): Found[] {
  if (idea === null || against !== null) return [];
  const { quote } = idea;
  return candidate.parts.flatMap((part) => {
    const isTold = part.reading.lines.some(({ sentence }) => isQuoted(sentence, quote));
    const { worth, probability } = ratingOf(part);
    return isTold || probability < IDEA_THRESHOLD
      ? []
      : [{ candidate: { ...part, parts: [] }, worth, against: null }];
  });
}

/** A further idea of one talk needs half as much confidence again to be served (docs/decisions.md). */
const AFTER_ANOTHER = 2 / 3;

function afterAnother(idea: ExtractedIdea | null): ExtractedIdea | null {
  return idea && { ...idea, confidence: Math.round(AFTER_ANOTHER * idea.confidence * 1000) / 1000 };
}

/** Probability that a passage is an idea, and that a careful reader would stand behind it; 0..1. */
function ratingOf({ reading, features }: Pick<Candidate, 'reading' | 'features'>) {
  const sided = takesOwnSide(reading);
  return {
    reading,
    worth: Math.max(confidenceOf(features), sided ? SIDE_TAKEN : 0),
    probability: Math.max(ideaProbability(features), sided || isStated(reading) ? STATED_POSITION : 0),
  };
}

/** Highest confidence of an idea whose sentence is served under another subject. */
const TOLD_ELSEWHERE = 0.3;

/** A position or relative trade stated outright is an idea, however short the passage. */
const STATED_POSITION = 0.4;

/** Worth of a side taken on an investment outright. */
const SIDE_TAKEN = 0.96;

function takesOwnSide(reading: PassageReading): boolean {
  return linesOnSubject(reading).some(
    (line) => isOwnCase(line) || (declaresSide(line) && takesSide(line.sentence.text)),
  );
}

function isStated(reading: PassageReading): boolean {
  return reading.lines.some((line) => line.asserted && Math.abs(line.position) >= 2);
}

/** The relative trade between the passage's subject and another; told once, under the preferred one. */
function relativeTrade(read: Survey, reading: PassageReading): RelativeTrade | null {
  const id = reading.passage.subjectId;
  for (const line of reading.lines) {
    if (!line.asserted) continue;
    const trade = relativeTradeIn(line.sentence.text, read.discourse.mentions.get(line.sentence.index) ?? []);
    if (trade !== null && [trade.preferred, trade.other].some((side) => subjectId(side.subject) === id))
      return trade;
  }
  return null;
}

/** Every listed instrument named outside adverts. */
export function tickerMentions(read: Survey): TickerMention[] {
  return read.mentions
    .filter(
      ({ tickers, ownFirm, sentence }) =>
        tickers.length > 0 && ownFirm?.named !== false && !read.adverts.sentences.has(sentence),
    )
    .map((mention) => ({
      symbol: mention.tickers[0] as string,
      name: mention.surface,
      seconds: Math.floor(read.discourse.sentences[mention.sentence]?.start ?? 0),
      cue: mention.cue,
    }));
}
