import { occurrences } from './pattern.ts';
import { alternatives, wholeWords } from './word-list.ts';

/** Words that mostly weigh an investment: price, accounts, market position. */
const MONEY = wholeWords('investing');
/** Words of standing, prospects and rank; ordinary talk uses them too. */
const STANDING_AND_PROSPECTS = wholeWords('standing-and-prospects');
const AHEAD = wholeWords('looking-ahead');
const RANK = wholeWords('rank');
/** Words of making and using things. */
const CRAFT = wholeWords('craft');

/** Words that take a side on an investment. Without "like" and "buy": people like and buy things of every kind. */
const SIDE = new RegExp(
  `\\b(?:bullish|bearish|(?:${alternatives('taking-a-side')}) (?:on|about)|overweight|underweight|long\\b(?!-| (?:term|time|run|way|ago|as|enough|before|list|haul))|short(?:ing)?|(?:over|under)(?:valued|priced)|mispriced|believer in|own(?:ing)? (?:it|this|the|some|more|\\p{Lu})|not own|stay(?:ing)? away|steer clear|wouldn't (?:own|touch|bet against)|at (?:this|these|today's|the current) (?:price|prices|valuation|level|multiple)s?|a (?:buyer|seller|holder) of|put (?:my )?money)`,
  'iu',
);

/** True where the words take a side on an investment. */
export function takesSide(text: string): boolean {
  return SIDE.test(text);
}

/** How much of an investor's language a text speaks, by kind of word; counts. */
export type TermCounts = {
  readonly money: number;
  readonly prospect: number;
  readonly ahead: number;
  readonly rank: number;
  readonly craft: number;
};

/** Counts an investor's words in a sentence, and those of making and using things. */
export function countInvestorTerms(text: string): TermCounts {
  return {
    money: occurrences(MONEY, text),
    prospect: occurrences(STANDING_AND_PROSPECTS, text),
    ahead: occurrences(AHEAD, text),
    rank: occurrences(RANK, text),
    craft: occurrences(CRAFT, text),
  };
}
