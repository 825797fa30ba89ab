import { asksInAnotherLanguage } from '#server/features/ask/read/advice/foreign.ts';
import { generalRules } from '#server/features/ask/read/advice/general.ts';
import {
  BASIS,
  ECONOMIC_SUBJECT,
  INFORMATION,
  NO_SECURITY_AFTER,
  normaliseQuestion,
  RECORD,
  REPORT_FRAMES,
  ROLE_PLAY,
  SECURITY,
  SELF,
  SOMEBODY_HERE,
  TRADE,
} from '#server/features/ask/read/advice/grammar.ts';
import { ordersAccount, ordersTrade } from '#server/features/ask/read/advice/making.ts';
import { personalRules } from '#server/features/ask/read/advice/personal.ts';
import { asksToPick } from '#server/features/ask/read/advice/picking.ts';
import type { AdviceKind, AdviceRule } from '#server/features/ask/read/advice/rule.ts';

export type AdviceReading = { readonly kind: AdviceKind; readonly clause: string };

/**
 * Finds a wording that asks us to decide a trade: buy, sell, hold, short, choose, size, or say where a price will go. Returns
 * its kind and clause, or null. It is one sign among others: `judge.ts` decides.
 */
export function readAdvice(question: string): AdviceReading | null {
  const text = normaliseQuestion(question);
  const clauses = clausesOf(text);
  for (const clause of clauses) {
    const kind = readClause(clause);
    if (kind) return { kind, clause };
  }
  return readWhole(text, clauses);
}

/** "Why" asks the record for reasons; "why not buy it" does not. */
const ASKS_WHY = /^(?:and |so |but )?why (?!not\b|(?:should|would|shall) (?:i|we|anyone|anybody|one)\b)/;

/** "What is a stop-loss": asks to explain a term, without a word of judgement. */
const DEFINES =
  /^(?:what (?:is|are) (?:meant by )?(?:an? |the term )?(?:[\w/-]+ ?){1,3}|what does (?:[\w/'"-]+ ){1,4}mean|define .{1,40})$/;
const JUDGES =
  /\b(?:good|best|better|top|right|safe|safest|fair|worth|price|target|your|my|our|cheap|next|smart|ideal|reasonable|proper|optimal)\b/;

function readClause(clause: string): AdviceKind | null {
  if (DEFINES.test(clause) && !JUDGES.test(clause)) return null;
  if (ordersTrade(clause)) return 'making';
  if (asksToPick(clause)) return 'picking';
  const frame = frameStart(clause);
  for (const rule of personalRules) {
    const at = matchOf(rule, clause);
    // Reported speech governs the words after it: "did they say I should buy".
    if (at !== null && !(frame !== null && frame < at)) return rule.kind;
  }
  if (isParticipantInTrade(clause, frame) || isPersonalMatter(clause, frame)) return 'decision';
  if (asksInAnotherLanguage(clause)) return 'decision';
  if (frame !== null || ASKS_WHY.test(clause)) return null;
  for (const rule of generalRules) if (matchOf(rule, clause) !== null) return rule.kind;
  return isBareChoice(clause) ? 'choice' : null;
}

const AND_TRADE = new RegExp(`\\b(?:and|then|or) (?:${TRADE})\\b`);

/** Whether a clause asks for knowledge alone: "what should I know before buying", but not "should I trust them and buy". */
function onlyAsksToKnow(clause: string): boolean {
  return INFORMATION.test(clause) && !AND_TRADE.test(clause);
}

const OTHERS = new RegExp(`\\b${SELF}\\b`);
const ANY_TRADE = new RegExp(`\\b${TRADE}\\b`);
/** A matter of money, and words that judge it. */
const MONEY = new RegExp(
  `\\b(?:${SECURITY}|${TRADE}|price|cash|money|savings|invest\\w*|retire\\w*|ira|401k|gains?|rally|ticker|upside|return|exposure|conviction|risk\\/reward|net worth)\\b`,
);
const NO_DECISION =
  /^(?:why|explain|who|when did|what (?:is|are|was|were) (?:the )?(?:difference|meaning)|what does|how does|how did|define)\b/;

/** Whether a clause has the asker or answerer, money, and no word of the record: then it asks for a decision, whatever its form. */
function isPersonalMatter(clause: string, frame: number | null): boolean {
  if (frame !== null || onlyAsksToKnow(clause) || RECORD.test(clause) || ordersAccount(clause)) return false;
  const own = clause.replace(LOOK_UP, ' ').trim();
  const money = MONEY.exec(own);
  if (!money || NO_SECURITY_AFTER.test(own.slice(money.index + money[0].length)) || NO_DECISION.test(own))
    return false;
  return SOMEBODY_HERE.test(own);
}

/** Words that ask the service to look something up, not to decide. */
const LOOK_UP =
  /\b(?:can|could|would|will) you (?:please )?(?:summar\w+|explain|tell (?:me|us)|show|find|list|compare|quote|give|walk|describe|look up|search|point|outline|clarify|define|remind)\b|\b(?:tell|show|find|give|remind|help|walk) (?:me|us)\b(?: understand| find| see)?/g;

/** Whether a clause has the asker or answerer and a trade, and does not ask for information. */
function isParticipantInTrade(clause: string, frame: number | null): boolean {
  if (frame !== null || onlyAsksToKnow(clause)) return false;
  const own = clause.replace(LOOK_UP, ' ');
  const trade = ANY_TRADE.exec(own);
  if (!trade || NO_SECURITY_AFTER.test(own.slice(trade.index + trade[0].length))) return false;
  if (/^(?:why|explain|what (?:is|are|does) (?!my|your|the (?:right|best)))/.test(own.trim())) return false;
  return SOMEBODY_HERE.test(own) || OTHERS.test(own);
}

const INVESTS = new RegExp(`\\b(?:${TRADE}|${SECURITY})\\b`);
const ASKS_OF_PLANS =
  /\b(?:thoughts|advice|good idea|bad idea|smart|wise|what now|opinions?|agree|too risky|yes or no|makes? sense|sounds? (?:reasonable|good|sensible|smart|crazy|right|ok(?:ay)?)|worth it|(?:am i|are we|is (?:he|she|it)|are they) (?:right|wrong|crazy|nuts))\b\W*$/;
const PLANS = new RegExp(
  `\\b(?:i|we|${SELF})\\b.{0,60}\\b(?:${TRADE})\\b|^(?:thinking|considering|planning|about) `,
);

/** What only the whole question tells: a role to play, or a holding that is told first and asked about after. */
function readWhole(text: string, clauses: readonly string[]): AdviceReading | null {
  if (clauses.some((clause) => frameStart(clause) !== null)) return null;
  const invests = INVESTS.test(text);
  if (invests && ROLE_PLAY.test(text)) return { kind: 'role_play', clause: text };
  return ASKS_OF_PLANS.test(text) && PLANS.test(text) && invests ? { kind: 'holding', clause: text } : null;
}

function matchOf(rule: AdviceRule, clause: string): number | null {
  const match = rule.pattern.exec(clause);
  if (!match) return null;
  const after = clause.slice(match.index + match[0].length);
  if (rule.about === 'act' && NO_SECURITY_AFTER.test(after)) return null;
  if (rule.about === 'price' && ECONOMIC_SUBJECT.test(match[0])) return null;
  return match.index;
}

/** The offset at which reported speech begins in a clause; null when there is none. */
function frameStart(clause: string): number | null {
  const starts = REPORT_FRAMES.flatMap((pattern) => {
    const found = pattern.exec(clause);
    return found && !isBasis(clause, found.index) ? [found.index] : [];
  });
  return starts.length > 0 ? Math.min(...starts) : null;
}

function isBasis(clause: string, at: number): boolean {
  const basis = BASIS.exec(clause);
  return basis !== null && basis.index <= at;
}

/** The sentences of a text, split where a part asks something of its own ("..., so should I buy it"). */
function clausesOf(text: string): string[] {
  return text
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1 ')
    .split(
      /[。、،؟؛]+|, ?(?=¿?(?:deberia|debo|dois[- ]je|devrais|est-ce que je|dovrei|devo|soll(?:te)? ich|moet ik)\b)|[?!;:]+(?=\s|$)|[?!;:,]+(?=[\u0080-\uffff])|\.(?=\s|$)| - |,? (?:and|so|but|then|or) (?=(?:should|shall|would|do) (?:i|we|you|my)\b|is (?:it|now|that)\b|does that mean|what (?:should|would|do) (?:i|we|you)\b|which (?:should|would)|i should|good idea)|, (?=(?:should|shall|would|do) (?:i|we|you|my|he|she)\b|what (?:should|would|do) (?:i|you|we)|which (?:one )?(?:should|would)|is (?:it|now|this) )/,
    )
    .map((part) => part?.trim() ?? '')
    .filter(Boolean);
}

/** Whether a clause is a choice between two names and nothing else: "Nvidia or AMD". */
function isBareChoice(clause: string): boolean {
  return (
    /^(?:[\w&.'-]+ ){1,3}or (?:[\w&.'-]+ ?){1,3}$/.test(clause) &&
    !/\b(?:what|who|how|why|when|which|is|are|did|does|bull|bear|case|good|bad|true|false)\b/.test(clause)
  );
}
