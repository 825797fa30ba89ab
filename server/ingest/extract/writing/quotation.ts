import { capitalised } from '#server/language/phrasing.ts';
import { tellsNoOwnView } from '#server/language/speech/frames.ts';
import { hasVerb } from '#server/language/speech/grammar.ts';
import { isGoverned, losesMeaning } from './clauses.ts';
import { isWhole } from './speech-faults.ts';
import { isWellFormed } from './well-formed.ts';

/** A spoken sentence that may be quoted. */
export type Spoken = {
  /** As in the cues. */
  readonly text: string;
  /** Its beginning is complete: the sentence before has ended, or it opens a turn. */
  readonly begins: boolean;
};

/** Longest quotation in a line, in characters: less than most shows allow. */
const LONGEST = 240;
/** A headline holds a clause of this many characters, or a whole sentence that fits three lines; else the full sentence, since half a claim is none. */
const SHORT = 90;
const SHORT_WHOLE = 160;
const LEAST_WORDS = 5;

/** Words that only link or count a sentence; a quotation may begin after them. */
const LINK =
  /^(?:(?:and|so|but|well|yeah|yes|no(?=,)|now|look|listen|right|okay|ok|oh|also|plus|again|basically|i mean|you know|sort of|kind of|like|lastly|finally(?=,)|(?:first|second|third)(?:ly| of all)?(?=,)|number (?:one|two|three)(?=,)|part of (?:it|that) is that|the (?:reality|truth) is that(?! if)),? )+(?=\S)/i;
/** "I-I think": begun twice. */
const STUTTER = /^I-(?=I\b)/;
/** Depends on an unquoted sentence: "Which is why", "Or they could", "Because". */
const LEANS =
  /^(?:which|who|because|since|or|nor|then|than|as|not|that's (?:why|how|what|where|when)|that is (?:why|how|what)|this is (?:why|how|what)|same|both|either|neither|that said|having said)\b/i;
/** Addresses somebody, is read out, or is about an unnamed person. */
const OF_OTHERS =
  /\?|\b(?:you guys|your (?:company|business|team)|quote,? unquote|let me (?:ask|read)|he|she|him|his|hers|u[hm]+|erm)\b/i;
// No flag `i`: a capital alone tells a name from any other word.
const NEXT_SUBJECT =
  "(?=(?:they|it|we|I|i|you|there|the|that|this|these|those|its|their|our|my|[A-Z][\\w.]+)(?:'|\\b))";
/** Between two clauses, the second with a subject of its own; without a comma a list may continue. */
const JOINT = new RegExp(`(?:, (?:and|but|so) |; )${NEXT_SUBJECT}`, 'g');
/** A clause may be cut before these: what follows only adds. */
const ADDS = new RegExp(`^(?:, (?:and|so) |; )${NEXT_SUBJECT}`);
/** Spoken asides, set off by commas: nobody prints them. */
const ASIDE = /, (?:well|right|like|you know|i mean|okay|yes|yeah),/i;
/**
 * The speaker's claim, word for word: the whole sentence, or a whole clause that keeps its negation, condition and
 * contrast. Null where the sentence is cut off, broken or depends on another.
 */
export function quotationOf(spoken: Spoken): string | null {
  const whole = wholeOf(spoken);
  if (whole === null) return null;
  const fits = (text: string) => text.length <= LONGEST && isSound(text);
  if (fits(whole)) return whole;
  const clauses = clausesOf(whole).filter(({ leftOff }) => !GRANTS.test(leftOff));
  return clauses.find(({ text }) => fits(text) && isTold(text))?.text ?? null;
}

/** "The model quality is okay, but": the speaker grants it, and a line without it tells only the rest. */
const GRANTS = /, but $/i;

/** The quotation in few words, without its full stop; all of it where no clause is short enough. */
export function coreOf(quotation: string, name: string | null): string {
  const whole = bare(quotation);
  if (whole.length <= SHORT) return whole;
  const clauses = clausesOf(quotation)
    .map(({ text }) => bare(text))
    .filter((clause) => clause.length <= SHORT && isSound(clause) && isTold(clause));
  const named = clauses.find((clause) => name !== null && clause.includes(name));
  return named ?? (whole.length <= SHORT_WHOLE ? whole : (clauses[0] ?? whole));
}

/** "When you buy it because you want to hold it, you do better": the reason is part of the condition. */
const OF_A_CONDITION =
  /(?:^|, |\b(?:and|but|so) )(?:when|whenever|if|while|once|as|where|wherever)\b[^,;]*$/i;

/** The reason a quotation gives, up to its end: "the customer and the company are on the same side"; null without one that stands alone. */
export function reasonIn(quotation: string): string | null {
  const at = /,? because (?!of\b)(?=\S)/.exec(quotation);
  // "I don't like it because ..." may deny the reason; after a comma the reason is for what was said.
  if (at === null) return null;
  const before = quotation.slice(0, at.index);
  if (!hasVerb(before)) return null;
  if (tellsNoOwnView(before)) return null;
  if (!at[0].startsWith(',') && (isGoverned(before) || OF_A_CONDITION.test(before))) return null;
  const reason = bare(quotation.slice(at.index + at[0].length));
  return reason.length <= SHORT_WHOLE && isSound(reason) && hasVerb(reason) ? reason : null;
}

/** A whole sentence without linking words; null where its beginning or end is missing. */
function wholeOf({ text, begins }: Spoken): string | null {
  return begins && /^[\p{Lu}\d$€£]/u.test(text) && /[.!]$/.test(text)
    ? text.replace(LINK, '').replace(STUTTER, '')
    : null;
}

/** A run of whole clauses, and what a sentence says before it. */
type Clauses = { readonly text: string; readonly leftOff: string };

/** The runs of a sentence, the longest first. None ends before a contrast or condition, or begins under a denial. */
function clausesOf(sentence: string): Clauses[] {
  const joints = [...sentence.matchAll(JOINT)].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }));
  const begins = [
    0,
    ...joints.filter(({ from }) => !isGoverned(sentence.slice(0, from))).map(({ to }) => to),
  ];
  const ends = [
    ...joints
      .filter(({ from }) => ADDS.test(sentence.slice(from)) && !losesMeaning(sentence, from))
      .map(({ from }) => from),
    sentence.length,
  ];
  return begins
    .flatMap((begin) =>
      ends
        .filter((end) => end > begin)
        .map((end) => ({ text: sentence.slice(begin, end), leftOff: sentence.slice(0, begin) })),
    )
    .sort((a, b) => b.text.length - a.text.length)
    .filter(({ text }) => text !== sentence);
}

function isSound(text: string): boolean {
  const body = bare(text);
  if (body.split(' ').length < LEAST_WORDS || LEANS.test(body)) return false;
  return !OF_OTHERS.test(body) && !ASIDE.test(body) && !breaksOff(body) && isWhole(body);
}

/** "LinkedIn is durable, but first and foremost": the rest is missing. */
function breaksOff(text: string): boolean {
  const tail = /^.*, (?:but|because|so|if|although|while)\b(.*)$/i.exec(text)?.[1];
  return tail !== undefined && !hasVerb(tail);
}

function isTold(clause: string): boolean {
  return isWellFormed({ kind: 'clause', text: bare(clause) });
}

function bare(text: string): string {
  return text.replace(/[.!,;\s]+$/, '');
}

/** The quotation in marks, with a capital. */
export function inMarks(text: string): string {
  return `"${capitalised(text)}"`;
}
