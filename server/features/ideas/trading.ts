/** Which words of a text tell anybody to trade, or rate an investment. From the text alone. */

/** Deeds and ratings, each in its forms. No "own" of "my own", no "short of". */
const DEEDS: readonly RegExp[] = [
  /\b(?:buy|buys|buying|bought|purchas\w+)\b/i,
  /\b(?:sell|sells|selling|sold|dump\w*)\b/i,
  /\bshort(?:s|ed|ing)?\b(?!-| (?:of|on|term|time|run)\b)/i,
  /(?<!\b(?:my|your|his|her|its|our|their|the) )\bown(?:s|ed|ing)?\b/i,
  /\b(?:hold|holds|holding|held)\b/i,
  /\b(?:avoid\w*|(?:stay|steer|keep)\w* (?:away|clear|out)|touch(?:es|ed|ing)?)\b/i,
  /\b(?:get|gets|getting|got) (?:back )?in(?:to)?\b/i,
  /\b(?:get|gets|getting|got) out\b/i,
  /\blong\b(?!-| (?:term|time|run)\b)/i,
  /\bbet(?:s|ting)?\b/i,
  /\binvest(?:s|ed|ing)?\b/i,
  /\boutperform/i,
  /\bunderperform/i,
  /\boverweight/i,
  /\bunderweight/i,
  /\bprice target/i,
];

const TRADE = '(?:buy|purchase|sell|dump|short|own|hold|avoid|invest|go long|touch)';
const COMMAND =
  '(?:[Bb]uy|[Ss]ell|[Dd]ump|[Ss]hort|[Oo]wn|[Aa]void|[Ii]nvest in|[Gg]o long|[Bb]et (?:on|against))';
const LEAVE =
  '(?:[Ss]tay (?:away|clear|out)|[Ss]teer clear|[Kk]eep (?:away|clear)|[Gg]et (?:back )?(?:in|into|out))';
/** Where a clause begins: "Buy it", "Mara Lindqvist: Buy it". */
const OPENS = '(?:^|[:;] )["“]?(?:(?:[Aa]lways|[Nn]ever|[Jj]ust|[Oo]nly|[Dd]o not|[Dd]on[\'’]t) )?';
/** What is told to be traded, or when: no "buy now, pay later", "short interest", "own brands". */
const IT =
  '(?! [Nn]ow,? [Pp]ay\\b)(?= (?:it|them|this|that|these|those|the|when|while|if|before|after|more|some|any|shares|stocks?|from|of|\\p{Lu}))';
const RATING = '(?:outperform|underperform|overweight|underweight|market[- ]perform|buy|sell|hold)';
/** What follows "a buy" where it is a rating: no "a sell signal", "a short squeeze". */
const ENDS =
  '(?=$|[.,;:!?)”"]| (?:and|but|or|at|because|since|for|as|while|when|below|above|until|now|here|today|if|with|given|that|rather|even|once|in|on)\\b)';

const PEOPLE =
  'investors|shareholders|listeners|viewers|readers|people|everybody|everyone|anybody|anyone|nobody|no one|one|you';
/** What anybody should do. "Investors should expect less" may be an argument. */
const SHOULD = new RegExp(
  `\\b(?:${PEOPLE}) (?:really |probably |still |all )?(?:should|ought to|must|might want to)\\b[^.;:]{0,40}\\b(?:${TRADE}|${LEAVE})\\b`,
  'iu',
);
/** Other ways to say what to do, which are the speaker's own where the words were said. */
const WAYS: readonly RegExp[] = [
  new RegExp(`${OPENS}(?:${COMMAND}|${LEAVE})${IT}`, 'u'),
  new RegExp(
    `\\b(?:is|are|remains?|stays?|becomes?|looks? like|be|as|makes (?:it|them)) (?:\\p{L}+ )?an? (?:\\p{L}+ )?(?:buy|sell|short|hold)${ENDS}`,
    'iu',
  ),
  /\bworth (?:buying|owning|shorting|selling|avoiding|holding|investing in)\b/iu,
  new RegExp(
    `\\b${RATING}[- ]rat(?:ing|ed)\\b|\\b(?:deserves?|merits?|rate[sd]?)\\b[^.;:]{0,20}\\b${RATING}${ENDS}`,
    'iu',
  ),
  /\bprice target/iu,
  /\b(?:should|must|ought to) (?:not |never )?be (?:bought|sold|shorted|owned|avoided|held)\b/iu,
  new RegExp(`\\b(?:time|moment|chance) to ${TRADE}\\b`, 'iu'),
  new RegExp(`\\b(?:he|she|the speaker) would (?:not |never |rather )?${TRADE}\\b`, 'iu'),
];

/** Whether a text says that investors, everybody or the reader should trade, or should not. */
export function advisesTrade(text: string): boolean {
  return SHOULD.test(text);
}

/** The words of a text that tell to trade, or rate, each way once. */
export function tradesTold(text: string): string[] {
  return [SHOULD, ...WAYS].flatMap((way) => way.exec(text)?.[0].replace(/^[:;]\s*/, '') ?? []);
}

/** Somebody who may trade, close before: "I would never", not "Google". */
const WHO = `\\b(?:I|we|${PEOPLE})(?:['’]\\p{L}+)?\\b[^.;?!]{0,40}`;

/** Whether what `words` tell to do was said in `said` in some form, of a trade: not "Google sells ads". */
export function isTradeSaid(words: string, said: string): boolean {
  const told = said.split(/(?<=[.?!])\s+|\n/).flatMap(tradesTold);
  const isSaid = (deed: RegExp) =>
    new RegExp(WHO + deed.source, 'iu').test(said) || told.some((one) => deed.test(one));
  return DEEDS.filter((deed) => deed.test(words)).every(isSaid);
}
