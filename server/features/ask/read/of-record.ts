/** What a question asks that the record keeps of nobody: whose calls proved right, a rank of all speakers, a trait of a speaker. */
export type Unkept = 'track record' | 'rank' | 'trait';

const SOMEBODY = '(?:hosts?|guests?|shows?|podcasts?|speakers?|podcasters?|people|persons?|analysts?)';
const WHO = `(?:who|whose|(?:which|what)(?: \\w+)? ${SOMEBODY}|(?:which|any) of (?:the|these) ${SOMEBODY})`;
const OPENS = '^\\W*(?:(?:and|so|but|then) )?';

const UNKEPT: Readonly<Record<Unkept, RegExp>> = {
  'track record': new RegExp(
    [
      `${OPENS}${WHO}\\b.*\\b(?:(?:best|worst|better|good|strongest|longest) (?:track record|hit rate|record)|(?:is|are|was|were|been|gets?|got) (?:the )?(?:most|least|more) (?:often )?(?:accurate|reliable|right|wrong|correct|trustworthy))`,
      `${OPENS}${WHO}(?: \\w+)? (?:predictions?|calls|picks|forecasts?)\\b.*\\b(?:most accurate|came true|(?:been|were|are) (?:the )?(?:best|right|wrong|most))`,
      `\\b(?:track records?|hit rates?|accuracy|scores?|ranking) of (?:the |all |your |each |every )*${SOMEBODY}\\b`,
      `${OPENS}(?:rank|rate|score|grade) (?:the |all |your |these )*${SOMEBODY}\\b`,
    ].join('|'),
    'i',
  ),
  rank: new RegExp(
    `${OPENS}${WHO} (?:is|are|was|were|sounds?|seems?|has been) (?:the )?(?:most|least) (?:bullish|bearish|optimistic|pessimistic)(?: ${SOMEBODY})?(?: (?:of all|overall|in general|right now|now|of them all|(?:on|across|of) (?:all )?(?:the |your )?(?:shows|podcasts|record)))*\\W*$`,
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
