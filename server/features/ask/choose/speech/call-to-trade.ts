const TRADES =
  '(?:buy|sell|short|hold|trade|invest(?: in)?|own|accumulate|load up on|scoop up|get (?:some|into|in on|out of)|pick up|put (?:some |your |all )?(?:\\w+ )?money in(?:to)?|dump)';
/** Up to four words between the listeners and the trade. */
const FEW = "(?:[\\w'’-]+ ){0,4}?";
const SECURITY = '(?:tokens?|coins?|crypto|shares?|stocks?|etfs?|calls|puts|bonds|a position|the dip)';
const LISTENERS =
  '(?:you(?: guys| all)?|everyone|everybody|anyone|people|folks|listeners|investors|viewers|one)';

const CALLS = new RegExp(
  [
    `\\byou(?: guys| all)? (?:should|must|got to|gotta|may want to|might want to|ought to|['’]d better) (?:\\w+ )?(?:go (?:out )?and |go )?${TRADES}\\b`,
    `\\byou(?: guys| all)? (?:can|could|need to|have to|want to|wanna) (?:\\w+ )?${TRADES} ${FEW}${SECURITY}\\b`,
    `\\b(?:everyone|everybody|people|folks|listeners|investors|viewers) (?:should|must|need to|have to|ought to) (?:\\w+ )?${TRADES}\\b`,
    `\\b(?:encourage|urge|advise|recommend|suggest|tell) (?:that )?${LISTENERS} ${FEW}(?:to )?(?:sign up|${TRADES})\\b`,
    `\\b(?:i|we)(?:['’]d| would)? (?:strongly |highly |really )?(?:recommend|suggest|advise) (?:you )?(?:buying|selling|shorting|owning|holding|investing)\\b`,
    `\\bgo ahead and ${TRADES}\\b|\\b(?:go|run) (?:out )?(?:and )?buy\\b`,
    `(?:^|[.;:!] |\\b(?:so|and|just|please) )(?:just )?(?:buy|sell|short) (?:some |the |more |your )?(?!\\w+ing\\b)[\\w$]+ (?:now|today|before|while|here)\\b`,
    '\\b(?:promo|discount|referral|affiliate|coupon) (?:code|link)s?\\b|\\buse (?:the |my |our )?code\\b|\\bsign up (?:for|at|with|on) (?:a |an |the |our )?(?:\\w+ )?(?:crypto|wallet|brokerage|exchange|trading)\\b',
  ].join('|'),
  'i',
);

/**
 * Whether words call on listeners to trade, or tell them where: "you can go ahead and buy tokens from there". What a speaker
 * does or would do is no such call. A call is no evidence (docs/contract.md, What the service does 8).
 */
export function callsToTrade(words: string): boolean {
  return CALLS.test(words);
}
