import { hasOwnSubject, isThemeAlone, POINTS_BACK } from '#server/features/ask/read/own-subject.ts';
import type { Query } from '#server/features/ask/read/query.ts';
import {
  type BoundIdea,
  hasTopic,
  type NamedSubject,
  otherSide,
  type QuestionReading,
} from '#server/features/ask/read/reading.ts';
import { linksOf } from '#server/features/ask/read/subjects.ts';
import { termsOf } from '#server/language/terms.ts';
import type { Linker } from '#server/linking/linker.ts';
import { themeBySlug } from '#server/linking/themes/rules.ts';

const FOLLOWS_ON =
  /^\W*(?:and|but|so|or|also|then|what about|how about|why|why not|who else|anyone else|go on|more|tell me more|ok(?:ay)?|which|when|where)\b/i;

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

const HE_OR_SHE =
  /\b(?:s?he|his|hers?|him|himself|herself|(?:this|that|the same) (?:guest|speaker|person|man|woman|host|investor))\b/i;

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
  return { ...reading, people, shows, role, besides, side, risks, period: reading.period ?? before.period };
}

function goneOn(reading: QuestionReading, before: QuestionReading): QuestionReading {
  const besides = asksOthers(reading) ? askedOfBefore(before) : null;
  if (asksTheSameOf(reading)) return askedOfAnother(reading, before);
  if (reading.subjects.length > 0)
    return sharesSubject(reading, before) && reading.against === null
      ? { ...reading, besides: reading.besides ?? besides }
      : reading;
  const pointing = meansOneNamedHere(reading) ? reading.text.replace(HE_OR_SHE, ' ') : reading.text;
  if (besides === null && hasOwnSubject({ ...reading, text: pointing }))
    return THEY.test(reading.text) && namesNobody(reading) ? { ...reading, shows: before.shows } : reading;
  const leansBack =
    besides !== null ||
    POINTS_BACK.test(pointing) ||
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
    // Asks for others than those who spoke.
    against: reading.against ?? (disagrees && before.side === null ? askedIn(before) : null),
    besides: reading.besides ?? besides ?? (namesNobody(reading) && !disagrees ? before.besides : null),
    argued: before.argued,
    role: reading.role ?? (besides === null && !disagrees ? before.role : null),
    subjects: ONE.test(reading.text) ? before.subjects.slice(0, 1) : before.subjects,
    relates: !ONE.test(reading.text) && before.relates,
    names: carried ? [...reading.names, ...before.names] : reading.names,
    themes: reading.themes.length > 0 ? reading.themes : before.themes,
    shows: reading.shows.length > 0 || disagrees || besides !== null ? reading.shows : before.shows,
    period: reading.period ?? before.period,
    query: carried ? joined(reading.query, carried) : reading.query,
  };
}

const THEY = /\bthey\b/i;

const DISAGREES =
  /\b(?:disagree\w*|other side|counter\W?argument\w*|against (?:it|that|this)|push(?:ed|es)? back)\b/i;
/** Means one subject: the first of those before. */
const ONE = /\b(?:it|its|the company|the stock)\b/i;

/** Asks for others than those who spoke. */
const OTHERS =
  /\b(?:others|(?:an)?other (?:shows?|podcasts?|hosts?|guests?|speakers?|people|voices|analysts)|(?:any|every|some|no) ?(?:one|body) else|who else|the rest(?! of\b))\b/i;

/** Words of speech; without one, "compared with others" asks for nobody's words. */
const SPEAKING =
  /\b(?:say|said|says|saying|argue\w*|think\w*|thought|claim\w*|believe\w*|disagree\w*|agree\w*|talk\w*|discuss\w*|mention\w*|see|saw|view\w*|opinion\w*|take|make)\b/i;

function asksOthers({ text, query, shows }: QuestionReading): boolean {
  if (!OTHERS.test(text) || shows.length > 0) return false;
  return !/\bothers\b/i.test(text) || query.asked.length === 0 || SPEAKING.test(text);
}

/** Whether a question asks who disagreed with what it speaks of, or who else spoke. */
export function asksForOthers(reading: QuestionReading): boolean {
  return DISAGREES.test(reading.text) || asksOthers(reading);
}

/** Whose words the question before asked for: its people, or its shows without people; and whom it left aside. */
function askedOfBefore(before: QuestionReading): QuestionReading['besides'] {
  const { besides } = before;
  const { people, shows } = askedIn(before);
  return {
    people: [...people, ...(besides?.people ?? [])],
    shows: [...(people.length > 0 ? [] : shows), ...(besides?.shows ?? [])],
  };
}

/** Whose words a question asks for: whom it names, otherwise the speaker and show of its idea. */
function askedIn({ argued, shows, people }: QuestionReading): NonNullable<QuestionReading['argued']> {
  return shows.length + people.length === 0 && argued !== null ? argued : { shows, people };
}

function namesNobody({ shows, people }: QuestionReading): boolean {
  return shows.length + people.length === 0;
}

function sharesSubject(one: QuestionReading, other: QuestionReading): boolean {
  return one.subjects.some(({ slug }) => other.subjects.some((subject) => subject.slug === slug));
}

/** The two whom or which the questions before asked of: "Compare the two". */
const THE_TWO =
  /\b(?:the two|(?:these|those) two|they both|both of (?:them|these|those)|(?:compare|between|do|did|are) both)\b(?! (?:sides|cases|views|companies?))/i;
const TWO_WORDS = new Set(termsOf('two both'));

/** A question of "the two" as one of the last two people that were asked of; without them, of the last two companies. */
export function withTheTwo(reading: QuestionReading, earlier: readonly QuestionReading[]): QuestionReading {
  if (!THE_TWO.test(reading.text) || !namesNobody(reading)) return reading;
  const { asked, weights } = reading.query;
  const isTopic = (term: string) => !TWO_WORDS.has(term);
  const query = {
    asked: asked.filter(isTopic),
    weights: new Map([...weights].filter(([term]) => isTopic(term))),
  };
  const people = [...new Set(earlier.flatMap((one) => one.people))].slice(-2);
  if (people.length === 2) return { ...reading, query, people, shows: [] };
  const subjects = [
    ...new Map(earlier.flatMap((one) => one.subjects).map((subject) => [subject.slug, subject])).values(),
  ].slice(-2);
  return subjects.length === 2 ? { ...reading, query, subjects } : reading;
}

/** A question bound to an idea as one about the idea's subject, with the speaker and show that "others" leaves aside. */
export function aboutIdea(reading: QuestionReading, idea: BoundIdea, linker: Linker): QuestionReading {
  const theme = themeBySlug(idea.subjectKey);
  return {
    ...reading,
    subjects: theme === null ? [subjectOf(idea, linker)] : [],
    themes: theme === null ? [] : [{ slug: theme.slug, name: theme.name, written: '' }],
    argued: {
      shows: [{ id: idea.showId, name: idea.showName }],
      people: idea.speakerName === null ? [] : [idea.speakerName],
    },
    heOrShe: idea.speakerName === null ? reading.heOrShe : [idea.speakerName],
  };
}

function subjectOf({ subjectName: name, subjectKey, tickers }: BoundIdea, linker: Linker): NamedSubject {
  const isSymbol = tickers.includes(subjectKey);
  const [link] = linksOf(isSymbol ? `$${subjectKey}` : name, linker);
  return {
    name,
    slug: link?.slug ?? subjectKey,
    symbols: link?.tickers ?? (isSymbol ? [subjectKey] : []),
    written: link?.subject.name ?? name,
  };
}

function joined(own: Query, carried: Query): Query {
  return {
    asked: [...new Set([...own.asked, ...carried.asked])],
    weights: new Map([...carried.weights, ...own.weights]),
  };
}
