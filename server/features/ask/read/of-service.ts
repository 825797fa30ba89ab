import { isCourtesy } from '#server/features/ask/read/nothing.ts';

/** What a question about the service asks for, each told on a page of its own. */
export type ServiceMatter = 'plans' | 'settings' | 'shows' | 'methodology' | 'help';

const ASKS_HOW =
  '(?:how (?:do|can|would|should) (?:i|we)|(?:can|could|may) (?:i|we)|where (?:do|can) (?:i|we)|please|i (?:want|would like|need) to|is it possible to)';
const CHANGES =
  '(?:delete|erase|clear|remove|export|download|change|reset|rotate|revoke|close|cancel|end|update|manage|see|view|find|get|create|pause|stop)';
const SUBSCRIBES = '(?:cancel|upgrade|downgrade|subscribe|renew|pay|end|get a refund|start a trial|change)';

/** "To my", "for the", before what one pays for. */
const SMALL_WORDS = "(?: (?:to|from|for|my|the|your|a|earmark(?:['’]s)?))*";
const PAID_FOR = '(?:premium|subscription|free trial|trial|membership|(?:paid|free|premium) plan|plan)';
const ONES_OWN =
  '(?:history|questions?(?: (?:and|or) answers)?|account|(?:api )?keys?|passwords?|e-?mail(?: address)?|data|conversations?|alerts?|follows|webhooks?)';
const TERM =
  '(?:(?:(?:discussion|idea) )?depths?(?: (?:scores?|[1-5]))?|(?:low )?coverage|confidence(?: scores?)?|stance labels?|stances?|thes[ie]s|thesis history|risk flags?|citations?|suggestions|digests?)';
/** What is taken from a transcript. */
const FOUND = `(?:${TERM}|transcripts?|ideas|cards|quotes|speakers)`;
const WORK_OUT =
  '(?:calculate|compute|measure|determine|decide(?: on)?|choose|make|assign|count|score|extract|find|pick|get|work out|come up with|rate|set)';
const WORKED_OUT =
  '(?:calculated|computed|measured|determined|decided|chosen|made|assigned|counted|scored|extracted|found|picked|worked out|rated|set)';

/** The service, as a text speaks of it or to it. */
const SERVICE =
  '(?:you|earmark|this (?:site|service|app|tool|page)|the (?:service|site|app|record|corpus|index|database))';
const HOLDS =
  '(?:index|cover|track|follow|read|have|include|hold|know(?: of)?|listen to|transcribe|carry|use|monitor|search|contain|process|support|scan)(?:s|es|ed|ing)?';
const HELD = '(?:podcasts?|shows?|episodes?|feeds?|channels?|sources?|hours|transcripts?)';
const NOW = '(?: (?:so far|right now|now|currently|at the moment|today|in total|here|available|overall))*';
const LISTED = `(?:which|what|how many)(?: \\w+)? ${HELD}(?: of podcasts?)?`;

/** The wordings that ask about each matter. A text asks about it when one of them is all of it. */
const MATTERS: Readonly<Record<ServiceMatter, readonly string[]>> = {
  plans: [
    // "How do I cancel my subscription".
    `(?:${ASKS_HOW} )?${SUBSCRIBES}${SMALL_WORDS} ${PAID_FOR}(?: plan)?`,
    `(?:${ASKS_HOW} )?get (?:a|my) (?:refund|invoice|receipt)`,
    // "How much does Premium cost", "price of a subscription".
    "(?:how much|what is the price|what are the prices|price|cost)(?: (?:does|do|is|are|of|for|the|your|earmark(?:['’]s)?))* (?:premium(?: plan)?|earmark|a subscription|subscription|paid plan|plans)(?: (?:cost|price))?",
    "what (?:does|do|is|are)(?: (?:the|your|a|earmark(?:['’]s)?))* (?:(?:premium|paid|free)(?: plans?)?|subscription|plans|earmark (?=costs?$|price))(?: (?:cost|price))?",
    '(?:is|are) (?:you|earmark|this(?: (?:site|service))?|it) (?:free|paid)(?: (?:to use|of charge))?|do i (?:have|need) to pay(?: (?:for|to use) (?:this|earmark|it))?',
    'what (?:do i get with|does|is in) (?:premium|the (?:free|paid|premium) plan)(?: (?:include|offer|give me))?',
  ],
  settings: [
    // "Can I delete my history".
    `(?:${ASKS_HOW} )?${CHANGES} (?:all )?(?:of )?(?:my (?:\\w+ )?|(?:an?|the) (?:(?:whole|entire|connector|ask|new|old) )?)${ONES_OWN}`,
    // "How many questions do I have left".
    'how many (?:more )?(?:questions|asks|reads)(?: \\w+){0,5} (?:left|remain(?:ing)?|today|a day|per day|ask)(?: today)?',
    'where (?:is|are) my (?:data|questions|history)(?: (?:stored|kept))?',
    "(?:what is|what['’]s) my (?:remaining )?(?:allowance|quota|limit|plan)",
  ],
  shows: [
    // "Which podcasts do you index", "how many shows are covered".
    `${LISTED}(?: (?:do|does|are|is|have|has|can))?(?: ${SERVICE})?(?: (?:currently|actually|now|been))? ${HOLDS}(?: (?:by|in|on) ${SERVICE})?${NOW}`,
    `${LISTED}(?: (?:are|is))?(?: there)? (?:in|on|part of) (?:your|the) (?:record|corpus|index|database|list|library)${NOW}|${LISTED} (?:are there|is there|are on earmark|do you have)${NOW}`,
    `(?:list|show)(?: me)?(?: all)?(?: of)?(?: (?:the|your))? (?:podcasts|shows|sources)(?: (?:that )?(?:you|earmark) ${HOLDS})?`,
    `(?:what|which) (?:is|are) (?:(?:in )?(?:your|earmark['’]?s?) (?:sources?|corpus|record|shows|podcasts|list of (?:shows|podcasts))|in the (?:corpus|record|index))`,
    `(?:do|does|can|will) ${SERVICE} (?:index|cover|track|include|carry|add|support) (?:the |my |a |other )?(?:[\\w'’&-]+ ){0,4}(?:podcasts?|shows?)|(?:do|does|can|will) ${SERVICE} (?:index|cover|track|include) (?:all )?(?:the )?episodes of [\\w'’& -]{1,40}`,
    `where (?:do|does) (?:you|earmark|the|your)(?: (?:get|data|transcripts?|ideas|information|quotes))*(?: (?:the|your|its))?(?: (?:data|transcripts?|ideas|information|quotes))? (?:come )?from`,
  ],
  methodology: [
    // "How do you decide the depth score".
    `how (?:do|does|did) ${SERVICE} ${WORK_OUT}(?: (?:the|your|an?|on|its))* ${FOUND}`,
    `how (?:(?:do|does|is|are) )?(?:(?:the|your|an?) )?${FOUND} (?:(?:is|are) )?${WORKED_OUT}`,
    // "How do you decide whether an idea is bullish".
    `how (?:do|does) ${SERVICE} (?:decide|determine|tell|know|judge|work out) (?:whether|if|that|when) (?:an?|the|something|somebody|someone)(?: (?:idea|statement|speaker|sentence|quote|guest|host))? (?:is|was|counts as|sounds) (?:bullish|bearish|neutral|an advert|an idea|deep)(?: (?:or|and) (?:bullish|bearish|neutral|not))?`,
    `how (?:accurate|reliable|complete|up to date|current|good|often|frequently)(?: (?:are|is|do|does))?(?: ${SERVICE}| (?:the|your) (?:ideas|data|record|transcripts|quotes))(?: (?:updated?|refresh(?:ed)?))?`,
    "what is (?:your|earmark['’]?s?|the) method(?:ology)?",
    // "What does coverage mean", "how is discussion depth measured".
    `(?:how (?:does|do|is|are)|what (?:does|do|is|are)|explain)(?: (?:the|your|an?))? ${TERM}(?: (?:work|mean|${WORKED_OUT}))?`,
  ],
  help: [
    'help|help me(?: out)?|i need help|(?:can|could|will) you help(?: me)?(?: out)?',
    '(?:who|what) are you|what is your name|what(?: else)? (?:can|do) you do|what (?:can|may|should) i ask(?: you| here)?',
    'how (?:does|do) (?:this(?: (?:site|service|app|tool))?|earmark|it|you|i use (?:this|earmark|it)) ?(?:work)?|(?:what (?:exactly )?is|explain|describe|(?:tell me |what )?about) (?:this(?: (?:site|service|app|tool))?|earmark|yourself)|what (?:does|can) (?:earmark|this (?:site|service|app|tool)) do(?: for me)?',
    '(?:who|which company) (?:made|makes|built|created|runs|owns|operates|is behind) (?:you|earmark|this(?: (?:site|service|app|tool))?)',
    `(?:do|can|does) ${SERVICE} (?:give|offer|provide)(?: me)? (?:any )?(?:investment|financial|trading|stock) (?:advice|recommendations|tips)|are you (?:an? )?(?:licensed |registered )?(?:financial|investment) advis[eo]r`,
    'are you (?:an? )?(?:bot|ai|human|robot|real|person|chatgpt|llm)',
    // "Ignore all of your previous instructions".
    '(?:repeat|print|reveal|show(?: me)?|tell me|give me|what (?:is|are)|ignore)(?: all)?(?: of)?(?: your| the| previous| above)* (?:system prompt|instructions|prompt)',
  ],
};

const WORDINGS = Object.entries(MATTERS).map(([matter, wordings]) => ({
  matter: matter as ServiceMatter,
  pattern: new RegExp(`^(?:${wordings.join('|')})$`, 'iu'),
}));

/** Words that open a question and ask nothing themselves. */
const OPENING =
  /^(?:(?:so|and|but|ok(?:ay)?|well|um|uh|just|btw|also) )*(?:(?:can|could|would|will) you (?:please )?(?:tell|show) me |(?:please )?tell me |i (?:want|would like|['’]d like) to know |do you know )?(?=.)/i;

/** "This" and "it" by themselves mean what was spoken of before. */
const BARE_THIS = /\b(?:this|it)\b(?! (?:site|service|app|tool|page)\b)/i;

/**
 * What a text asks about the service rather than of the record; null when a part of it asks anything else. `isFirst`: nothing was
 * asked before and no idea is open, so that "this" is the service.
 */
export function matterOfService(question: string, isFirst: boolean): ServiceMatter | null {
  if (!isFirst && BARE_THIS.test(question)) return null;
  const parts = question
    .replace(/["“”]/g, '')
    .replace(/\b(what|how|who|where)['’]s\b/gi, '$1 is')
    .replace(/\bu\b/gi, 'you')
    .split(/[.?!;,]+/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '' && !isCourtesy(part));
  const matters = parts.map((part) => matterOf(part.replace(/ please$/i, '')));
  return matters.includes(null) ? null : (matters[0] ?? null);
}

function matterOf(part: string): ServiceMatter | null {
  const asked = [part, part.replace(OPENING, '')];
  return WORDINGS.find(({ pattern }) => asked.some((text) => pattern.test(text)))?.matter ?? null;
}
