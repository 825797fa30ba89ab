import { isCourtesy } from '#server/features/ask/read/nothing.ts';

/** What a question about the service asks for, each told on a page of its own. */
export type ServiceMatter = 'plans' | 'settings' | 'methodology' | 'help';

const ASKS_HOW =
  '(?:how (?:do|can|would|should) (?:i|we)|(?:can|could|may) (?:i|we)|where (?:do|can) (?:i|we)|please|i (?:want|would like|need) to|is it possible to)';
const CHANGES =
  '(?:delete|erase|clear|remove|export|download|change|reset|rotate|revoke|close|cancel|end|update|manage|see|view|find|get|create|pause|stop)';
const SUBSCRIBES = '(?:cancel|upgrade|downgrade|subscribe|renew|pay|end|get a refund|start a trial|change)';

const MATTERS: readonly (readonly [ServiceMatter, RegExp])[] = [
  [
    'plans',
    new RegExp(
      `^(?:${ASKS_HOW} )?${SUBSCRIBES}(?: (?:to|from|for|my|the|your|a|earmark(?:['’]s)?))*(?: (?:premium|subscription|free trial|trial|membership|(?:paid|free|premium) plan|plan))(?: plan)?$|^(?:${ASKS_HOW} )?get (?:a|my) (?:refund|invoice|receipt)$|^(?:how much|what|what is the price|what are the prices|price|cost)(?: (?:does|do|is|are|of|for|the|your|earmark(?:['’]s)?))* (?:premium(?: plan)?|earmark|a subscription|subscription|paid plan|plans)(?: (?:cost|price))?$|^what (?:do i get with|does|is in) (?:premium|the (?:free|paid|premium) plan)(?: (?:include|offer|give me))?$`,
      'iu',
    ),
  ],
  [
    'settings',
    new RegExp(
      `^(?:${ASKS_HOW} )?${CHANGES} (?:all )?(?:of )?(?:my|an?|the) (?:\\w+ )?(?:history|account|(?:api )?keys?|passwords?|e-?mail(?: address)?|data|conversations?|alerts?|follows|webhooks?)$|^how many (?:more )?(?:questions|asks|reads)(?: \\w+){0,5} (?:left|remain(?:ing)?|today|a day|per day|ask)(?: today)?$|^where (?:is|are) my (?:data|questions|history)(?: (?:stored|kept))?$|^(?:what is|what['’]s) my (?:remaining )?(?:allowance|quota|limit|plan)$`,
      'iu',
    ),
  ],
  [
    'methodology',
    /^(?:how (?:does|do|is|are)|what (?:does|do|is|are)|explain)(?: (?:the|your|an?))? (?:discussion depths?|coverage|stance labels?|stances?|thes[ie]s|thesis history|risk flags?|citations?|suggestions|digests?)(?: (?:work|mean|(?:calculated|computed|measured|determined|decided|chosen|made|assigned|counted|scored)))?$/iu,
  ],
  [
    'help',
    /^(?:help|help me(?: out)?|i need help|(?:can|could|will) you help(?: me)?(?: out)?|(?:who|what) are you|what is your name|what(?: else)? (?:can|do) you do|what (?:can|may|should) i ask(?: you| here)?|how (?:does|do) (?:this|earmark|it|you|i use (?:this|earmark|it)) ?(?:work)?|what is (?:this|earmark)|are you (?:an? )?(?:bot|ai|human|robot|real|person|chatgpt|llm)|(?:repeat|print|reveal|show(?: me)?|tell me|give me|what (?:is|are)|ignore)(?: all)?(?: of)?(?: your| the| previous| above)* (?:system prompt|instructions|prompt))$/iu,
  ],
];

/** What a text asks about the service rather than of the record; null when a part of it asks anything else. */
export function matterOfService(question: string): ServiceMatter | null {
  const parts = question
    .split(/[.?!;,]+/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '' && !isCourtesy(part));
  const matters = parts.map(
    (part) => MATTERS.find(([, wording]) => wording.test(part.replace(/ please$/i, '')))?.[0] ?? null,
  );
  return matters.includes(null) ? null : (matters[0] ?? null);
}
