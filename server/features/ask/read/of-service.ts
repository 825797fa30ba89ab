import { isCourtesy } from '#server/features/ask/read/nothing.ts';

/** What a question about the service asks for, each told on a page of its own. */
export type ServiceMatter = 'plans' | 'settings' | 'methodology' | 'help';

const ASKS_HOW =
  '(?:how (?:do|can|would|should) (?:i|we)|(?:can|could|may) (?:i|we)|where (?:do|can) (?:i|we)|please|i (?:want|would like|need) to|is it possible to)';
const CHANGES =
  '(?:delete|erase|clear|remove|export|download|change|reset|rotate|revoke|close|cancel|end|update|manage|see|view|find|get|create|pause|stop)';
const SUBSCRIBES = '(?:cancel|upgrade|downgrade|subscribe|renew|pay|end|get a refund|start a trial|change)';

/** "To my", "for the", before what one pays for. */
const SMALL_WORDS = "(?: (?:to|from|for|my|the|your|a|earmark(?:['’]s)?))*";
const PAID_FOR = '(?:premium|subscription|free trial|trial|membership|(?:paid|free|premium) plan|plan)';
const ONES_OWN =
  '(?:history|account|(?:api )?keys?|passwords?|e-?mail(?: address)?|data|conversations?|alerts?|follows|webhooks?)';
const TERM =
  '(?:discussion depths?|coverage|stance labels?|stances?|thes[ie]s|thesis history|risk flags?|citations?|suggestions|digests?)';
const WORKED_OUT = '(?:calculated|computed|measured|determined|decided|chosen|made|assigned|counted|scored)';

/** The wordings that ask about each matter. A text asks about it when one of them is all of it. */
const MATTERS: Readonly<Record<ServiceMatter, readonly string[]>> = {
  plans: [
    // "How do I cancel my subscription".
    `(?:${ASKS_HOW} )?${SUBSCRIBES}${SMALL_WORDS} ${PAID_FOR}(?: plan)?`,
    `(?:${ASKS_HOW} )?get (?:a|my) (?:refund|invoice|receipt)`,
    // "How much does Premium cost", "price of a subscription".
    "(?:how much|what|what is the price|what are the prices|price|cost)(?: (?:does|do|is|are|of|for|the|your|earmark(?:['’]s)?))* (?:premium(?: plan)?|earmark|a subscription|subscription|paid plan|plans)(?: (?:cost|price))?",
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
  methodology: [
    // "What does coverage mean", "how is discussion depth measured".
    `(?:how (?:does|do|is|are)|what (?:does|do|is|are)|explain)(?: (?:the|your|an?))? ${TERM}(?: (?:work|mean|${WORKED_OUT}))?`,
  ],
  help: [
    'help|help me(?: out)?|i need help|(?:can|could|will) you help(?: me)?(?: out)?',
    '(?:who|what) are you|what is your name|what(?: else)? (?:can|do) you do|what (?:can|may|should) i ask(?: you| here)?',
    'how (?:does|do) (?:this|earmark|it|you|i use (?:this|earmark|it)) ?(?:work)?|what is (?:this|earmark)',
    'are you (?:an? )?(?:bot|ai|human|robot|real|person|chatgpt|llm)',
    // "Ignore all of your previous instructions".
    '(?:repeat|print|reveal|show(?: me)?|tell me|give me|what (?:is|are)|ignore)(?: all)?(?: of)?(?: your| the| previous| above)* (?:system prompt|instructions|prompt)',
  ],
};

const WORDINGS = Object.entries(MATTERS).map(([matter, wordings]) => ({
  matter: matter as ServiceMatter,
  pattern: new RegExp(`^(?:${wordings.join('|')})$`, 'iu'),
}));

/** What a text asks about the service rather than of the record; null when a part of it asks anything else. */
export function matterOfService(question: string): ServiceMatter | null {
  const parts = question
    .split(/[.?!;,]+/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '' && !isCourtesy(part));
  const matters = parts.map((part) => matterOf(part.replace(/ please$/i, '')));
  return matters.includes(null) ? null : (matters[0] ?? null);
}

function matterOf(part: string): ServiceMatter | null {
  return WORDINGS.find(({ pattern }) => pattern.test(part))?.matter ?? null;
}
