/**
 * The line of argument a statement belongs to (DESIGN.md section 2). It is read from the statement's own words alone,
 * so that no other statement and no order of arrival can change it: the family whose terms weigh most, each counted
 * once, one that names the argument (`strong`) twice one that only goes with it (`weak`); of two that weigh the same,
 * the one said first. Demand and supply are one line: a shortage is argued from both ends. Margins and valuation
 * are two: "great profits, but dear" is no change of mind.
 * Slugs are stored and make thesis ids: a change of them, or of terms, wants `earmark corpus rebuild-theses`.
 */
const FAMILIES = [
  {
    line: 'regulation',
    title: 'regulation and law',
    strong:
      'regulat~|antitrust|lawsuit~|litigat~|courts?|injunction|legislat~|lawmaker~|export (control|ban|licen)~|sanction~|tariff~|ban|bans|banned|fda|ftc|doj|patent~|copyright~|subsid~|tax (credit|break|rule|law)~|policy|policies|licen[cs]ing|compliance|settlement',
    weak: 'judge~|ruling|congress|senate|sec|approval~|political~|government~|federal|state rules|local control',
  },
  {
    line: 'credit',
    title: 'balance sheet and credit',
    strong:
      'balance sheets?|debt|leverag~|levered|default~|bankrupt~|insolven~|covenant~|liquidity|refinanc~|dilut~|solven~|cash (pile|runway|burn)',
    weak: 'credit|bond~|borrow~|lender~|loan~|maturit~|collateral|interest (expense|coverage|burden)~|rating agenc~',
  },
  {
    line: 'capital',
    title: 'management and use of capital',
    strong:
      'management|ceo|cfo|founder~|executives?|leadership|insider~|governance|buyback~|repurchas~|dividend~|capital (allocat|return|disciplin)~|acqui(re|red|res|ring|sition|sitions)|merger~|takeover~|spin[- ]?off~|divest~|m&a|succession|activist~|restructur~|turnaround|layoff~|talent|hire|hires|hiring|hired|departures?|war chest',
    weak: 'board|strategy|compensation|shareholder~|execution|employees|team|stake',
  },
  {
    line: 'margins',
    title: 'margins and profit',
    strong:
      'margins?|profit~|earnings|unit economics|cash flow~|eps|ebitda|monetiz~|monetis~|breakeven|break[- ]even|loss[- ]making|cash burner|burn|return on (capital|equity|invest)~|roi|roic|pricing power',
    weak: 'cost|costs|costly|pricing|price (increase|hike|rise)~|rais(e|es|ed|ing) (its |their |the )?prices?|opex|expense~|free cash|operating (leverage|income)|take rate~|efficien~|cheaper to (make|run|serve)',
  },
  {
    line: 'valuation',
    title: 'valuation',
    strong:
      'valuation~|valued|undervalu~|overvalu~|multiples?|cheap|cheaply|expensive|pricey|overpriced|underpriced|mispric~|priced (in|for)|bubble~|times (earnings|sales|revenue|book)|price[- ]to|p/e|pe|intrinsic|fair value|market cap~|upside|downside|risk[- ]reward|margin of safety|re-?rat~|bargain|worth',
    weak: 'entry price|share price~|stock price~|froth~|discount|discounted|premium|richly|sum of the parts|hype~|overhyped|stretched|pullback|(billion|trillion)',
  },
  {
    line: 'competition',
    title: 'competition and moat',
    strong:
      'compet~|moat~|rival~|market share|incumbent~|disrupt~|commodit~|switching costs?|lock[- ]in|network effect~|barrier~|monopol~|duopol~|dominan~|dominat~|differentiat~|defensib~|displac~|flywheel|ecosystem~|left behind|counted out|advantage~',
    weak: 'platform~|share (gain|loss)~|(gain|gains|gaining|lose|loses|losing|take|takes|taking) share|winner~|entrants?|challenger~|leader|leading position|ahead of|copy|copies|bundl~|outcompet~|race|win|wins|winning|won|beat|beats|beating|losers?|unique~|bypass~|wip(e|es|ing|ed) out|distribution|brands?|catch(es|ing)? up',
  },
  {
    line: 'technology',
    title: 'product and technology',
    strong:
      'technolog~|innovat~|invent~|breakthrough~|incremental|r&d|next generation|prototype~|clinical|efficacy|state of the art|reinvent~|engineer~|architecture~',
    weak: 'products?|multi-product|hardware|software|roadmap|(better|best|own|new|strong|frontier) models?|feature~|research|patient~|drugs?|pipeline|design~|quality|performance|capabilit~|benchmark~|user experience|science|ship|ships|shipped|full[- ]stack',
  },
  {
    line: 'macro',
    title: 'economy and rates',
    strong:
      'macro~|interest rate~|rate (cut|hike|rise)~|the fed|federal reserve|central bank~|inflation~|deflation~|recession~|gdp|unemploy~|jobs report|yield~|treasur(y|ies)|currenc~|fiscal|deficit~|stimulus|monetary|soft landing|geopolit~|trade war|safe haven',
    weak: 'rates|econom(y|ies|ic)|dollar|cycl(e|es|ical)|war|consumer spending',
  },
  {
    line: 'demand',
    title: 'demand and supply',
    strong:
      'demand~|growth|grow|grows|growing|grew|adopt~|subscriber~|bookings|ramp~|tam|addressable|market size|penetrat~|supercycle|saturat~|supply|supplies|supplier~|capacity|shortage~|bottleneck~|inventor(y|ies)|backlog~|lead times?|constrain~|wafer~|fabs?|sold out|allocation|stockpil~|scarc~',
    weak: 'revenue~|sales|customer~|users?|orders?|volume~|expan(d|ds|ding|sion)|accelerat~|decelerat~|slow(s|ed|ing|down)?|spend|spending|capex|tailwind~|headwind~|opportunit~|traffic|traction|usage|uptake|consumption|buyers?|boom~|hungry|scale|retention|churn~|build[- ]?out|momentum|factor(y|ies)|plants?|production|output|manufactur~|foundr(y|ies)|mine|mines|mining|reserves|reactor~|turbine~|grid|long[- ]term contracts?',
  },
] as const;

/** The line of a statement that argues for its subject as a whole. */
const WHOLE = { line: 'outlook', title: 'overall case' } as const;

export type Line = (typeof FAMILIES)[number]['line'] | typeof WHOLE.line;

const STRONG = 2;
const PATTERNS = FAMILIES.map(({ line, strong, weak }) => ({
  line,
  strong: patternOf(strong),
  weak: patternOf(weak),
}));
const TITLES = new Map<Line, string>([...FAMILIES, WHOLE].map(({ line, title }) => [line, title]));

type Said = {
  readonly subject: { readonly name: string };
  readonly headline: string;
  readonly thesis: string;
  readonly statement: string;
};

/** The line of argument of a statement, from its headline, thesis and sentence; `outlook` when no family's terms occur. */
export function lineOf(said: Said): Line {
  // The subject's own name ("AI compute", "Interest rates") says what it is about, not how it is argued.
  const text = [said.headline, said.thesis, said.statement]
    .map((part) => part.toLowerCase().replaceAll(said.subject.name.toLowerCase(), ' '))
    .join(' . ');
  let best: { line: Line; weight: number; first: number } = { line: WHOLE.line, weight: 0, first: 0 };
  for (const { line, strong, weak } of PATTERNS) {
    const named = [...text.matchAll(strong)];
    const beside = [...text.matchAll(weak)];
    const weight = STRONG * distinct(named) + distinct(beside);
    // What is said first leads: "valuation and cash flow" is about valuation.
    const first = (named.length > 0 ? named : beside)[0]?.index ?? 0;
    if (weight > best.weight || (weight === best.weight && first < best.first))
      best = { line, weight, first };
  }
  return best.line;
}

function distinct(matches: readonly RegExpExecArray[]): number {
  return new Set(matches.map(([term]) => term)).size;
}

/** A title a reader understands, such as "Nvidia: demand and supply". */
export function titleOf(subjectName: string, line: Line): string {
  return `${subjectName}: ${TITLES.get(line)}`;
}

/** Whole words; `~` ends a stem. */
function patternOf(terms: string): RegExp {
  return new RegExp(`\\b(?:${terms.replaceAll('~', '[a-z]*')})\\b`, 'g');
}
