/** After these words stands whom or what a question leaves out: "other than", "but not by". */
const LEAVES_OUT =
  '(?:(?:,|\\bbut) (?:not|nothing)|\\bnot(?= (?:by|from|on|at|named|called) )|\\b(?:(?:others?|else) than|except(?:ing)?(?: for)?|excluding|apart from|aside from|besides|leaving (?:out|aside)|leave (?:out|aside)|ignoring|outside(?: of)?|(?:any|every)(?:one|body)(?: else)? but|all(?: \\w+)? but))(?: (?:by|from|on|at|named|called|what|anything|those|words|of))*';
const ENDS_IT =
  '(?= (?:say|says|said|saying|think|thinks|thought|argue[ds]?|claim(?:s|ed)?|believe[ds]?|discuss(?:es|ed)?|mention(?:s|ed)?|talk(?:s|ed)?|see|saw|ha(?:s|ve|d)|about|regarding|on|at|over|in|spoke|speak)\\b|[?.!;,)]|$)';
const LEFT_OUT = new RegExp(`${LEAVES_OUT} (.+?)${ENDS_IT}`, 'giu');

/** Words that leave somebody out, and whom they leave out as the question writes it. */
type LeftOut = { readonly start: number; readonly length: number; readonly whom: string };

/** The parts of a question that say whom it leaves out ("but not by Dana Reyes"), in order. */
export function leftOutIn(question: string): LeftOut[] {
  return [...question.matchAll(LEFT_OUT)].map((match) => {
    const whom = match[1] ?? '';
    return { start: match.index, length: match[0].length - whom.length, whom };
  });
}
