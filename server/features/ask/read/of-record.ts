/** What a question asks that the record keeps of nobody: whose calls proved right, a rank of all speakers, a trait of a speaker. */
export type Unkept = 'track record' | 'rank' | 'trait';

const SOMEBODY = '(?:hosts?|guests?|shows?|podcasts?|speakers?|podcasters?|people|persons?|analysts?)';
const WHO = `(?:who|whose|(?:which|what)(?: \\w+)? ${SOMEBODY}|(?:which|any) of (?:the|these) ${SOMEBODY})`;
const SPEAKERS = '(?:hosts?|guests?|shows?|podcasts?|speakers?|podcasters?|analysts?)';
/** Anything but what somebody said, which is on record. */
const NOT_SAID =
  '(?:(?!\\b(?:says?|said|thinks?|thought|argue[sd]?|claim(?:s|ed)?|believe[sd]?|calls?|called|expect(?:s|ed)?|told|tells?)\\b).)*';
/** The end of a question that speaks of no company or matter. */
const OVER_ALL =
  '(?: (?:of all|of them all|overall|in general|over time|so far|right now|now|(?:on|across|of|from) (?:all )?(?:the |your |these )?(?:shows|podcasts|record|hosts|guests)))*\\W*$';
const OPENS = '^\\W*(?:(?:and|so|but|then) )?';

const UNKEPT: Readonly<Record<Unkept, RegExp>> = {
  'track record': new RegExp(
    [
      `${OPENS}${WHO}\\b${NOT_SAID}\\b(?:(?:best|worst|better|good|strongest|longest) (?:track record|hit rate|record)|(?:is|are|was|were|been|gets?|got) (?:the )?(?:most|least|more) (?:often )?(?:accurate|reliable|right|wrong|correct|trustworthy)(?: ${SOMEBODY})?${OVER_ALL})`,
      `${OPENS}${WHO}(?: \\w+)? (?:predictions?|calls|picks|forecasts?)\\b${NOT_SAID}\\b(?:most accurate|came true|(?:been|were|are) (?:the )?(?:best|right|wrong|most))`,
      `${OPENS}(?:(?:what|how)(?:['’]?s| is| are| was| were| about) |(?:show|give|tell) me )?(?:the )?(?:track records?|hit rates?|accuracy|scores?|ranking) of (?:the |all |your |each |every )*${SPEAKERS}${OVER_ALL}`,
      `${OPENS}(?:rank|rate|score|grade) (?:the |all |your |these )*${SOMEBODY}\\b`,
    ].join('|'),
    'i',
  ),
  rank: new RegExp(
    `${OPENS}${WHO} (?:is|are|was|were|sounds?|seems?|has been) (?:the )?(?:most|least) (?:bullish|bearish|optimistic|pessimistic)(?: ${SOMEBODY})?${OVER_ALL}`,
    'i',
  ),
  trait: new RegExp(
    `\\b(?:wom[ae]n|females?|males?|m[ae]n|(?:black|white|asian|gay|young(?:er)?|old(?:er)?)) (?:hosts?|guests?|speakers?|podcasters?|analysts?)\\b|${OPENS}what (?:do|did|have) (?:the )?(?:women|men) (?:say|said|think|argued?)\\b`,
    'i',
  ),
};

/** What a question asks of speakers that the record does not keep; null for any other. */
export function unkeptIn(question: string): Unkept | null {
  const found = Object.entries(UNKEPT).find(([, pattern]) => pattern.test(question));
  return (found?.[0] as Unkept | undefined) ?? null;
}
