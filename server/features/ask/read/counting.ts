import { termsOf } from '#server/language/terms.ts';

/** What a question asks to be counted over the record: the companies or themes that most was argued on, or either. */
export type MostArgued = 'companies' | 'themes' | 'any';

const TALKED = '(?:discussed|mentioned|talked[ -]about|covered|debated|argued about|brought up)';
const THEMES = '(?:themes?|topics?|trends?|sectors?|industr(?:y|ies))';
const COMPANIES = '(?:compan(?:y|ies)|stocks?|tickers?|names?|businesses|startups?|shares)';
const THINGS = `(?:${THEMES}|${COMPANIES}|things?|subjects?|ideas?)`;

const MOST_ARGUED = new RegExp(
  [
    `\\b(?:most|more|best)(?:[ -](?:often|frequently|commonly|widely|heavily))?[ -]${TALKED} ${THINGS}\\b`,
    `\\b(?:which|what) (?:\\w+ )?${THINGS}\\b[^?]{0,40}\\b(?:(?:come|came|comes|coming) up|${TALKED})(?: the)? most\\b`,
    `\\b(?:which|what) (?:\\w+ )?${THINGS} (?:is|are|was|were|gets?|got|has been|have been) (?:the )?most(?: \\w+)? ${TALKED}\\b`,
    `\\b(?:which|what) (?:\\w+ )?${THINGS} (?:do|did|have) (?:the )?(?:shows|podcasts|hosts|guests|they|people)\\b[^?]{0,30}\\b(?:talk(?:ed)?|discuss(?:ed)?|mention(?:ed)?|cover(?:ed)?)(?: about)?(?: the)? most\\b`,
  ].join('|'),
  'i',
);

/** Which subjects a question wants counted; null when it asks no such thing. */
export function mostArguedIn(text: string): MostArgued | null {
  const asks = MOST_ARGUED.exec(text)?.[0];
  if (asks === undefined) return null;
  if (new RegExp(`\\b${THEMES}\\b`, 'i').test(asks)) return 'themes';
  return new RegExp(`\\b${COMPANIES}\\b`, 'i').test(asks) ? 'companies' : 'any';
}

const OF_THINGS = new Set(
  termsOf(
    'companies stocks tickers names businesses startups shares themes topics trends sectors industry things subjects ideas',
  ),
);

/** Whether a stem only says what is counted ("companies"), and nothing of which ones. */
export function isOfThings(term: string): boolean {
  return OF_THINGS.has(term);
}
