/** Whether a sentence takes back what was said before it. Pure. */

const TURNS =
  '(?:(?:and|but|so|well|now|yeah|no|look|you know|actually|honestly|frankly|of course|however),? )*';
/** "Overdone", "an overreaction", "not true". */
const UNTRUE =
  '(?:\\w+ )?(?:over-?reaction|overdone|overblown|overstated|exaggerated|(?:a )?mistake|(?:mistaken|wrong|nonsense|bullshit|false|silly|ridiculous|fake)\\b(?! for)|(?:a )?myth|not (?:true|right|the case|correct|how (?:it|this|that|they)|what (?:happen|i)))';
/** "I don't think so", "I don't buy that". */
const DENIES =
  "i (?:\\w+ )?(?:don't|do not) (?:\\w+ )?(?:think so|think (?:that|this|it)(?:'s| is)|agree|(?:buy|believe) (?:it|that|this))|i (?:\\w+ )?disagree";
/** "But that's not this decade". */
const SETS_ASIDE = "but (?:that|this|it)(?:'s| is) not (?!just\\b|only\\b|quite\\b)";
/** "I think this is 100% overreaction". */
const CALLS_UNTRUE = `(?:(?:i|we) (?:\\w+ )?think )?(?:that|this|it|they|which|those)(?:'s|'re| is| was| are| were)(?: just| simply| clearly| totally| completely| absolutely| an?| all| pure| obviously| of course| 100 ?%| a little bit)* ${UNTRUE}`;
const TAKES_BACK = new RegExp(`^${TURNS}(?:${DENIES}|${SETS_ASIDE}|${CALLS_UNTRUE})`, 'i');

/** Whether `next`, the sentence after a statement, says that the statement does not hold: "But that's not what happened". */
export function takesBack(next: string): boolean {
  return TAKES_BACK.test(next.replaceAll('’', "'"));
}
