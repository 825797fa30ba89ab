import { asksWhatAired } from '#server/features/ask/read/advice/aired.ts';
import { tellsInAnotherLanguage } from '#server/features/ask/read/advice/foreign.ts';
import {
  normaliseQuestion,
  PRICE_OF_GOODS,
  SECURITY,
  SHARE_OF_QUANTITY,
  SOMEBODY_HERE,
  TRADE,
} from '#server/features/ask/read/advice/grammar.ts';
import { WORTH } from '#server/features/ask/read/advice/rule.ts';
import { anyWording } from '#server/features/ask/read/advice/wordings.ts';

/**
 * Whether the form of a text alone makes it no trade decision: it asks in another language what was said, what goods cost, a
 * part of a quantity, what aired, for a fact of a valuation or an effect, or it is a topic and no sentence. Only of texts without
 * a wording of advice. `beyond`: how sure the model is of a trade decision, in log-odds; a mere topic does not overrule a sure one.
 */
export function isResearchByForm(question: string, beyond: number): boolean {
  const text = normaliseQuestion(question).replace(/[?!.\s]+$/, '');
  if (PRICE_OF_GOODS.test(text) || SHARE_OF_QUANTITY.test(text)) return true;
  if (tellsInAnotherLanguage(text) || asksWhatAired(text)) return true;
  if (!SOMEBODY_HERE.test(text) && FACTS.some((fact) => fact.test(text))) return true;
  return beyond < SURE_OF_TRADE && isTopicPhrase(question, text);
}

const FACTS: readonly RegExp[] = [
  // "What multiple does Adobe trade at": a fact, where what it deserves is a verdict.
  /^(?:and |so )?(?:what|which) (?:\w+ ){0,2}?(?:multiples?|valuations?|p\/?es?)(?: of \w+)? (?:do|does|did|is|are|was|were) .{1,40}\b(?:trad(?:e|es|ing) (?:at|on|for)|valued at)$/,
  // "Is that good or bad for Meta": what something does to a company.
  /^(?:and |so |but )?(?:is|are|was|were|would) (?:that|this|it|these|those|they) (?:be )?(?:good|bad|better|worse|positive|negative)(?: news)? or (?:good|bad|better|worse|positive|negative)(?: news)? for (?!an? |.*\b(?:investors?|holders?|stocks?|shares?|portfolios?|investments?|than)\b)/,
  // "What would Uber be worth with Travis Kalanick": what a change of a company does to it, at no time ahead.
  /^(?:and |so )?what would .{1,40} be worth with(?:out)? (?!.*\b(?:20\d\d|next|tomorrow|months?|years?|splits?|shares?|stocks?)\b)/,
  // "How many stocks compound at that rate".
  /^(?:and |so )?how many (?:stocks|shares|funds|companies) (?!should|do|does|can|could|will|would|might|is|are|to|of|for|in|per)/,
];

/** Words that make a sentence of a phrase, judge what it names, or look ahead in time. */
const MORE_THAN_TOPIC = new RegExp(
  `\\b(?:what|how|why|who|which|when|where|whether|is|are|was|were|be|do|does|did|will|would|can|could|should|has|have|or|if|any|too|as an?|for an?|going|best|top|cheap|hot|undervalued|overvalued|valued|fair|fairly|strong|strongest|now|today|tomorrow|next|soon|ahead|forecasts?|predictions?|outlook|targets?|allocation|20\\d\\d|\\d+[xk]|by the end|year end|stocks|shares|coins|etfs|funds|bonds|investments|plays|picks|bets|tips|trades?|gems|sectors|ideas|entry|exit|position|exposure|upside(?! cases?\\b)|portfolio|watchlist|candidates|price(?! (?:wars?|increases?|hikes?|cuts?|of an?)\\b)|puts?|(?<!earnings )calls?|leaps|bottom|dips?|multibaggers?|bargains?|names|caps?|years?|retirement|401k|ira|${TRADE}|${WORTH}|${anyWording('make')})\\b`,
);
/** Beyond this the model is seldom wrong that a phrase asks for a trade. */
const SURE_OF_TRADE = 2.6;
/** More words than these are seldom a topic. */
const LONGEST_TOPIC = 8;

/**
 * Whether a text only names a topic ("Groq deal for $20bn"): a few words without a verb, a verdict, a mark of asking or
 * somebody here. A security alone, or two, may be a choice.
 */
function isTopicPhrase(question: string, text: string): boolean {
  if (/[?!:;.,](?:\s|$)/.test(question.trim()) || SOMEBODY_HERE.test(text)) return false;
  const words = text.split(' ');
  if (words.length < 2 || words.length > LONGEST_TOPIC || MORE_THAN_TOPIC.test(text)) return false;
  return !words.every((word) => NOTHING_BUT_SECURITIES.test(word));
}

const NOTHING_BUT_SECURITIES = new RegExp(`^(?:${SECURITY}|vs|versus|and|price|long|short)$`);
