import type { Query } from '#server/features/ask/read/query.ts';
import { otherSide, type QuestionReading } from '#server/features/ask/read/reading.ts';

const FOLLOWS_ON =
  /^\W*(?:and|but|so|or|also|then|what about|how about|why|why not|who else|anyone else|go on|more|tell me more|ok(?:ay)?|which|when|where)\b/i;
const POINTS_BACK =
  /\b(?:it|its|they|them|their|theirs|that|this|those|these|he|she|his|her|him|there|the (?:company|stock|same|other|first|second|former|latter)|one)\b/i;

/**
 * A question of a conversation: what it leaves out is taken from the one before ("and what about the risks?").
 * A question that names its own subject keeps nothing but the show it goes on about.
 */
export function resumeQuestion(reading: QuestionReading, before: QuestionReading | null): QuestionReading {
  if (before === null || reading.subjects.length > 0) return reading;
  const leansBack =
    POINTS_BACK.test(reading.text) ||
    FOLLOWS_ON.test(reading.text) ||
    (reading.query.asked.length <= 1 && reading.themes.length === 0);
  if (!leansBack) return reading;
  const ownTopic = reading.query.asked.length > 0 || reading.side !== null || reading.risks;
  const nothingNamed = before.subjects.length === 0 && before.themes.length === 0;
  const carried = nothingNamed || !ownTopic ? before.query : null;
  const disagrees = DISAGREES.test(reading.text);
  return {
    ...reading,
    side: disagrees ? otherSide(before.side) : reading.side,
    // Others than those who spoke are asked for.
    against: disagrees && before.side === null ? { shows: before.shows, people: before.people } : null,
    subjects: ONE.test(reading.text) ? before.subjects.slice(0, 1) : before.subjects,
    relates: !ONE.test(reading.text) && before.relates,
    names: carried ? [...reading.names, ...before.names] : reading.names,
    themes: reading.themes.length > 0 ? reading.themes : before.themes,
    shows: reading.shows.length > 0 || disagrees ? reading.shows : before.shows,
    people:
      reading.people.length > 0 || !/\b(?:he|she|his|her|him)\b/i.test(reading.text)
        ? reading.people
        : before.people,
    period: reading.period ?? before.period,
    query: carried ? joined(reading.query, carried) : reading.query,
  };
}

const DISAGREES =
  /\b(?:disagree\w*|other side|counter\W?argument\w*|against (?:it|that|this)|push(?:ed|es)? back)\b/i;
/** One of several subjects is meant: the one that the question before was about. */
const ONE = /\b(?:it|its|the company|the stock)\b/i;

function joined(own: Query, carried: Query): Query {
  return {
    asked: [...new Set([...own.asked, ...carried.asked])],
    weights: new Map([...carried.weights, ...own.weights]),
  };
}
