import { anyOf } from '#server/language/pattern.ts';
import { isQuestion, modalityOf } from '#server/language/speech/modality.ts';
import { takesBack } from '#server/language/speech/taken-back.ts';

/** Whose statement the words of a transcript are. Pure. */

const LEAD_IN =
  '(?:(?:and|but|so|well|now|then|okay|ok|yeah|yes|right|look|i mean|you know|i guess|because|or|all right),? )*';
/** "Do you think", "is there", "why would": word order of a question. The list leaves out what also opens a condition ("had they"). */
const ASKS_BY_ORDER = new RegExp(
  `^${LEAD_IN}(?:(?:do|does|did|is|are|was|have|has|would|could|will|can|isn['’]t|aren['’]t|don['’]t|doesn['’]t|didn['’]t) (?:you|they|he|she|it|we|i|there|this|that|these|those|the|anybody|anyone|people|\\p{Lu}[\\p{L}'’]+)\\b|(?:why|where|how(?: (?:much|many|long|big|far|often|soon))?|who|when) (?:do|does|did|is|are|would|should|can|could|will)\\b|what (?:do|does|did|would|should|can|could|will|about|if)\\b)`,
  'u',
);
/** "What do you think", "and if so why", "I'm curious", "walk us through". */
const ASKS =
  /\b(?:do you (?:guys )?(?:think|feel|believe|see|expect|worry|agree|buy)|(?:what|how) (?:do|would|did) you|what['’]s your|if so,? (?:why|how|what|when)|i(?:['’]m| am) (?:just |really |very )?curious|i wonder|(?:tell|walk) (?:me|us)|talk to (?:me|us)|talk (?:a (?:little )?bit )?about (?:how|why|what)|(?:can|could|would) you (?:\w+ )?(?:talk|explain|tell|walk|share|describe|give|help|speak|unpack|comment)|(?:so|and) (?:you think|you['’]re saying)|my question)\b/i;

/** "He asks whether we think": somebody's question, told from its beginning. */
const TELLS_ASKED = new RegExp(
  `^${LEAD_IN}(?:[\\p{L}'’-]+ ){1,3}(?:asks?|asked|wonders?|wondered) (?:(?:us|me|him|her|them) )?(?:whether|if|what|why|how|who|when)\\b`,
  'iu',
);

/** Whether words put a question to somebody, with or without its mark: a question is nobody's statement. */
export function putsQuestion(words: string): boolean {
  const opened = words.charAt(0).toLowerCase() + words.slice(1);
  return isQuestion(words) || ASKS.test(words) || ASKS_BY_ORDER.test(opened) || TELLS_ASKED.test(opened);
}

const PEOPLE =
  '(?:people|folks|everyone|everybody|critics|s[ck]eptics|bears|bulls|doomers|pundits|commentators|wall street|the (?:market|markets|street|media|press|consensus|crowd|public|bears|bulls|critics|s[ck]eptics)|(?:some|many|most|other|a lot of|lots of|plenty of) (?:\\w+ )?(?:people|folks|investors|analysts|commentators)|some|others|many)';
const HOLD =
  '(?:say|says|said|saying|thinks?|thinking|thought|believes?|believed|assumes?|assumed|argues?|argued|arguing|claims?|claimed|claiming|fears?|feared|decided|concluded|convinced|predicts?|predicted|predicting|(?:made|makes?|making) (?:this|that|the|a) (?:case|argument|point|claim))';
/** "The market has decided that", "they were making this case". */
const OTHERS_HOLD = new RegExp(
  `\\b(?:${PEOPLE}|(?<=\\b)they(?=(?:['’]re| were| are| \\w+ were| have been)? (?:\\w+ )?(?:made|making|arguing|claiming|predicting)\\b))(?:['’](?:s|re|ve)| (?:is|are|was|were|has|have|had|will|would|all|just|always|often|used to|clearly|like to|love to))* ?(?:\\w+ly )?${HOLD}\\b`,
  'i',
);
/** "The idea that", "a misconception is that", "conventional wisdom". */
const NOTION =
  /\b(?:the|this|that|a|one) (?:\w+ ){0,2}(?:idea|notion|narrative|myth|misconception|perception|conventional wisdom|thinking|mantra)(?: (?:that (?:a lot of|many|most|some|lots of) (?:people|folks|investors) (?:have|had|believe))?,? ?(?:is|was|has been|out there is)? ?(?:that|was|is))\b|\b(?:a|the|another|common|big) (?:common |big |popular )?(?:misconception|myth)\b|\b(?:growing|common|widespread|general|prevailing) (?:belief|view|sense|fear|consensus|feeling)\b|\bconventional wisdom\b|\bthe (?:argument|theory|claim) (?:is|was|goes|that)\b/i;
const OTHERS_VIEW = new RegExp(anyOf(OTHERS_HOLD, NOTION), 'i');

/** "He basically said", "Jensen told us": words of somebody else, told from their beginning. */
const TELLS_SAID =
  '(?:(?:has|have|had|kind of|sort of|just|also|even|then|always|once|\\w+ly) )*(?:(?:said|says|argues|argued|claims|claimed|thinks|thought|believes|believed|predicts|predicted)\\b|(?:told|tells) (?:me|us|him|her|them|everybody|everyone|people)\\b|(?:has|have) been (?:saying|arguing|claiming)\\b)';
/** "Elon Musk is very bullish on": how somebody else leans. */
const LEANS =
  "(?:['’]s|['’]re| is| are| was| were)(?: (?:\\w+ly|very|so|super|really|still|also|more|quite|pretty|a bit|kind of|sort of))* (?:bullish|bearish|optimistic|pessimistic|positive|negative|s[ck]eptical|long|short|worried|excited|a (?:big |huge )?(?:fan|believer))\\b";
const REPORTS = new RegExp(
  `^${LEAD_IN}(?:(?:[Hh]e|[Ss]he|[Tt]hey|(?!(?:I|We|You|It|This|That|The|There|What)\\b)\\p{Lu}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*){1,2}),? ${TELLS_SAID}|(?:[Hh]e|[Ss]he|\\p{Lu}[\\p{L}-]* \\p{Lu}[\\p{L}-]*)${LEANS})`,
  'u',
);

/** Whether words tell from their beginning what somebody else said or holds: no evidence of the speaker's own view. */
export function reportsOthers(words: string): boolean {
  return REPORTS.test(words.charAt(0).toLowerCase() + words.slice(1)) || REPORTS.test(words);
}

const TURNS =
  '(?:(?:and|but|so|well|now|yeah|no|look|you know|actually|honestly|frankly|of course|however),? )*';
/**
 * Whether words tell what others hold ("the market has decided that"), or the sentence after them takes them back: no
 * evidence of what the speaker says.
 */
export function isOthersView(words: string, next: string | undefined): boolean {
  return OTHERS_VIEW.test(words) || (next !== undefined && takesBack(next));
}

/** "Dario has been arguing that", "what the founder said is". */
const ATTRIBUTED =
  /\b(?:he|she|they|who|it|founders?|ceos?|\p{Lu}\p{Ll}+),?(?:['’]s)? (?:[\p{L}'’]+,? ){0,3}?(?:said|says|saying|argu\p{L}+|claim(?:s|ed|ing)?|point(?:s|ed|ing) out|thinks?|believes?|told|wrote|tweeted|pitch\p{L}*)\b|(?<!\b(?:I|we) )\b(?:has been|have been|is|are|was|were) (?:arguing|saying|claiming|warning)\b|\b(?:this|the) notion\b/u;

/** Whether words are a claim of the speaker's own: no question, supposition, joke or news, and nobody else's words. */
export function isOwnClaim(words: string): boolean {
  return modalityOf(words) === 'claim' && !OTHERS_VIEW.test(words) && !ATTRIBUTED.test(words);
}

/** Opens what the speaker says to what others hold. */
const REPLIES = new RegExp(
  `^${TURNS}(?:i (?:\\w+ )?(?:think|believe|disagree|don['’]t|do not|would)|(?:they|it|that|this)(?:['’]s|['’]re| is| are) |(?:in fact|actually|the (?:truth|reality))\\b)`,
  'i',
);

/** Whether a sentence answers one that tells what others hold, so that both together are what the speaker says. */
export function repliesTo(line: string, next: string): boolean {
  return OTHERS_VIEW.test(line) && !OTHERS_VIEW.test(next) && (takesBack(next) || REPLIES.test(next));
}
