/** Words for what may harm, in one or several. */
const TROUBLE =
  '(?:problem|challenge|risk|concern|issue|worr(?:y|ie)|threat|danger|bottleneck|constraint|headwind)s?';
/** "The problem is not", unless another is named then: "the problem is not the power but the chips". */
const IS_NOT_IT = `\\b${TROUBLE}\\b[^.;]*?\\b(?:is|are|was|were)(?: not|n['’]t)\\b(?!.*\\b(?:but|it['’]s|it is|rather|instead)\\b)`;
/** "There is no real threat", but "no small threat" is one. */
const IS_NONE = `\\b(?:no|(?:not|n['’]t|never) (?:an?|any)) (?:(?!only|small|minor|trivial)\\w+ )?${TROUBLE}\\b`;
const UNWORRIED = "\\b(?:not|n['’]t|never) (?:\\w+ )?(?:worried|concerned|afraid)\\b";
const DENIED = new RegExp([IS_NOT_IT, IS_NONE, UNWORRIED].join('|'), 'i');

/** Whether words deny a trouble and name no other: "the problem is not the power". */
export function deniesTrouble(words: string): boolean {
  return DENIED.test(words);
}
