/**
 * What speakers say of a business or asset when they praise or fault it. Each line is a pattern of whole words; `~`
 * ends a stem ("outperform~" = outperforms, outperforming). `strong` words count double.
 * Words of price moves and generic politeness are kept apart because they rarely carry a view.
 */
type Entries = { readonly strong: string; readonly plain: string };

export const PRAISE: Entries = {
  strong: `
bullish|long on|going long|i'?m long|we'?re long|overweight|a buyer|i own|i'?d buy|i would buy|would be buying|i'?m buying|buy the dip|top pick|favou?rite (stock|company|position|name|business|investment|idea)|best (company|business|stock|investment|position~|product|in class|in the world|risk reward|model|models|run|performing)
undervalued|underpriced|mispriced to the upside|under ?appreciated|underrated|too cheap|dirt cheap|really cheap|very cheap|bargain|no[- ]brainer|screaming buy|cheap (stock|relative|compared|for what)|attractive (valuation|price|entry|multiple)|reasonably priced|margin of safety|asymmetric (upside|bet)|more upside|huge upside|massive upside|a lot of upside
outperform~|dominat~|dominant|winner|winners|winning|wins|win the|won the|gonna win|going to win|will win|crush~|crushing it|killing it|on fire|firing on all cylinders|unstoppable|unbeatable|monopoly|duopoly|moat|moats|defensib~|durable|durability|compounder|competitive advantage~|structural advantage|cost advantage|pricing power|network effect~|flywheel|switching costs?|lock[- ]in|stick(y|iness)|barrier~ to entry|hold all the cards|holds? the cards|in the driver'?s seat|catbird seat|best positioned|well[- ]positioned|well[- ]established|perfectly positioned|uniquely positioned
explosive growth|fastest[- ]growing|growing (like crazy|so fast|very fast|really fast|rapidly|incredibly)|hyper ?growth|skyrocket~|explod(e|es|ed|ing)|parabolic|through the roof|off the charts|massive growth|incredible (company|business|product|growth|ramp|model|team|run|execution)|amazing (company|business|product|growth|team|run)|great (company|business|product|franchise|investment|stock|asset|bet)|extraordinary (company|business|product|growth)|phenomenal|generational|iconic|legendary|once in a (generation|lifetime)|game[- ]chang~|massive (opportunity|market|tam|advantage|payoff|tailwind)|huge (opportunity|market|tam|advantage|payoff|tailwind|win)|big (opportunity|winner|payoff|market)|enormous (opportunity|market|value|demand|advantage)|supercycle|bull (market|case)|buying frenzy|pent[- ]up demand|insatiable|sold out|kicking ass|kicked .{0,20} ass|beat~ everyone|ahead of (everyone|the|their|its)|huge advantage
most (valuable|important|powerful|successful|dominant|profitable) compan~|trillion[- ]dollar (company|opportunity|business)|could be bigger|bigger than (anything|we|ever|people)|very big company|huge company|pay off big|going to pay off|massive payoff|dramatically better|far better|so much better|far superior|so powerful
`,
  plain: `
good|great|strong|stronger|strongest|strength~|excellent|amazing|incredible|incredibly|impressive|fantastic|awesome|brilliant|outstanding|remarkable|terrific|superior|world[- ]class|premier|leading|leader|leaders|best|better|love|loved|loves|excited|exciting|confident|optimis~|promising|attractive|compelling|beautiful|smart|genius|powerful|robust|resilient|healthy|solid|stable|safe|safer|trusted
grow|grows|growing|growth|grew|ramp|ramping|ramped|accelerat~|inflect~|expand~|expansion|scal(e|ed|ing) (fast|quickly|up|incredibly|massively)|increas(e|es|ed|ing) (margin~|revenue~|price~|demand)|ris(e|es|ing)|rose|soar~|surg(e|es|ed|ing)|jump(ed|s)|rall(y|ied|ying)|record (revenue|profit|high|quarter|year|results)|all[- ]time high|up (and to the right|big|a lot|\\d+ ?(%|percent|x))|doubl(e|ed|ing)|tripl(e|ed|ing)|(\\d+)x\\b|beat (expectations|estimates|earnings|the street)|raised guidance
profitable|profitab~|cash flow~|free cash flow|high[- ]margin|gross margin~ (of|above|are|go|expand)|margins? (go|going|expand~|improv~|up)|real revenue|real business~|cash (cow|generative)|printing (money|cash)|make~ (a lot of |so much |more )?money|accretive|capital efficient|buyback~|fortress balance sheet|low burn|cheap|cheaper
opportunit(y|ies)|upside|tailwind~|potential|demand (is|for|was|outstrips)|adoption|valuable|advantage~|benefit~|beneficiar~|innovat~|breakthrough~|revolution~|transform~|unlock~|differentiated|unique|ambitious|essential|indispensable|mission[- ]critical|must[- ]have|important|success~|succeed~|thriv(e|ed|es|ing)|flourish~|surviv(e|es|ed)|comeback|rebound~|recover~|turnaround|resurgen~|bounce back|momentum|traction|product[- ]market fit|works? (really |incredibly |actually )?well|worked (really |incredibly )?well|working|paid off|pays? off|payoff|progress|improv~|efficien~|take~ share|taking share|gain~ share|market share|market leader|number one|first mover|buy|buying|bought (the|more)|invested|investing in|backed|back every|believe in|bet on|betting on|a fan of|impressed|underestimat~|deserv~|big deal|big coup|respected|visionary|execut(ed|ing|ion)|deliver(s|ed|ing)|the future|in this game|seems? good|doing (really |very |super |incredibly |extremely )?well|did (really |very )?well|secure(d|s)|locked up|raising prices?|price increases?|renaissance|golden age|boom~|real (value|demand|utility)|enables?|no competition|unprecedented|extraordinar~|justification|abundan~|democrati~
`,
};

export const FAULT: Entries = {
  strong: `
bearish|short the|shorting|i'?m short|we'?re short|go short|underweight|a seller|i'?d sell|i would sell|sell (it|the stock|your|everything)|selling (it|my|our|all|the stock)|avoid|stay away|wouldn'?t (touch|own|buy|invest)|would not (touch|own|buy|invest)|uninvestable|zero interest in
overvalued|over ?priced|over ?hyped|overrated|bubble~|too expensive|very expensive|insane(ly)? (valuation|priced|expensive)|crazy (valuation|valuations|price|prices|multiple)|ahead of themselves|ahead of (itself|fundamentals)|priced for perfection|priced in|frothy|froth|ponzi|scam~|fraud~|house of cards|ticking time bomb|accident waiting|value trap|cheap for a reason|dead money|falling knife|not worth|hard to justify|destroy~ (returns|value)
bankrupt~|insolven~|going under|go to zero|going to zero|worthless|wiped out|collaps~|implod~|crash(es|ed|ing)?|crater~|tank(s|ed|ing)?|plummet~|plung~|nosedive|melt ?down|death spiral|toast|dead|doomed|screwed|sunk|is over|game over|dying|die|dies|obsolete|irrelevant|left behind|losing|loses|lost (the|its|their|this|market)|loser|losers|killed|disaster|catastroph~|debacle|train ?wreck|dumpster fire|garbage|terrible|horrible|awful|worst|disgrace~|pathetic|embarrass~|broken|sucks|sucked|stupid|bullshit|existential|crisis|code red|panick~|panic|no moat|no (competitive )?advantage|don'?t have a (moat|cost advantage)|commodit~|disintermediat~|cannibali[sz]~|race to the bottom|bear (market|case)|structural(ly)? (decline|challenged)|secular decline|in (serious |big |deep )?trouble|under siege|slit (their|your) throat|no soul|ripped out
`,
  plain: `
bad|worse|weak|weaker|weakness~|poor|poorly|ugly|negative|disappoint~|underperform~|underwhelm~|mediocre|struggl~|suffer~|fail|fails|failed|failing|failure~|miss(ed|es)? (the|earnings|estimates|out|expectations|that|number|it)|stumbl~|screwed up|mess|messy|hurt|hurts|hurting|harm~|damag~|painful|pain|tough|tougher|hard(er)? (to|business)|difficult|difficulty|challeng~|headwind~|slow(s|ed|ing|er|down)?|decelerat~|stagnat~|stalled|declin~|decreas~|drop(s|ped|ping)?|fall(s|ing)?|fell|slid|shrink~|shrank|contract(ing|ion)|erod~|deteriorat~|cut(s|ting)? (guidance|jobs|forecast|demand)|layoff~|laid off|down (\\d+ ?%|\\d+ percent|big|a lot|from)|lower than|loss|losses|los(e|ing) (money|share|customers|talent)|burn(s|ing|ed)? (cash|through|money|rate)?|unprofitable|gross margin negative|low(er)? margin~|margin (pressure|compression)|margins? (compress~|fall~|shrink~)|debt|leverage~ (up|too)|over ?levered|levered|covenants?|tapped out|dilut~|expensive|overpaid|overpay~|pricey|rich(ly)? valued
risk|risks|riskier|riskiest|risky|danger~|threat~|threaten~|disrupt(ed|s|ing)?|vulnerab~|fragil~|expos(ed|ure)|uncertain~|skeptic~|sceptic~|doubt~|concern~|worr(y|ied|ies|ying)|nervous|scared|scary|fear~|anxious|afraid|problem~|issue~|trouble~|liabilit(y|ies)|lawsuit~|sued|suing|litigation|antitrust|investigat~|regulat(ory|ion) (risk|capture|pressure|overhang)|probe|scandal~|fined|ban|banned|blow~ up|backlash|controvers~|boycott~|distrust|lost (this )?(fundamental )?trust|betray~|compet(e|es|ing) (with|against)|competition (is|from)|competitors? (is|are|can|will)|squeez~|pressure(d|s)?|constrain~|bottleneck~|shortage~|delay~|stuck|behind|lag(s|ged|ging)?|late to|overhang|hype|hyped|fud|turmoil|hand-?wringing|reeling|leaving|exodus|departures?|quit|churn(s|ed|ing)?|peak(ed)?|saturat~|distract~|confus~|unclear|no clarity|questionable|not sure|don'?t know (if|whether|how)|lack~|missing|unable|impossible|unrealistic|unsustainable|can'?t (compete|scale|win|charge|raise|make|afford|justify|grow|flex)|don'?t have (the|a|any|enough)|doesn'?t (work|have|make sense)|not working|no longer|milk(ed|ing)|incremental|complacen~|bloat~|slogging|shut(ting)? down|unwind~|wind(ing)? down|abandon~|dependen(t|ce|cy)|beholden|concentrated|concentration|correction|recession|downturn|sell[- ]?off|wrong|mistake~|regret~|overestimat~|crushed|hate|hated|junk|crap|crappy|slop|annoying|frustrat~|dismiss~|taxed?|tax them|inflated|misaligned|ineffici~|conservative|conundrum|significant event|hangover|glut|oversuppl~|overbuil~|overcapacity|stranded|write[- ]?down~|impair~|default~|junk
`,
};

/** A subject that does this gains and its object loses: "Anthropic kicked OpenAI's ass", "AMD takes share from Intel". */
export const BEATS =
  "beats?|beating|beaten|crush(?:es|ed|ing)?|kill(?:s|ed|ing)?|destroy(?:s|ed|ing)?|kick(?:s|ed|ing)? .{0,25}ass|outperform(?:s|ed|ing)?|outcompet(?:e|es|ed|ing)|disrupt(?:s|ed|ing)?|displac(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|eat(?:s|ing)?|ate|threaten(?:s|ed|ing)?|leapfrog(?:s|ged|ging)?|overtak(?:e|es|ing)|overtook|surpass(?:es|ed|ing)?|tak(?:e|es|ing) (?:market )?share from|took (?:market )?share from|win(?:s|ning)? (?:over|against)|ahead of|better than|superior to|cheaper than|faster than|stronger than|prefer(?:s|red)? .{0,20} (?:over|to)|over";

/** Turns praise or fault round when it stands up to four words before it in the same clause. */
export const NEGATORS =
  /\b(not|n't|no|never|without|hardly|barely|neither|nor|nobody|nothing|none|isn'?t|aren'?t|wasn'?t|weren'?t|don'?t|doesn'?t|didn'?t|won'?t|wouldn'?t|can'?t|cannot|couldn'?t|shouldn'?t|ain'?t|far from|lack of|less|stop(?:ped)?|seriously foolish to|foolish to|unlikely)\b/i;
/** Praise that is the fault's absence, and "cannot fail" forms the window above gets wrong. */
export const NOT_NEGATORS = /\b(not only|not just|not merely|no doubt|no question|no wonder|can'?t wait|not to mention|nothing but|why not|whether or not|no matter)\b/gi;

/** Where a sentence turns from one side to the other. */
export const CONTRAST = /\b(but|however|although|though|yet|whereas|while|except|despite|notwithstanding|on the other hand|that said|having said that|having said|even though|nevertheless|still,|instead|unlike|versus|vs\.?|compared (?:to|with)|the downside|the upside|the flip side)\b/i;

function compile(entries: string): RegExp {
  const parts = entries
    .trim()
    .split(/[|\n](?![^(]*\))/)
    .filter((part) => part.length > 0)
    .map((part) => part.replace(/~/g, "[\\w'-]*").replace(/ /g, '[ -]+'));
  return new RegExp(`(?<![\\w$])(?:${parts.join('|')})(?![\\w])`, 'gi');
}

export const STRONG_PRAISE = compile(PRAISE.strong);
export const PLAIN_PRAISE = compile(PRAISE.plain);
export const STRONG_FAULT = compile(FAULT.strong);
export const PLAIN_FAULT = compile(FAULT.plain);
