import { NO_SECURITY_AFTER, SECURITY } from '#server/features/ask/read/advice/grammar.ts';
import { WORTH } from '#server/features/ask/read/advice/rule.ts';

const LEAD =
  '(?:(?:so|and|ok|please|now|just|hey|then|can you|could you|would you|will you|i want you to) )*';
/** Of all that may be bought, the one to buy. */
const BEST =
  '(?:(?:single|very|absolute) )?(?:best|top(?! \\w+s\\b)|safest|strongest|smartest|most promising|number one|surest|winning)';
/** What may be bought. A company is chosen as an investment alone: "the best company" may be the best run. */
const PICK = `(?:(?:ai|tech|growth|value|dividend|bank|energy|chip|software|small-cap|crypto|podcast) )?(?:${SECURITY}|buys?|winners?|investments?|(?:company|companies|startups?) to (?:own|buy|back|invest in))`;
const ON_RECORD = '(?:mentioned|discussed|covered|named|talked about|brought up|featured|touched on)';
const TALKERS =
  "(?:(?:the|these|those|your|all|any|this week's) )?(?:podcasts?|shows?|hosts?|guests?|speakers?|episodes?|they|all-in|bg2|20vc|pivot|corpus|record)";
/** To mention is no judgement: which of those mentioned is best is for the answer to decide. "Called the best" is somebody's view. */
const AMONG = `(?:(?:that |which )?${TALKERS} (?:have |has |had |ever |all |just )*${ON_RECORD}|(?:that (?:was|were|is|are|got) |(?:was|were) )?${ON_RECORD}|among (?:those|the (?:\\w+ )?(?:${SECURITY}|companies|ideas)) .{0,20}${ON_RECORD}|(?:from|out of) ${TALKERS})`;

const BEST_AMONG = new RegExp(
  `^${LEAD}(?:(?:(?:what|which) (?:is|are|was|were|would be)|whats|name|give me|tell me|show me|find me|list|pick|i want) )?(?:the |a |me the )?${BEST} ${PICK} ${AMONG}\\b`,
);
/** "Which of the stocks mentioned is the best", "out of all that they covered, which wins", but not which somebody called the best. */
const WHICH_AMONG = new RegExp(
  `^${LEAD}(?!.*\\b(?:say|said|saying|think|thinks|thought|call|called|calls|argue[ds]?|according)\\b)(?:which (?:of|among|out of) (?:the |these |those |all (?:the )?)?(?:\\w+ )?(?:${SECURITY}|companies|ideas)|(?:out )?of (?:the |all (?:the )?|every)(?:${SECURITY}|companies|everything|thing|what|all)?) .{0,40}\\b(?:wins|(?:will|would) (?:win|(?:do|perform) (?:best|better))|(?:is|are|looks?|would be)(?: the)? (?:best|better)(?: ${PICK})?)$`,
);
/** "Which company mentioned by the guests is the best investment", "from the shows, what is the strongest buy". */
const WHICH_IS_BEST = new RegExp(
  `^${LEAD}(?:(?:which|what) (?:${SECURITY}|company|one|name) ${AMONG}.{0,30} is|(?:from|out of|of|among) ${TALKERS},? (?:what|which) (?:\\w+ )?(?:is|would be)) (?:the |a )?${BEST} ${PICK}$`,
);
/** To pick for the asker: "pick me a winner from the last episode", but not "pick out the arguments". */
const PICKS = new RegExp(
  `^${LEAD}(?:(?:pick|choose|select)(?: (?:me|us|for me))? (?:just |only )?(?:a|an|one|the(?= (?:single |one )?(?:best|top|winner)\\b)|your|two|three|five)(?: (?:single|one|few|top|best|likely|sure|winning))*|(?:name|give|tell)(?: (?:me|us))? (?:(?:a|one) (?=winner\\b)|the best)) ?(?:winners?|stocks?|etf|coin|ticker|share|investment|buy)(?=\\W*$| (?:from|out of|among|based|for (?:me|us))\\b(?! .{0,20}\\b(?:race|boom|war|contest|competition|prize|award|debate|argument)\\b))`,
);

const OPTION =
  '(?:(?:an? |some |buying |holding )?(?:(?:long|short|naked|covered|protective|otm|itm|deep|cheap|weekly|monthly|leveraged|far|out-of-the-money|married|cash-secured|january|june) )*(?:puts?|calls|call options?|put options?|puts? spreads?|call spreads?|straddles?|strangles?|iron condors?|leaps|short positions?|long positions?|collars?)(?: spreads?| options?)?)';
const JUDGED = `(?:(?:an? )?(?:\\w+ )?(?:${WORTH})|(?:an? )?(?:\\w+ )?(?:play|bet|trade|hedge|move)|attractive|too (?:risky|late)|worth .{1,20}|make(?:s)? (?:any |much )?sense|pay off|print)`;
/** "Are puts on CoreWeave sensible", "do calls on Nvidia make sense", "puts on Intel: wise". */
const OPTIONS_JUDGED = new RegExp(
  `^${LEAD}(?:(?:is|are|would|do|does|could|will) )?(?:it (?:\\w+ )?(?:to )?)?${OPTION} (?:on|in|against) (?:[\\w&.'$-]+ ){0,3}?[\\w&.'$-]+,? (?:(?:be|still|now|here|a|an|really) )*${JUDGED}(?: (?:idea|bet|play|trade|now|here|today|right now|at this price|move))*$`,
);
const REGULATION = /\bcalls? (?:for|to)\b|\bcalls? on (?:congress|regulators|the government|lawmakers)\b/;

/**
 * Whether a clause asks which of the stocks on record to prefer, or whether an option on one is sensible: to choose is to decide
 * the trade, also among what shows mentioned. What somebody called the best is research.
 */
export function asksToPick(clause: string): boolean {
  const text = clause.replace(/[?!.\s]+$/, '');
  if ([BEST_AMONG, WHICH_AMONG, WHICH_IS_BEST, PICKS].some((pattern) => pattern.test(text))) return true;
  const judged = OPTIONS_JUDGED.exec(text);
  return judged !== null && !REGULATION.test(text) && !NO_SECURITY_AFTER.test(text.slice(judged[0].length));
}
