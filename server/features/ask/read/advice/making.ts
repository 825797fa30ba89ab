import { NO_SECURITY_AFTER } from '#server/features/ask/read/advice/grammar.ts';
import { anyWording } from '#server/features/ask/read/advice/wordings.ts';

const LEAD = `(?:${anyWording('lead')},? )*`;
/** An order to make something, up to the noun for what is made. */
const ORDER = new RegExp(
  `^${LEAD}(?:${anyWording('make')}|(?:i|we) (?:need|want|would like|am looking for|are looking for)|(?:turn|convert|transform|translate) (?:[\\w'-]+ ){1,5}?into) `,
);
/** Words before something that does not exist yet: "a plan", "my plan", "plans", but not "the plan" or "Intel's plan". */
const NEW = '(?:(?:me|us|for me|for us|a|an|another|my|our|some|one|new|out)\\b ?)*';
/** Words that describe the noun. A preposition ends them: in "a summary of plans" the summary is what is made. */
const KIND = '(?:(?!(?:the|of|on|about|for|in|to|from|with|by|that|which|who|how) )[\\w&$%/.,-]+ ){0,5}?';
/** Ends the noun, so that no other noun follows: not "a portfolio overview". */
const ENDS =
  '(?=\\W*$|[,.:)]| (?:for|of|to|with|from|that|which|in|into|on|over|around|using|based|out|by|and|or|at|before|after|against|between|across|until|till|through|during|so|please|now|today|this|next|where|as|per|under|when|if|given|like|\\w+ed|\\w+ing|built|made|gradually|slowly|each|every|monthly|weekly|i|we|my|\\d))';
/** Not what the record tells of somebody: "that guests described", "used by Buffett". */
const TOLD = `(?!(?: (?!(?:from|using|based|out|of)\\b)[\\w'&.-]+){0,4}? (?:${anyWording('report-verbs')}|used|made|held|owned|followed|runs?|ran|has|had|according)\\b)`;

const MADE = new RegExp(
  `^${NEW}${KIND}(?:${anyWording('decision')}${ENDS}|${anyWording('purpose')}\\b)${TOLD}`,
);
/** "Recommend bank stocks that gain when rates rise": which ones is the decision. */
const RECOMMENDED = new RegExp(
  `^${LEAD}(?:recommend|suggest)(?: (?:me|us))? ${NEW}${KIND}${anyWording('security')}${ENDS}${TOLD}`,
);
const ASKED_FOR = /\b(?:please|for me|for us)\W*$/;

/** A plan asked for without that noun: "plan my entry into uranium", "work out how to split 20,000". */
const PLANNED = new RegExp(
  `^${LEAD}(?:(?:plan(?: out)?|schedule|time|stage|pace) (?:(?:my|our|a|an|some|the) )?(?:[\\w-]+ )?(?:entr(?:y|ies)|exits?|sales?|purchases?|buys|trades|positions?|investments?)|(?:build|start|scale|add)(?: up| to)? (?:a|my|our) (?:[\\w-]+ )?position|(?:work out|figure out|plan|calculate) how (?:to|i should|we should) (?:split|divide|spread|invest|allocate|deploy|hedge|buy|sell))\\b`,
);

/**
 * Whether a clause orders a plan, a portfolio or a list to buy from, since to make it is to decide the trade. A summary, table
 * or timeline of what was said on them is research. The noun that the verb governs tells.
 */
export function ordersTrade(clause: string): boolean {
  if (RECOMMENDED.test(clause)) return true;
  const made = madeIn(clause);
  if (made !== null && MADE.test(made)) return true;
  if (ASKED_FOR.test(clause) && MADE.test(clause)) return true;
  const planned = PLANNED.exec(clause);
  return planned !== null && !NO_SECURITY_AFTER.test(clause.slice(planned[0].length));
}

const ACCOUNT = new RegExp(`^${NEW}(?:the )?${KIND}${anyWording('account')}${ENDS}`);
/** Something that exists already: "Intel's plan", "the strategy that Costco uses". */
const THEIRS = new RegExp(
  `^(?:the ${anyWording('plan')} (?:that|which|of|${anyWording('report-verbs')})|(?:[\\w&.-]+ ){0,3}?[\\w&.-]+'s? (?:[\\w-]+ ){0,2}?(?:${anyWording('plan')}|portfolio))\\b`,
);

/** Whether a text orders an account of what was said or exists. No more than a sign of research: "a table of the best stocks" is one, too. */
export function ordersAccount(text: string): boolean {
  const made = madeIn(text);
  return made !== null && (ACCOUNT.test(made) || THEIRS.test(made));
}

function madeIn(clause: string): string | null {
  const order = ORDER.exec(clause);
  return order && clause.slice(order[0].length);
}
