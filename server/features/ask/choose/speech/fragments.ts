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

/** Opens with a condition. */
const CONDITION = new RegExp(`^${LEAD_IN}(?:even )?(?:if|unless|once|whenever|as long as)\\b`, 'i');
/** Goes on about what stands before it, and is no main clause. */
const HANGS_ON =
  /^(?:(?:and|but|or),? )?(?:which|who|whose|whom|where|when|because|if|unless|that|like|such as|including|you know|i mean|right|whether)\b/i;

/** What is talked about and is itself talk: "the question", "the point you made", not "growth". */
const TALK =
  '(?:questions?|topics?|subjects?|story|discussion|debate|conversation|numbers|(?:points?|things?) (?:that )?(?:you|he|she|they|we|i)\\b[^,;:]*)(?= (?:of|on|about|that|you|we|he|she|they|i|in|for|again|here|later)\\b|[,;:]|$)';
const TO_TALK = `(?:(?: (?:right |straight |deep(?:er)? )?(?:in|into|to))?$| (?:right |straight |deep(?:er)? )?(?:into|to|in|with) (?:[^,;:]*? )?${TALK})`;
/** "I want to go back to the question", "let's talk about", "I will say this because": tells what will be spoken of, and nothing of it. */
const ANNOUNCES = new RegExp(
  "^(?:(?:and|but|so|or|well|now|then|yeah|no|ok|okay|all right|alright|look|first|actually),? )*(?:(?:i|we)(?:(?:['’]d| would)(?: just| also| really)? (?:like|love) to|(?: just| also| really| do)* (?:want|wanted|need|have) to|(?:['’]m|['’]re| am| are)(?: just| also)* (?:going to|gonna)|['’]ll| will)|let['’]s|let me|can we)(?: just| also| quickly| maybe)* (?:" +
    `(?:(?:go|get|come|circle|jump|turn) back|turn|get|jump|dive|go|start)${TO_TALK}` +
    '|(?:talk|chat|hear|ask|speak)(?: you| a (?:little )?bit| more| briefly)* about\\b|ask you\\b|discuss\\b|touch on\\b|say (?:this|it|one thing)(?: because| before|$))',
  'i',
);

/** Whether a sentence only announces what will be spoken of. */
export function announces(line: string): boolean {
  return ANNOUNCES.test(line.replace(/[.!]$/, ''));
}

/** "I have no clue how it will go": says that its speaker has nothing to say of it. */
const KNOWS_NOTHING =
  /\b(?:i|we)(?:['’]ve)? (?:(?:really|honestly|literally|just|still) )?(?:(?:have|got) (?:absolutely )?no (?:clue|idea)|(?:do not|don['’]t) have an? (?:clue|idea|view|opinion))\b/i;

/** Whether a sentence is a noun without a verb of its own, a condition that leads to nothing, tells of a chart that nobody sees, only announces, or says that nothing is known. */
export function isFragment(line: string): boolean {
  const words = line.replace(/[.!]$/, '');
  return (
    OF_AN_EXHIBIT.test(line) ||
    KNOWS_NOTHING.test(line) ||
    announces(line) ||
    lacksVerb(words) ||
    leadsToNothing(words)
  );
}

/** "If there is a fleet, which I think there will be": a condition of which every further part hangs on the one before. */
function leadsToNothing(line: string): boolean {
  if (!CONDITION.test(line) || /\bthen\b/i.test(line)) return false;
  const [, ...parts] = line.replace(new RegExp(`^${LEAD_IN}`, 'i'), '').split(/[,;:] /);
  return parts.length > 0 && parts.every((part) => HANGS_ON.test(part) || !hasVerb(part));
}

function lacksVerb(line: string): boolean {
  const [, noun, relative] = NOUN_AND_RELATIVE.exec(line) ?? [];
  if (noun === undefined || relative === undefined || GOES_ON.test(noun) || hasVerb(noun)) return false;
  const rest = relative.replace(FIRST_VERB, '');
  return !hasVerb(rest) && !/['’](?:s|re|ll|d|ve|m)\b/.test(rest);
}
