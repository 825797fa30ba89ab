import {
  airedAt,
  type BeyondRecord,
  type Evidence,
  type IdeaEvidence,
  secondIn,
  toldOf,
} from '#server/features/ask/choose/evidence.ts';
import { asksForHosts } from '#server/features/ask/choose/missing/beside-idea.ts';
import { asksWhoDisagreed } from '#server/features/ask/read/conversation/others.ts';
import { mostArguedIn } from '#server/features/ask/read/counting.ts';
import { LEANING } from '#server/features/ask/read/leaning.ts';
import { firstOrLast, SPEAKING } from '#server/features/ask/read/period/first-or-last.ts';
import { asksForAllTheySaid, type QuestionReading } from '#server/features/ask/read/reading.ts';
import { NEUTRAL } from '#server/features/ask/read/topic/topic-words.ts';

/** "How many shows", "how often was it mentioned". */
const COUNTS = new RegExp(
  `\\bhow many (?:\\w+ ){0,2}(?:shows?|podcasts?|episodes?|guests?|hosts?|speakers?|statements|mentions|ideas|voices)\\b|\\bhow (?:many (?:other )?(?:people|times|persons|of (?:them|these|those))|often)\\b.*\\b${SPEAKING}\\b`,
  'i',
);
/** "Which show talks most about", "who mentions it most often". */
const MOST = new RegExp(
  `\\b(?:who|which (?:show|podcast|episode|guest|host|speaker|person)s?) (?:\\w+ )?${SPEAKING}(?:s|es)?\\b[^?]{0,60}?\\b(?:(?:the )?most(?: often| frequently)?(?= about\\b| on\\b|\\W*$)|more than (?:any|all))`,
  'i',
);
/** "Bull vs bear", "the bull and the bear case", "for and against": each of the two is asked for. */
const BOTH_SIDES =
  /\bbulls?(?:ish)?(?: case)? (?:vs\.?|versus|and|against) (?:the )?bears?(?:ish)?\b|\bbears?(?:ish)?(?: case)? (?:vs\.?|versus|and|against) (?:the )?bulls?(?:ish)?\b|\b(?:for and against|both sides)\b/i;
/** "Bullish or bearish", "positive or negative". */
const EITHER_SIDE =
  /\b(?:bullish|positive|optimistic) or (?:\w+ )?(?:bearish|negative|pessimistic)\b|\b(?:bearish|negative|pessimistic) or (?:\w+ )?(?:bullish|positive|optimistic)\b/i;
/** "Who is Jane Doe", but not "who is bullish". */
const PERSON =
  /^\W*who(?:['’]s| is| was| are)(?! (?:the )?(?:bull|bear|optimis|pessimis|positive|negative|long|short|against|for)\w*)\b/i;
const SIDE = `(?:${LEANING})`;
/** "Who turned bearish", "did anybody change their mind". */
export const TURNS = new RegExp(
  `\\b(?:turn(?:ed|s)?|flip(?:ped|s)?|switch(?:ed)?|became|become|went|gone)(?: from ${SIDE})?(?: to)? (?:more |less )?${SIDE}\\b|\\b(?:chang|revers)(?:ed?|ing) (?:(?:their|his|her|its|one's) )?(?:mind|view|stance|opinion)s?\\b`,
  'i',
);

/** "Has All-In changed its mind", "what changed in their view". */
const CHANGE_OF_VIEW =
  /\b(?:chang|revers)(?:ed?|ing)\b[^?]{0,50}\b(?:mind|view|stance|opinion)s?\b|\b(?:mind|view|stance|opinion)s?\b[^?]{0,50}\b(?:chang|revers)(?:ed?|ing)\b/i;

/** "Did Jane Doe change her mind": of somebody, whether the record knows them or not. */
const THEIR_MIND =
  /(?<!\b(?:would|could|might|will|to) )\b(?:chang|revers)(?:ed?|ing) (?:their|his|her) (?:mind|view|stance|opinion)s?\b/i;

const ANYBODY = /\b(?:who|which|any(?:one|body)|some(?:one|body)|people)\b/i;

/** What a question asks of the record that no statement tells; null for any other question. */
export function asksBeyondRecord(reading: QuestionReading): BeyondRecord | null {
  const { text, people, shows } = reading;
  if (asksForHosts(text)) return 'hosts';
  if (COUNTS.test(text) || mostArguedIn(text) !== null) return 'count';
  if (MOST.test(text)) return 'most';
  const inTime = firstOrLast(text);
  if (inTime !== null) return inTime;
  if (PERSON.test(text) && people.length > 0 && asksForAllTheySaid(reading)) return 'person';
  if (THEIR_MIND.test(text) || (TURNS.test(text) && ANYBODY.test(text))) return 'turn';
  if (CHANGE_OF_VIEW.test(text) && people.length + shows.length > 0) return 'turn';
  if (asksWhoDisagreed(reading) && reading.against === null && reading.side === null) return 'disagreement';
  if (BOTH_SIDES.test(text) && reading.side === null) return 'both sides';
  if (text.search(NEUTRAL) >= 0 && reading.side === null) return 'neutral';
  return EITHER_SIDE.test(text) && !asksForAllTheySaid(reading) ? 'sides' : null;
}

/** "I've turned negative", "no longer", "I was bullish": words that tell a change of mind. */
const TELLS_TURN = new RegExp(
  `\\b(?:(?:i|we)(?:['’]ve| have|['’]m| am)? (?:now )?(?:turned|flipped|switched|become|became|gone|went|grown|got|changed (?:my|our) (?:mind|view)|come (?:round|around))|no longer|not (?:as )?${SIDE} (?:any ?more|as i)|(?:than|as) i (?:was|used to be)|i (?:was|used to be) (?:\\w+ )?${SIDE})\\b`,
  'i',
);

/**
 * Those of the evidence that tell a change of mind: in so many words, or by two sides of one person, or of a show in two
 * episodes where nobody is named.
 */
export function turnsTold(evidence: readonly Evidence[]): Evidence[] {
  const sided = evidence.filter((item) => item.kind === 'idea').filter(({ side }) => side !== null);
  const isTurned = (one: Evidence) =>
    one.kind === 'idea' &&
    one.side !== null &&
    sided.some((other) => other.side !== one.side && isTurnOf(one, other));
  return evidence.filter((one) => tellsTurnInWords([one]) || isTurned(one));
}

/** Whether words tell a change of mind. */
export function tellsTurn(words: string): boolean {
  return TELLS_TURN.test(words);
}

/** Whether somebody tells a change of mind in so many words. */
export function tellsTurnInWords(evidence: readonly Evidence[]): boolean {
  return evidence.some((item) => tellsTurn(toldOf(item)));
}

/** Whether two statements are of one person, or nobody's by name of one show in two episodes: within one its speakers argue. */
function isTurnOf({ idea: a }: IdeaEvidence, { idea: b }: IdeaEvidence): boolean {
  if (a.speakerName !== null || b.speakerName !== null) return a.speakerName === b.speakerName;
  return a.showId === b.showId && a.episodeId !== b.episodeId;
}

/** Evidence by air date, and by the second within an episode: the first so many, or the last. */
export function byAirDate(evidence: readonly Evidence[], order: 'first' | 'last', most: number): Evidence[] {
  const later = order === 'first' ? 1 : -1;
  return [...evidence]
    .sort(
      (a, b) =>
        later * (airedAt(a).getTime() - airedAt(b).getTime() || (secondIn(a) ?? 0) - (secondIn(b) ?? 0)),
    )
    .slice(0, most);
}
