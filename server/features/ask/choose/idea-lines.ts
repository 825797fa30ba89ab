import type { Line } from '#server/features/ask/choose/evidence.ts';
import type { IdeaEvidence } from '#server/features/ask/find/store.ts';
import { isLicensed, licensed, licensedLine, quotable } from '#server/features/ideas/media.ts';
import { isOutline } from '#server/language/outline.ts';
import { polarityOf } from '#server/language/polarity.ts';
import { firstSentence, sentencesOf } from '#server/language/text-sentences.ts';

/** The longest quote of an answer, in characters. */
export const LONGEST_QUOTE = 240;

/**
 * What an answer may tell of an idea: its own line first, then what else is reported of its argument. A line without an
 * argument is told with the speaker's own words, which carry it better.
 */
export function linesOf(idea: IdeaEvidence): readonly [Line, ...Line[]] {
  const own = firstSentence(idea.thesis) || firstSentence(idea.statement) || idea.headline;
  const line = licensedLine(own, idea);
  if (line !== own) return [{ claim: `this was argued: ${line}`, words: ownWords(idea) }];
  const more = sentencesOf(idea.context ?? '')
    .map((sentence) => sentence.replace(/[.!?]+$/, ''))
    .filter((sentence) => sentence !== own && / argues that /.test(sentence))
    .filter((sentence) => isLicensed(sentence, idea))
    .map((sentence) => ({ claim: attributed(sentence, idea), words: null }));
  return [
    { claim: attributed(own, idea), words: isOutline(own) ? ownWords(idea) : null },
    ...more.filter(({ claim }) => claim !== own),
  ];
}

/** Praise less fault from which on words lean plainly, as `polarityOf` weighs them. */
const PLAIN_LEAN = 0.6;

/** Whether the words that a line quotes lean plainly against the stance on record. */
export function contradicts({ words }: Line, { stance, subjectName }: IdeaEvidence): boolean {
  if (words === null || (stance !== 'BULLISH' && stance !== 'BEARISH')) return false;
  const start = words.indexOf(subjectName);
  const own = start < 0 ? [] : [{ start, end: start + subjectName.length }];
  const { praise, fault } = polarityOf(words, own, []);
  return (stance === 'BULLISH' ? fault - praise : praise - fault) >= PLAIN_LEAN;
}

/** The same words without the lean that the line gives them. */
export function toldPlainly(line: Line, idea: IdeaEvidence): Line {
  return { ...line, claim: `${speakerOf(idea)} said` };
}

/** What a line says, without the topics that an outline lists: they may have been spoken of in passing. */
export function saidIn({ claim, words }: Line): string {
  return isOutline(claim) ? (words ?? '') : `${claim} ${words ?? ''}`;
}

/** A risk that was named with an idea and reads by itself, within the show's licence. */
export function namedRisk(idea: IdeaEvidence): string | null {
  return (
    licensed(idea.riskFlags, idea.quoteChars).find((risk) => readsAlone(risk) && !deniesTrouble(risk)) ?? null
  );
}

const TROUBLE =
  '(?:problem|challenge|risk|concern|issue|worr(?:y|ie)|threat|danger|bottleneck|constraint|headwind)s?';
const DENIED = new RegExp(
  `\\b${TROUBLE}\\b[^.;]*?\\b(?:is|are|was|were)(?: not|n['’]t)\\b(?!.*\\b(?:but|it['’]s|it is|rather|instead)\\b)|\\b(?:no|(?:not|n['’]t|never) (?:an?|any)) (?:(?!only|small|minor|trivial)\\w+ )?${TROUBLE}\\b|\\b(?:not|n['’]t|never) (?:\\w+ )?(?:worried|concerned|afraid)\\b`,
  'i',
);

/** Whether words say that something is no trouble, and name none in its place: "the problem is not the power". */
export function deniesTrouble(words: string): boolean {
  return DENIED.test(words);
}

/** The idea's quote within the show's licence and fit for a sentence; null where the show permits none. */
function ownWords(idea: IdeaEvidence): string | null {
  const moment = quotable({ ...idea, quoteChars: Math.min(idea.quoteChars, LONGEST_QUOTE) });
  return moment ? moment.quote.replace(/[.!?,;:\s—-]+$/, '') : null;
}

/** A risk as said is a sentence of the transcript: it must say by itself what the risk is. */
function readsAlone(risk: string): boolean {
  return (
    risk.split(' ').length >= 7 &&
    !/^(?:it|its|that|this|these|those|they|there|he|she|and|but|so|because|which|number)\b/i.test(risk)
  );
}

/** The line as somebody's: as it stands where it names who argues, else told as the speaker's case. */
function attributed(line: string, idea: IdeaEvidence): string {
  const who = speakerOf(idea);
  const named = line.replace(/^The speaker\b/, who);
  if (ATTRIBUTED.test(named) || named.startsWith(`${who} `)) return named;
  return `${who} made this case: ${named}`;
}

function speakerOf({ speakerName, speakerRole }: IdeaEvidence): string {
  if (speakerName !== null) return speakerName;
  return speakerRole === 'guest' ? 'a guest' : speakerRole === 'host' ? 'a host' : 'a speaker';
}

/** "Dana Reyes argues that", "A guest on All-In makes a positive case for", "The Alpha Hour weighs". */
const ATTRIBUTED =
  /^.{1,90}?\b(?:argue[sd]?|says?|said|makes?|made|weigh(?:s|ed)?|sees?|saw|claim(?:s|ed)?|contend(?:s|ed)?|expects?|expected|warn(?:s|ed)?|believes?|believed|thinks?|points?|holds?|doubts?|questions?|predicts?|predicted|describes?|explain(?:s|ed)?|calls?|called|suggests?|sets? out|notes?|maintain(?:s|ed)?|lays? out|treats?|reads?|likes?|prefers?)\b/;
