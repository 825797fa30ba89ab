import { ANYONE, SELF, SOMEBODY_HERE } from '#server/features/ask/read/advice/grammar.ts';
import { anyWording } from '#server/features/ask/read/advice/wordings.ts';

/** Who acts: a name, or a kind of company or authority, but nobody who trades for themselves. */
const COMPANY = `(?:(?!(?:${SELF}|${ANYONE}|you|it|this|that|there|to|be|experts?|employees|pensioners|person|stocks?|\\d[\\w-]*)\\b)[\\w&.'-]+ ){1,4}?`;
const UNTIL_DEAL = '(?:(?:try (?:\\w+ )?to|have|ever|still|stop|keep|also) )*';
/** What companies do with each other, with their own shares and for money. */
const DEAL = anyWording('deal');

const ASKS_OF_DEAL: readonly RegExp[] = [
  new RegExp(`\\b(?:should|would|will|could|might|let) ${COMPANY}${UNTIL_DEAL}${DEAL}\\b`),
  new RegExp(
    `\\b(?:is|are|was|were) ${COMPANY}(?:about|going|likely|planning|ready|trying) to ${UNTIL_DEAL}${DEAL}\\b`,
  ),
  new RegExp(`\\bfor ${COMPANY}to ${DEAL}\\b`),
  new RegExp(`\\b(?:who|which (?:\\w+ ){0,3}?company) (?:should|would|will|could|might|can) ${DEAL}\\b`),
];

/** Whether a question asks what a company may do: buy another, buy back its shares, raise money, go public. */
export function asksOfCompanyDeal(text: string): boolean {
  return !SOMEBODY_HERE.test(text) && ASKS_OF_DEAL.some((pattern) => pattern.test(text));
}

const ASKS_WHAT_MAKES_WORTH =
  /^(?:so |and )?(?:why|how|what) (?!much\b).{0,60}\b(?:worth|valuation)\b(?!.{0,20}\b(?:buying|owning|holding|it|a|per)\b(?! (?:hundred|billion|trillion)))/;

/** Whether a question asks for what gives a company its value: "what would make Anthropic worth a trillion". */
export function asksWhatMakesWorth(text: string): boolean {
  return !SOMEBODY_HERE.test(text) && ASKS_WHAT_MAKES_WORTH.test(text);
}
