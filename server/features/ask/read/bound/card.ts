/** The idea, whoever argued it, or what it stands in. */
const WHAT_IT_IS =
  "(?:it|this|that|he|she|they|(?:the|this|that) (?:idea|episode|show|talk|interview|quote|argument|claim|speaker|guest)|\\p{Lu}[\\p{L}'’]+(?: \\p{Lu}[\\p{L}'’]+)?)";
/** What is done with an idea or an episode: it is said, aired, heard. */
const SAID =
  '(?:air(?:ed)?|come out|came out|say|said|argued?|made?|claim(?:ed)?|publish(?:ed)?|record(?:ed)?|release[d]?|broadcast|posted|uploaded|from|heard?|found|find|listen to|talk(?:ed)?|speak|spoken)';
/** What a card tells beside the idea. */
const FIELD = '(?:minutes?|seconds?|time ?stamps?|date|day|episodes?|shows?|podcasts?|speaker|guest)';

/** Asks when, where or by whom an idea was said, which its card tells. */
const OF_THE_CARD = new RegExp(
  [
    // "When did he say that", "in which episode was this aired".
    `\\b(?:when|where|on (?:which|what) (?:show|podcast|episode)|in (?:which|what) (?:episode|show)) (?:did|was|were|is|can i|do i) ${WHAT_IT_IS} (?:\\w+ )?${SAID}\\b(?: (?:it|this|that)\\b)?`,
    // "When was that?"
    `\\b(?:when|where) (?:was|is) (?:it|this|that)(?=[^\\p{L}]*$)`,
    // "Which episode is this from", "at what minute".
    `\\b(?:at |in |on |from )?(?:which|what|whose) ${FIELD}\\b(?: (?:is|was|does|did) (?:it|this|that))?(?: (?:in|on|at|from|of)\\b)?(?: ${SAID}\\b)?`,
    // "At which point did she say".
    `\\bat (?:which|what) (?:point|time)\\b(?: (?:is|was|does|did) (?:it|this|that))?(?: ${SAID}\\b)?`,
    // "How far into the episode is it".
    `\\bhow far in(?:to)?(?: the (?:episode|show))?\\b(?: (?:is|was) (?:it|this|that)\\b)?`,
    // "Where can I hear it".
    `\\bwhere (?:can|could|do) (?:i|we|one) (?:hear|find|listen to|get) ${WHAT_IT_IS}(?!\\p{L})`,
    // "Who said that".
    `\\bwho (?:said|says|argued|argues|made|is (?:saying|arguing|speaking|talking)|spoke|claimed|claims)\\b(?: (?:it|this|that)\\b)?`,
    `\\bwho(?:['’]s| is| was) the (?:speaker|guest)\\b`,
    `\\b(?:the )?(?:air ?date|date|time ?stamp|(?:name|title) of the (?:episode|show|speaker|guest|podcast)|(?:episode|show) (?:name|title))\\b`,
  ].join('|'),
  'giu',
);

/** Whether a question bound to an idea asks when, where or by whom it was said. */
export function asksForCard(question: string): boolean {
  return question.search(OF_THE_CARD) >= 0;
}

/** A question without the words that ask for the card; the rest is asked of the argument. */
export function withoutCard(question: string): string {
  return question.replace(OF_THE_CARD, ' ');
}
