import { sampleName } from '#server/feeds/samples/rules.ts';

/**
 * The line of argument a statement belongs to (docs/decisions.md): coarse enough that those who argue the same case
 * meet in one thesis, fine enough that "great profits, but dear" is no change of mind. Read from the statement's own
 * words alone, so that neither another statement nor an order of arrival can change it, and no statement that arrives
 * takes a thesis's id away. Slugs are stored and make thesis ids: a change of them, or of terms, wants
 * `earmark corpus rebuild-theses`.
 */
const TITLES = {
  demand: 'growth and outlook',
  competition: 'product and competition',
  valuation: 'valuation',
  capital: 'management and capital',
  regulation: 'regulation and economy',
} as const;

export type Line = keyof typeof TITLES;

/**
 * Every subject's main line: how the business grows and earns. A statement that argues for its subject as a whole, on no
 * ground of its own, is of it.
 */
const MAIN: Line = 'demand';

/**
 * What arguments rest on, each ground within one line. Terms that name the argument are `strong`, those that only go
 * with it `weak`. The grounds compete one by one: a line does not win by having many.
 */
const GROUNDS = [
  {
    line: 'regulation',
    strong:
      'regulat~|antitrust|lawsuit~|litigat~|courts?|injunction|legislat~|lawmaker~|export (control|ban|licen)~|sanction~|tariff~|ban|bans|banned|fda|ftc|doj|patent~|copyright~|subsid~|tax (credit|break|rule|law)~|policy|policies|licen[cs]ing|compliance|settlement',
    weak: 'judge~|ruling|congress|senate|sec|approval~|political~|government~|federal|state rules|local control',
  },
  {
    line: 'capital',
    strong:
      'balance sheets?|debt|leverag~|levered|default(?! (?:browsers?|apps?|search|engines?|options?|settings?|choices?|assistants?|models?|llms?|providers?|brands?|ways?|modes?)\\b)|defaults|defaulted|defaulting|bankrupt~|insolven~|covenant~|liquidity|refinanc~|dilut~|solven~|cash (pile|runway|burn)',
    weak: 'credit|bond~|borrow~|lender~|loan~|maturit~|collateral|interest (expense|coverage|burden)~|rating agenc~',
  },
  {
    line: 'capital',
    strong:
      'management|ceo|cfo|founder~|executives?|leadership|insider~|governance|buyback~|repurchas~|dividend~|capital (allocat|return|disciplin)~|acqui(re|red|res|ring|sition|sitions)|merger~|takeover~|spin[- ]?off~|divest~|m&a|succession|activist~|restructur~|turnaround|layoff~|talent|hire|hires|hiring|hired|departures?|war chest',
    weak: 'board|strategy|compensation|shareholder~|execution|employees|team|stake',
  },
  {
    line: 'demand',
    strong:
      'margins?|profit~|earnings|unit economics|cash flow~|eps|ebitda|monetiz~|monetis~|breakeven|break[- ]even|loss[- ]making|cash burner|burn|return on (capital|equity|invest)~|roi|roic|pricing power',
    weak: 'cost|costs|costly|pricing|price (increase|hike|rise)~|rais(e|es|ed|ing) (its |their |the )?prices?|opex|expense~|free cash|operating (leverage|income)|take rate~|efficien~|cheaper to (make|run|serve)',
  },
  {
    line: 'valuation',
    strong:
      'valuation~|valued|undervalu~|overvalu~|multiples?|cheap(?! (?:models?|ones?|versions?|tokens?)\\b)|cheaply|expensive(?! (?:models?|ones?|versions?)\\b)|pricey|overpriced|underpriced|mispric~|priced (in|for|as)|price for perfection|(its|their)( share| stock)? price (is for|leaves?|implies|assumes?|reflects?|discounts?|already)|at (this|these|current|today.s) prices?|bubble~|times ((its|their|forward|trailing|(this|next|last) year.s) )?(earnings|sales|revenues?|profits?|book)|price[- ]to|p/e|pe|intrinsic|fair value|market cap~|upside|downside|risk[- ]reward|margin of safety|re-?rat~|bargain|worth',
    weak: 'entry price|share price~|stock price~|froth~|discount|discounted|premium|richly|ipos?|go(es)? public|sum of the parts|hype|hyped|overhyped|stretched|pullback|(billion|trillion)',
  },
  {
    line: 'competition',
    strong:
      'compet~|moat~|rival~|market share|incumbent~|disrupt~|commodit~|switching costs?|lock[- ]in|network effect~|barrier~|monopol~|duopol~|dominan~|dominat~|differentiat~|defensib~|displac~|flywheel|ecosystem~|left behind|counted out|advantage~',
    weak: 'platform~|share (gain|loss)~|(gain|gains|gaining|lose|loses|losing|take|takes|taking) share|winner~|entrants?|challenger~|leader|leading position|ahead of|copy|copies|bundl~|outcompet~|race|win|wins|winning|won|beat|beats|beating|losers?|unique~|bypass~|wip(e|es|ing|ed) out|distribution|brands?|catch(es|ing)? up',
  },
  {
    line: 'competition',
    strong:
      'technolog~|innovat~|invent|invents|invented|inventing|inventions?|inventive~|breakthrough~|incremental|r&d|next generation|prototype~|clinical|efficacy|state of the art|reinvent~|engineer~|architecture~',
    weak: 'products?|multi-product|hardware|software|roadmap|(better|best|own|new|strong|frontier) models?|feature~|research|patient~|drugs?|pipeline|design~|quality|performance|capabilit~|benchmark~|user experience|science|ship|ships|shipped|full[- ]stack',
  },
  {
    line: 'regulation',
    strong:
      'macro~|interest rate~|rate (cut|hike|rise)~|the fed|federal reserve|central bank~|inflation~|deflation~|recession~|gdp|unemploy~|jobs report|yield~|treasur(y|ies)|currenc~|fiscal|deficit~|stimulus|monetary|soft landing|geopolit~|trade war|safe haven',
    weak: 'rates|econom(y|ies|ic)|dollar|cycl(e|es|ical)|war|consumer spending',
  },
  {
    line: 'demand',
    strong:
      'demand~|growth|grow|grows|growing|grew|adopt~|subscriber~|bookings|ramp~|tam|addressable|market size|penetrat~|supercycle|saturat~|supply|supplies|supplier~|capacity|shortage~|bottleneck~|inventor(y|ies)|backlog~|lead times?|constrain~|wafer~|fabs?|sold out|allocation|stockpil~|scarc~',
    weak: 'revenues?(?! growth)|arr|gigawatts?|sales|customer~|users?|orders?|volume~|expan(d|ds|ding|sion)|accelerat~|decelerat~|slow(s|ed|ing|down)?|spend|spending|capex|tailwind~|headwind~|opportunit~|traffic|traction|usage|uptake|consumption|buyers?|boom~|hungry|scale|retention|churn~|build[- ]?out|momentum|factor(y|ies)|plants?|production|output|manufactur~|foundr(y|ies)|mine|mines|mining|reserves|reactor~|turbine~|grid|long[- ]term contracts?',
  },
] as const satisfies readonly { line: Line; strong: string; weak: string }[];

/** "I'm bearish at this valuation, because ...": the reason that follows is the argument. */
const AT_ITS_PRICE =
  /\bat (?:this|these|current|today.s) (?:prices?|valuations?|multiples?|levels?)\b(?=[^.]*\bbecause\b)/g;

const STRONG = 2;
/** The sentence is the argument; the headline says what else was touched. */
const IN_SENTENCE = 3;
const PATTERNS = GROUNDS.map(({ line, strong, weak }) => ({
  line,
  strong: patternOf(strong),
  weak: patternOf(weak),
}));

type Said = {
  readonly subject: { readonly name: string };
  readonly headline: string;
  readonly thesis: string;
  readonly statement: string;
};

/**
 * The line of argument of a statement, from its headline, thesis and sentence: that of the ground whose terms weigh most,
 * each counted once; of two that weigh the same, the one said first in the sentence, then in the headline. Without any,
 * the main line.
 */
export function lineOf(said: Said): Line {
  const name = said.subject.name.toLowerCase();
  // The subject's own name ("AI compute", "Interest rates") says what it is about, not how it is argued.
  const own = (text: string) => text.toLowerCase().replaceAll(name, ' ').replace(AT_ITS_PRICE, ' ');
  const sentence = own(`${said.thesis} . ${said.statement}`);
  const headline = own(said.headline);
  let best = { line: MAIN, weight: 0, first: 0 };
  for (const { line, strong, weak } of PATTERNS) {
    const ground = weigh(sentence, headline, strong, STRONG);
    const beside = weigh(sentence, headline, weak, 1);
    const weight = ground.weight + beside.weight;
    const first = ground.weight > 0 ? ground.first : beside.first;
    if (weight > best.weight || (weight === best.weight && first < best.first))
      best = { line, weight, first };
  }
  return best.line;
}

/** What the terms found weigh together, and where the first of them stands. */
function weigh(sentence: string, headline: string, terms: RegExp, each: number) {
  const said = [...sentence.matchAll(terms)];
  const headed = [...headline.matchAll(terms)];
  const inSentence = new Set(said.map(([term]) => term));
  const onlyHeaded = new Set(headed.map(([term]) => term).filter((term) => !inSentence.has(term)));
  return {
    weight: each * (IN_SENTENCE * inSentence.size + onlyHeaded.size),
    first: said[0]?.index ?? sentence.length + (headed[0]?.index ?? 0),
  };
}

/** A title a reader understands, such as "Nvidia: product and competition"; that of fictional samples says what they are. */
export function thesisTitle(subjectName: string, line: Line, sample: boolean): string {
  const title = `${subjectName}: ${TITLES[line]}`;
  return sample ? sampleName(title) : title;
}

/** Whole words; `~` ends a stem. */
function patternOf(terms: string): RegExp {
  return new RegExp(`\\b(?:${terms.replaceAll('~', '[a-z]*')})\\b`, 'g');
}
