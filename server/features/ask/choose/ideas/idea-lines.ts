import type { IdeaLine } from '#server/features/ask/choose/evidence.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { isLicensed } from '#server/features/ideas/licence.ts';
import { sentencesWithin } from '#server/features/ideas/media.ts';
import { inQuotationMarks } from '#server/language/phrasing.ts';
import { opensSmall } from '#server/language/speech/opener.ts';
import { firstSentence, sentencesOf } from '#server/language/text-sentences.ts';
import { insideSentence, subjectInSentence } from '#server/linking/themes/name.ts';
import { timestampText } from '#server/platform/clock.ts';
import { literal } from '#server/platform/pattern.ts';

/** The longest quote of an answer, in characters. */
const LONGEST_QUOTE = 240;

/**
 * The lines that an answer may tell of an idea: its own first, then further reported sentences of its argument. A line that
 * quotes carries the quoted words.
 */
export function linesOf(idea: IdeaCandidate): readonly [IdeaLine, ...IdeaLine[]] {
  const more = sentencesOf(idea.context ?? '')
    .map((sentence) => sentence.replace(/[.!?]+$/, ''))
    .filter((sentence) => !idea.thesis.startsWith(sentence) && / argues that /.test(sentence))
    .filter((sentence) => isLicensed(sentence, idea))
    .map((sentence) => ({ claim: attributed(goingOn(sentence, idea), idea), words: null }));
  return [ownLine(idea), ...more];
}

/** "Argues that Memory prices": the clause goes on small, unless it begins with a name. Words that the idea writes small are none. */
function goingOn(sentence: string, idea: IdeaCandidate): string {
  const told = [idea.headline, idea.thesis, idea.statement, idea.context, idea.quote, ...idea.riskFlags].join(
    ' ',
  );
  const themed = idea.subjectKind === 'theme' ? insideSentence(idea.subjectName) : '';
  return sentence.replace(/(?<= argues that )\p{Lu}[\p{Ll}'’-]*(?![\p{L}])/u, (word, at: number) => {
    const small = word.charAt(0).toLowerCase() + word.slice(1);
    const isSmall = new RegExp(`(?<![\\p{L}\\p{N}])${literal(small)}(?![\\p{L}\\p{N}])`, 'u').test(
      `${told} ${themed}`,
    );
    return isSmall || opensSmall(sentence.slice(at)) ? small : word;
  });
}

function ownLine(idea: IdeaCandidate): IdeaLine {
  if (!isLicensed(idea.thesis, idea)) {
    const claim = `${speakerOf(idea)} made an argument about ${subjectInSentence(idea)}`;
    return { claim, words: ownWords(idea) };
  }
  const quoted = QUOTED.exec(idea.thesis)?.[1];
  if (quoted !== undefined)
    return { claim: `${speakerOf(idea)} said of ${subjectInSentence(idea)}`, words: withoutEnd(quoted) };
  const own = firstSentence(idea.thesis) || firstSentence(idea.statement) || idea.headline;
  return { claim: attributed(goingOn(own, idea), idea), words: null };
}

/** A line that gives the speaker's own words: "Jane Doe on Nvidia: ..." */
const QUOTED = /: "([^"]+)"$/;

/** The line that tells a risk of an idea. */
export function riskLine(risk: string, idea: IdeaCandidate): IdeaLine {
  return {
    claim: `${speakerOf(idea)} named a risk of ${subjectInSentence(idea)}: ${withoutEnd(risk)}`,
    words: null,
  };
}

/** The line that tells who argued an idea, in which episode and at which second. The answer adds the show and its date. */
export function cardLine(idea: IdeaCandidate): IdeaLine {
  const at = idea.timestampSeconds === null ? '' : `, at ${timestampText(idea.timestampSeconds)}`;
  return {
    claim: `${speakerOf(idea)} argued this in the episode ${inQuotationMarks(idea.episodeTitle)}${at}`,
    words: null,
  };
}

/** The same line, its quote introduced with a plain "said". */
export function toldPlainly(line: IdeaLine, idea: IdeaCandidate): IdeaLine {
  return { ...line, claim: `${speakerOf(idea)} said` };
}

/** Whole sentences of the idea's quote within the show's licence, without the final stop; null where none may be quoted. */
function ownWords({ quote, quoteChars, mediaEnabled }: IdeaCandidate): string | null {
  const most = mediaEnabled ? Math.min(quoteChars, LONGEST_QUOTE) : 0;
  const words = quote === null ? null : sentencesWithin(quote, most);
  return words === null ? null : withoutEnd(words);
}

/** Words without final stops and dashes, since a sentence goes on after them. */
function withoutEnd(words: string): string {
  return words.replace(/[.!?,;:\s—-]+$/, '');
}

/** The line with its speaker: unchanged when it names one, otherwise "Jane Doe made this case: ...". */
function attributed(line: string, idea: IdeaCandidate): string {
  const who = speakerOf(idea);
  const named = line.replace(/^The speaker\b/, () => who);
  if (ATTRIBUTED.test(named) || named.startsWith(`${who} `)) return named;
  return `${who} made this case: ${named}`;
}

function speakerOf({ speakerName }: IdeaCandidate): string {
  return speakerName ?? 'a speaker';
}

/** "Dana Reyes argues that", "A guest on All-In makes a positive case for", "The Alpha Hour weighs". */
const ATTRIBUTED =
  /^.{1,90}?\b(?:argue[sd]?|says?|said|makes?|made|weigh(?:s|ed)?|sees?|saw|claim(?:s|ed)?|contend(?:s|ed)?|expects?|expected|warn(?:s|ed)?|believes?|believed|thinks?|points?|holds?|doubts?|suspects?|suspected|adds?|concedes?|questions?|predicts?|predicted|describes?|explain(?:s|ed)?|calls?|called|suggests?|sets? out|notes?|maintain(?:s|ed)?|lays? out|treats?|reads?|likes?|prefers?)\b/;
