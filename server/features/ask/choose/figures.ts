import { asksBeyondRecord } from '#server/features/ask/choose/missing/beyond-record.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';

/** Whether a question plainly asks for a number, and whether words hold one. Pure. */

const MEASURE =
  '(?:(?:gross|net|operating|annual|total|market|share|stock) )?(?:price|p/?e(?: ratio)?|arr|revenues?|sales|valuation|market cap|margins?|growth rate|multiple|capex|run[- ]rate|percentage)';
/** "How much did X pay", "what ARR did X reach", "at what multiple", "what is X's valuation", "how many plants does X have". */
const ASKS = new RegExp(
  [
    String.raw`\bhow much\b(?! (?:longer|more likely|of a\b))[^?]*\b(?:worth|costs?|pa(?:y|ys|id)|spen[dt]s?|rais(?:e|es|ed)|mak(?:e|es)|made|earn(?:s|ed)?|charg(?:e|es|ed)|invest(?:s|ed)?|offer(?:s|ed)?|bid|los(?:e|es|t)|burn(?:s|ed)?|owes?|owed)\b`,
    String.raw`\bhow much (?:money|cash|capital|debt|revenue|profit|capex|power|capacity)\b`,
    String.raw`\bhow many (?:[\p{L}-]+ ){1,3}(?:do|does|did|has|have|had|will|is|are|was|were)\b`,
    String.raw`\bat what (?:price|multiple|valuation)\b`,
    String.raw`\bwhat ${MEASURE} (?:do|does|did|has|have|had|will|would|is|are|was|were)\b`,
    String.raw`\bwhat(?:['’]s| is| are| was| were) (?:(?:the|its|their|his|her|[\p{L}\p{N}.&-]+['’]s?) )?${MEASURE}(?= of\b| (?:in|at|for|last|this|today|now)\b|\W*$)`,
  ].join('|'),
  'iu',
);

/** Whether a question plainly asks for a number. "What numbers" of what was told is read elsewhere (`read/topic/wanted.ts`). */
export function asksForFigure(reading: QuestionReading): boolean {
  return reading.wants === null && ASKS.test(reading.text) && asksBeyondRecord(reading) === null;
}

const YEAR = /\b(?:in|of|since|by|until|from|through|fiscal|year) (?:19[89]|20[0-3])\d\b/gi;
const FIGURE =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|\w+ties|hundreds?|thousands?|millions?|billions?|trillions?|dozens?|percent|half|halved|thirds?|quarters? of|doubl\w+|twice|tripl\w+|quadrupl\w+|tenfold|\w+fold|zero)\b/i;

/** Whether words hold any number but a year, in digits or as it is spoken: "a trillion dollars", "doubled", "mid seventies". */
export function holdsFigure(words: string): boolean {
  return FIGURE.test(words.replace(YEAR, ' '));
}
