/**
 * The line of argument a statement belongs to (DESIGN.md section 2). It is read from the statement's own words alone,
 * so that no other statement and no order of arrival can change it: the family whose terms occur most, each counted
 * once; of two with as many, the one listed first here. The list runs from the specific to the general.
 * Slugs are stored and make thesis ids: they never change.
 */
const FAMILIES = [
  {
    line: 'regulation',
    title: 'regulation and law',
    terms:
      'regulat~|antitrust|lawsuit~|litigat~|court|courts|judge~|ruling|congress|senate|legislat~|lawmaker~|export (control|ban|licen)~|sanction~|tariff~|ban|bans|banned|fda|sec|ftc|doj|approval~|patent~|copyright~|subsid~|tax (credit|break|rule|law)~|policy|policies|political~|government~|federal|state rules|injunction|local control|compliance|licen[cs]ing|settlement',
  },
  {
    line: 'credit',
    title: 'balance sheet and credit',
    terms:
      'balance sheet~|debt|leverag~|levered|over ?levered|credit|default~|bankrupt~|insolven~|covenant~|liquidity|refinanc~|bond~|borrow~|lender~|loan~|interest (expense|coverage|burden)~|cash (pile|runway|burn)|burn~ (cash|through|money)|dilut~|maturit~|solven~|collateral|rating agenc~',
  },
  {
    line: 'capital',
    title: 'management and use of capital',
    terms:
      'management|ceo|cfo|founder~|executive~|leadership|board|insider~|govern(ance|ed)|buyback~|repurchas~|dividend~|capital (allocat|return|disciplin)~|acqui(re|red|res|ring|sition|sitions)|merger~|takeover~|spin[- ]?off~|divest~|m&a|succession|activist~|restructur~|turnaround|layoff~|compensation|shareholder~|capex disciplin~|talent|hire|hires|hiring|hired|departure~|war chest|execution|strategy',
  },
  {
    line: 'supply',
    title: 'supply and capacity',
    terms:
      'supply|supplies|supplier~|capacity|shortage~|bottleneck~|inventor(y|ies)|backlog~|lead times?|constrain~|wafer~|fab|fabs|factor(y|ies)|plant|plants|production|produc(e|es|ing) (enough|more)|output|manufactur~|foundr(y|ies)|mine|mines|mining|reserves|reactor~|turbine~|grid|power (shortage|supply)|long[- ]term contracts?|sold out|allocation|stockpil~|scarc~',
  },
  {
    line: 'margins',
    title: 'margins and profit',
    terms:
      'margin|margins|profit~|earnings|unit economics|cost|costs|costly|pricing|price (increase|hike|rise)~|rais(e|es|ed|ing) (its |their |the )?prices?|cash flow~|free cash|operating (leverage|income)|eps|ebitda|opex|expense~|monetiz~|monetis~|take rate~|return on (capital|equity|invest)~|roi|roic|loss[- ]making|breakeven|break[- ]even|efficien~|cheaper to (make|run|serve)',
  },
  {
    line: 'valuation',
    title: 'valuation',
    terms:
      'valuation~|valued|entry price|share price~|undervalu~|overvalu~|multiple|multiples|cheap|cheaply|expensive|pricey|overpriced|underpriced|mispric~|priced (in|for)|bubble~|froth~|times (earnings|sales|revenue|book)|price[- ]to|p/e|pe ratio|discount|premium|intrinsic|fair value|market cap~|upside|downside|risk[- ]reward|margin of safety|rerat~|re-rat~|richly|bargain|worth|sum of the parts|net asset value|hype~|overhyped',
  },
  {
    line: 'competition',
    title: 'competition and moat',
    terms:
      'compet~|moat~|rival~|market share|share (gain|loss)~|(gain|gains|gaining|lose|loses|losing|take|takes|taking) share|incumbent~|disrupt~|commodit~|switching costs?|lock[- ]in|network effect~|barrier~|monopol~|duopol~|dominan~|dominat~|differentiat~|defensib~|advantage~|pricing power|brand|brands|winner~|flywheel|entrant~|challenger~|displac~|catch(es|ing)? up|leader|leading position|ahead of|left behind|distribution|copy|copies|bundl~|outcompet~|race|win|wins|winning|won|beat|beats|beating|losers?|unique~|ecosystem~|owned the platform|counted out|wip(e|es|ing|ed) out|bypass~',
  },
  {
    line: 'technology',
    title: 'product and technology',
    terms:
      'technolog~|product|products|multi-product|roadmap|engineer~|architecture~|(better|best|own|new|strong|frontier) models?|feature~|innovat~|invent~|research|breakthrough~|patient~|clinical|efficacy|drug|drugs|pipeline|design~|quality|performance|capabilit~|benchmark~|next generation|prototype~|user experience|science|ship|ships|shipped|full[- ]stack|reinvent~|state of the art',
  },
  {
    line: 'macro',
    title: 'economy and rates',
    terms:
      'macro~|interest rate~|rate (cut|hike|rise)~|rates|the fed|federal reserve|central bank~|inflation~|deflation~|recession~|econom(y|ies|ic)|gdp|unemploy~|jobs report|yield~|treasur(y|ies)|dollar|currenc~|fiscal|deficit~|stimulus|monetary|cycl(e|es|ical)|soft landing|geopolit~|war|trade war|consumer spending|safe haven',
  },
  {
    line: 'demand',
    title: 'demand and growth',
    terms:
      'demand~|grow~|growth|revenue~|sales|adopt~|customer~|user|users|subscriber~|order|orders|bookings|volume~|expan(d|ds|ding|sion)|accelerat~|decelerat~|slow(s|ed|ing|down)?|ramp~|market size|addressable|tam|penetrat~|spend|spending|capex|tailwind~|headwind~|opportunit~|traffic|traction|usage|uptake|consumption|supercycle|buyer|buyers|boom~|hungry|scale|retention|churn~|saturat~|buildout|build[- ]out|momentum',
  },
] as const;

/** The line of a statement that argues for its subject as a whole. */
const WHOLE = { line: 'outlook', title: 'overall case' } as const;

export type Line = (typeof FAMILIES)[number]['line'] | typeof WHOLE.line;

const PATTERNS = FAMILIES.map(({ line, terms }) => ({ line, pattern: patternOf(terms) }));
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
  const text = [said.thesis, said.headline, said.statement]
    .map((part) => part.toLowerCase().replaceAll(said.subject.name.toLowerCase(), ' '))
    .join(' . ');
  let best: { line: Line; score: number } = { line: WHOLE.line, score: 0 };
  for (const { line, pattern } of PATTERNS) {
    const score = new Set(text.match(pattern)).size;
    if (score > best.score) best = { line, score };
  }
  return best.line;
}

/** A title a reader understands, such as "Nvidia: supply and capacity". */
export function titleOf(subjectName: string, line: Line): string {
  return `${subjectName}: ${TITLES.get(line)}`;
}

/** Whole words; `~` ends a stem. */
function patternOf(terms: string): RegExp {
  return new RegExp(`\\b(?:${terms.replaceAll('~', '[a-z]*')})\\b`, 'g');
}
