import { readAdvice } from '#server/features/ask/read/advice/advice.ts';
import {
  asksForOthers,
  asksWhoDisagreed,
  asksWhoElse,
  sideOnIt,
} from '#server/features/ask/read/conversation/others.ts';
import {
  hasOwnSubject,
  isThemeAlone,
  POINTS_BACK,
} from '#server/features/ask/read/conversation/own-subject.ts';
import { timeAsked } from '#server/features/ask/read/conversation/time.ts';
import { peopleSpokenOf, withoutPerson } from '#server/features/ask/read/names/people.ts';
import { isRoleAlone } from '#server/features/ask/read/names/role.ts';
import { saysNothing } from '#server/features/ask/read/nothing.ts';
import {
  hasTopic,
  otherSide,
  type QuestionReading,
  type Side,
  type WhoseWords,
  withoutTopic,
} from '#server/features/ask/read/reading.ts';
import type { Query } from '#server/features/ask/read/topic/query.ts';
import { topicQuery } from '#server/features/ask/read/topic/topic-words.ts';
import { uncapitalised } from '#server/language/phrasing.ts';

/**
 * A question with what it leaves out taken from the one before ("and what about the risks?"). A refused question counts too:
 * after "should I buy Nvidia" its risks are Nvidia's. A question with a subject of its own takes at most the people whom it
 * calls "he" or "she", and the show whose speakers it calls "they".
 */
export function resumeQuestion(reading: QuestionReading, before: QuestionReading | null): QuestionReading {
  if (before === null) return reading;
  const resumed = goneOn(withHeOrShe(reading, before), before);
  const { people, heOrShe } = resumed;
  return { ...resumed, heOrShe: [people, heOrShe, before.heOrShe].find((who) => who.length > 0) ?? [] };
}

const HE_OR_SHE =
  /\b(?:s?he|his|hers?|him|himself|herself|(?:this|that|the same) (?:guest|speaker|person|man|woman|host|investor))\b/i;

/** Binds "he" and "she" to the people last asked, as their full name would; not when others are asked for. */
function withHeOrShe(reading: QuestionReading, before: QuestionReading): QuestionReading {
  const { text, people } = reading;
  if (!HE_OR_SHE.test(text) || people.length > 0 || asksForOthers(reading)) return reading;
  return meansOneNamedHere(reading) ? reading : { ...reading, people: before.heOrShe };
}

/** Whether "he" or "she" means somebody named in the question itself: "Elon Musk and his companies". */
function meansOneNamedHere({ text, heOrShe }: QuestionReading): boolean {
  const at = text.search(HE_OR_SHE);
  return heOrShe.some((name) => text.includes(name) && text.indexOf(name) < at);
}

const THEY = /\bthey\b/i;

/** A question with all that it takes from the one before, but for whom it calls "he" or "she". */
function goneOn(reading: QuestionReading, before: QuestionReading): QuestionReading {
  const person = personAlone(reading);
  if (person !== null) return goneOn({ ...withoutTopic(reading), people: [person] }, before);
  if (asksAfterTheSame(reading)) return { ...before, whereabouts: true };
  if (asksMoreOfTheSame(reading))
    return { ...before, text: textWanting(reading, before), wants: reading.wants, whereabouts: false };
  if (asksTheSameOf(reading)) return askedOfAnother(reading, before);
  const others = asksWhoElse(reading) ? othersThan(before) : null;
  if (reading.subjects.length > 0) {
    if (!sharesSubject(reading, before) || reading.against !== null) return reading;
    return { ...reading, besides: reading.besides ?? others };
  }
  const pointing = meansOneNamedHere(reading) ? reading.text.replace(HE_OR_SHE, ' ') : reading.text;
  if (others === null && hasOwnSubject({ ...reading, text: pointing }))
    return THEY.test(reading.text) && namesNobody(reading) ? { ...reading, shows: before.shows } : reading;
  const leansBack = others !== null || POINTS_BACK.test(pointing) || followsOn(reading);
  return leansBack ? filledFrom(before, reading, others) : reading;
}

const FOLLOWS_ON =
  /^\W*(?:and|but|so|or|also|then|what about|how about|why|why not|who else|anyone else|go on|more|tell me more|ok(?:ay)?|which|when|where)\b/i;

/** Whether a question begins as one that goes on, or is too short to stand by itself. */
function followsOn({ text, query, themes }: QuestionReading): boolean {
  return FOLLOWS_ON.test(text) || (query.asked.length <= 1 && themes.length === 0);
}

/** "When was that?", "On which show?", "Who said it?": asks after the very statements that were told. */
const THAT = '(?:that|this|it|those|these|they|he|she|them)';
const PLACE = '(?:show|podcast|pod|episode|ep|date|day|month|year|minute|timestamp)s?';
const OF_THE_SAME = new RegExp(
  `^\\W*(?:(?:and|but|so|ok(?:ay)?),? )*(?:${[
    `(?:when|where)(?: exactly)? (?:was|were|did|is|are|do|does|can)(?: i (?:hear|find|listen to))? ${THAT}\\b`,
    `(?:on|in|at|from) (?:which|what) ${PLACE}\\b(?! (?:will|would|could)\\b)`,
    `(?:which|what) ${PLACE}(?: exactly)?(?: (?:was|were|is|are|did|does|do) ${THAT}\\b|\\W*$)`,
    `what(?:['’]s| is| was) the (?:name of the |title of the )?(?:source|${PLACE})(?: (?:title|name))?\\b`,
    `who (?:said|argued|told|claimed|was|is) (?:that|this|it|so|speaking|talking)\\b`,
    '(?:when|where|source|which one)\\W*$',
  ].join('|')})`,
  'i',
);

/** Whether a question only asks when, where or by whom that was said which was told: the same statements answer it. */
function asksAfterTheSame(reading: QuestionReading): boolean {
  const { text } = reading;
  // "What date" asks for nothing but its own words.
  const query = topicQuery(text.replace(OF_THE_SAME, ' '));
  return OF_THE_SAME.test(text) && namesNobody(reading) && namesNothing({ ...reading, query });
}

/** Whether a question only asks why that was said which was told, or in what figures. */
function asksMoreOfTheSame(reading: QuestionReading): boolean {
  return reading.wants !== null && namesNobody(reading) && namesNothing(reading);
}

/** "Why?" asks for no number, also where one was asked for before. */
function textWanting(reading: QuestionReading, before: QuestionReading): string {
  return reading.wants === 'reasons' ? reading.text : withText(before, reading);
}

function namesNothing(reading: QuestionReading): boolean {
  if (hasTopic(reading) || reading.side !== null || reading.risks) return false;
  return reading.subjects.length + reading.themes.length === 0 && reading.period === null;
}

/** Whether a question only puts another company or theme in the place of the one before: "What about Intel?". */
function asksTheSameOf(reading: QuestionReading): boolean {
  if (!WHAT_ABOUT.test(reading.text) || !namesNobody(reading) || reading.besides !== null) return false;
  return isThemeAlone(reading) || (reading.subjects.length > 0 && !hasTopic(reading));
}

const WHAT_ABOUT =
  /^\W*(?:(?:and|but|so|then|ok(?:ay)?),? )*(?:what|how) about\b|^\W*and (?!(?:what|who|why|when|how|did|does|do|is|are)\b)/i;

/** Of another company or theme what was asked before: of the same people and shows, on the same side, in the same time. */
function askedOfAnother(reading: QuestionReading, before: QuestionReading): QuestionReading {
  const { people, shows, role, besides } = before;
  const ownSide = reading.side !== null || reading.risks;
  const { side, risks } = ownSide ? reading : before;
  return {
    ...reading,
    ...topicFor(reading, before),
    text: withText(before, reading),
    people,
    shows,
    role,
    besides,
    side,
    risks,
    period: timeAsked(reading, before),
  };
}

/** "What was said about Nvidia's margins?" "And AMD?": its margins, too. A name is of the company before: no other makes Blackwell. */
function topicFor(
  { query, themes, subjects }: QuestionReading,
  before: QuestionReading,
): Pick<QuestionReading, 'query' | 'themes'> {
  const isOfBoth = subjects.length > 0 && before.subjects.length > 0;
  const isOwn = before.names.length > 0 || before.relates || readAdvice(before.text) !== null;
  return isOfBoth && !isOwn ? { query: before.query, themes: before.themes } : { query, themes };
}

/**
 * The words of both questions: the second alone does not tell that it asks for the first to speak, or for a change of mind. Of
 * one that asked for a trade nothing is asked again.
 */
function withText(before: QuestionReading, reading: QuestionReading): string {
  return readAdvice(before.text) === null ? `${before.text} ${reading.text}` : reading.text;
}

/** Somebody of whom the record holds nothing, named by given and family name and nothing else: "And Dana Reyes?"; null otherwise. */
function personAlone({ text, people, subjects }: QuestionReading): string | null {
  const [name, ...more] = peopleSpokenOf(uncapitalised(text));
  if (name === undefined || more.length + people.length + subjects.length > 0) return null;
  return saysNothing(withoutPerson(text, name)) ? name : null;
}

/** Whether a question names people, or hosts or guests, and nothing else: "And Dana Reyes?", "What about the hosts?". */
function namesSpeakersAlone({ text, people, role }: QuestionReading): boolean {
  if (people.length > 0) return saysNothing(people.reduce(withoutPerson, text));
  return role !== null && isRoleAlone(text);
}

/** Asks for all that was said, on whatever side. */
const WHAT_WAS_SAID = /\b(?:say|says|said|saying|else)\b/i;

/** Means one subject: the first of those before. */
const ONE = /\b(?:it|its|the company|the stock)\b/i;

/**
 * A question that names no company, filled with the subjects, shows, period and topic of the one before. `others`: whom it
 * leaves aside because it asks who else spoke.
 */
function filledFrom(
  before: QuestionReading,
  reading: QuestionReading,
  others: WhoseWords | null,
): QuestionReading {
  const onIt = before.argued === null ? sideOfSubject(before, reading) : null;
  const disagrees = onIt === null && asksWhoDisagreed(reading);
  const ofAnybody = disagrees || onIt !== null;
  const ownTopic = reading.query.asked.length > 0 || reading.side !== null || reading.risks;
  const nothingNamed = before.subjects.length === 0 && before.themes.length === 0;
  const takesTopic = nothingNamed || !ownTopic;
  const isOfOne = ONE.test(reading.text);
  // "And in 2025?", "And on All-In?": what was asked before, of another time or show.
  const period = timeAsked(reading, before);
  const isElsewhere = period !== before.period || reading.shows.length > 0;
  const isOfAnotherTime = namesNoPerson(reading) && isElsewhere;
  const isOfOthers = namesSpeakersAlone(reading);
  const isSame = (isOfAnotherTime || isOfOthers) && !ownTopic && others === null;
  const asksTheSame = isSame && !WHAT_WAS_SAID.test(reading.text);
  const { side, risks } = asksTheSame ? before : reading;
  const carriesRole = namesNoPerson(reading) && others === null && !ofAnybody;
  const keepsOwnShows = reading.shows.length > 0 || ofAnybody || others !== null;
  return {
    ...reading,
    text: asksTheSame ? withText(before, reading) : reading.text,
    side: onIt ?? (disagrees ? otherSide(before.side) : side),
    risks,
    // Without a side to oppose, the question asks for others than those who spoke.
    against: reading.against ?? (disagrees && before.side === null ? askedIn(before) : null),
    besides: reading.besides ?? others ?? (namesNobody(reading) && !ofAnybody ? before.besides : null),
    argued: before.argued,
    people: asksTheSame && !isOfOthers ? before.people : reading.people,
    role: reading.role ?? (carriesRole ? before.role : null),
    subjects: isOfOne ? before.subjects.slice(0, 1) : before.subjects,
    relates: !isOfOne && before.relates,
    names: takesTopic ? [...reading.names, ...before.names] : reading.names,
    themes: reading.themes.length > 0 ? reading.themes : before.themes,
    shows: keepsOwnShows ? reading.shows : before.shows,
    period,
    query: takesTopic ? joined(reading.query, before.query) : reading.query,
  };
}

/**
 * The side on the subject of the question before that is asked for: "And who argued against it?". Null when the question before
 * asked for a side or for somebody's words: "it" is then what was argued.
 */
function sideOfSubject(before: QuestionReading, { text }: QuestionReading): Side | null {
  const isOfSubject = before.subjects.length + before.themes.length > 0 && before.people.length === 0;
  const isOpen = before.side === null || sideOnIt(before.text) !== null;
  const onIt = sideOnIt(text);
  if (onIt === null || isOpen) return isOfSubject ? onIt : null;
  return onIt === 'bullish' ? before.side : null;
}

/** Whose words the question before asked for, and whom it left aside: none of them is one of the "others". */
function othersThan(before: QuestionReading): WhoseWords {
  const { people, shows } = askedIn(before);
  return {
    people: [...people, ...(before.besides?.people ?? [])],
    // Somebody else on the show of the people asked is one of the others.
    shows: [...(people.length > 0 ? [] : shows), ...(before.besides?.shows ?? [])],
  };
}

/** Whose words a question asks for: whom it names, otherwise the speaker and show of its idea. */
function askedIn({ argued, shows, people }: QuestionReading): WhoseWords {
  return shows.length + people.length === 0 && argued !== null ? argued : { shows, people };
}

function namesNobody({ shows, people }: QuestionReading): boolean {
  return shows.length + people.length === 0;
}

function namesNoPerson({ people }: QuestionReading): boolean {
  return people.length === 0;
}

function sharesSubject(one: QuestionReading, other: QuestionReading): boolean {
  return one.subjects.some(({ slug }) => other.subjects.some((subject) => subject.slug === slug));
}

function joined(own: Query, carried: Query): Query {
  return {
    asked: [...new Set([...own.asked, ...carried.asked])],
    weights: new Map([...carried.weights, ...own.weights]),
  };
}
