import { subjectInSentence } from '#server/linking/themes/name.ts';

/** Which lines of ours a show's licence lets readers see, from values alone. */

/** So many words of a quote in a row are the speaker's and not the language's. */
const SPOKEN_RUN = 4;

/** What was said, whole (null: unknown), and what of it the show lets be repeated. */
export type Spoken = {
  readonly quote: string | null;
  /** Longest quote, in characters. */
  readonly quoteChars: number;
  /** False: nothing may be quoted. */
  readonly mediaEnabled: boolean;
};

/** Whose argument a line is of, and on what. */
export type Argued = Spoken & {
  readonly speakerName: string | null;
  readonly show: string;
  readonly subjectKind: string;
  readonly subjectName: string;
};

/**
 * Whether a line of ours repeats no more of the speaker's own words than the show licenses: what stands between quotation
 * marks is a quote, and what repeats the quote without them counts like one.
 */
export function isLicensed(line: string, { quote, quoteChars, mediaEnabled }: Spoken): boolean {
  if (markedChars(line) > (mediaEnabled ? quoteChars : 0)) return false;
  return line.length <= quoteChars || spokenChars(line, quote) <= quoteChars;
}

/**
 * Our line on what was argued, within the show's licence: as written, unless it repeats more of the speaker's own words
 * than the show licenses. Then it says who argued on what, and none of the words: half a claim can mean its opposite.
 */
export function licensedLine(line: string, argued: Argued): string {
  if (isLicensed(line, argued)) return line;
  const { speakerName, show } = argued;
  const subject = subjectInSentence(argued);
  return speakerName === null
    ? `A speaker on ${show} made an argument about ${subject}.`
    : `${speakerName} made an argument about ${subject} on ${show}.`;
}

/** The same for a headline, which has no stop. */
export function licensedHeadline(headline: string, argued: Omit<Argued, 'speakerName' | 'show'>): string {
  return isLicensed(headline, argued) ? headline : aboutSubject(argued);
}

/** A headline that names the subject and says nothing of the argument. */
export function aboutSubject(argued: Pick<Argued, 'subjectKind' | 'subjectName'>): string {
  return `An argument about ${subjectInSentence(argued)}`;
}

/** Characters between quotation marks, by the longest quotation. */
function markedChars(line: string): number {
  if (!/["“]/.test(line)) return 0;
  return Math.max(0, ...[...line.matchAll(/["“]([^"“”]+)["”]/g)].map(([, words = '']) => words.length));
}

/** How much of a line is in the speaker's words: from the first run that stands in the quote to the last; all of it when there is no quote to tell by. */
function spokenChars(line: string, quote: string | null): number {
  if (quote === null) return line.length;
  const spoken = ` ${wordsIn(quote).map(textOf).join(' ')} `;
  const words = wordsIn(line);
  const runs = words.filter((_, i) => {
    const run = words.slice(i, i + SPOKEN_RUN);
    return run.length === SPOKEN_RUN && spoken.includes(` ${run.map(textOf).join(' ')} `);
  });
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return 0;
  const end = words[words.indexOf(last) + SPOKEN_RUN - 1]!;
  return end.index + end[0].length - first.index;
}

/** The words of a text, each with its place. */
export function wordsIn(text: string): RegExpExecArray[] {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu)];
}

function textOf([word]: RegExpExecArray): string {
  return word.toLowerCase().replaceAll('’', "'");
}
