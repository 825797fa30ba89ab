import { hasVerb } from '#server/language/speech/grammar.ts';

/** Sentences of a transcript that say nothing by themselves, although they begin and end as one. Pure. */

const LEAD_IN = '(?:(?:and|but|so|or|because|well|now|then|like|yeah|you know),? )*';
/** A noun and what is told of it: "the parts of capex that do get paid". */
const NOUN_AND_RELATIVE = new RegExp(
  `^${LEAD_IN}((?:the|those|these|all|any|some|every|an?|its|their|our|my|your|his|her)\\b[^,;:]*?) (?:that|which|who) (.+)$`,
  'i',
);
/** The verb of the relative clause, with its auxiliaries: "do get paid". */
const FIRST_VERB =
  /^(?:(?:do|does|did|is|are|was|were|be|been|being|has|have|had|will|would|can|could|should|may|might|must|get|gets|got)\b ?)*(?:\w+ly )?(?:\w+(?:n't)? ?)(?:(?:to )?\w+(?:ed|id|ade|own|ent|ought)\b)?/i;
/** "All of that", "those are two of the 15": what follows is no relative clause, or a verb stands there already. */
const GOES_ON = /\b(?:of|in|on|for|to|like|as|by|from|with|and)$|\b(?:is|are|was|were|has|have|had)\b/i;
/** "It's looking at the ratio of": tells what a chart shows to who sees it. */
const OF_AN_EXHIBIT = new RegExp(
  `^${LEAD_IN}(?:it|this|that|these|those|here|what you(?:['’]re| are) (?:seeing|looking at))(?:['’]s|['’]re| is| are)?(?: just| really| also| basically)? (?:looking at|showing(?: you)?|comparing|measuring|plotting|an? (?:\\w+ )?(?:chart|graph|slide|picture|map|table) (?:of|that|from))`,
  'i',
);

/** Whether a sentence is a noun without a verb of its own, or tells of a chart that nobody sees. */
export function isFragment(line: string): boolean {
  return OF_AN_EXHIBIT.test(line) || lacksVerb(line.replace(/[.!]$/, ''));
}

function lacksVerb(line: string): boolean {
  const [, noun, relative] = NOUN_AND_RELATIVE.exec(line) ?? [];
  if (noun === undefined || relative === undefined || GOES_ON.test(noun) || hasVerb(noun)) return false;
  const rest = relative.replace(FIRST_VERB, '');
  return !hasVerb(rest) && !/['’](?:s|re|ll|d|ve|m)\b/.test(rest);
}
