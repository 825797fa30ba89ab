import { occurrences } from '#server/language/pattern.ts';

/** A matter that arguments touch, as an editor names it, and the words that touch it. */
type Aspect = { readonly name: string; readonly pattern: RegExp };

const aspect = (name: string, pattern: string): Aspect => ({
  name,
  pattern: new RegExp(`\\b(?:${pattern})`, 'gi'),
});

const ASPECTS: readonly Aspect[] = [
  aspect(
    'revenue growth',
    'revenues?\\b|arr\\b|top line|sales growth|growing (?:fast|like|so)|fastest[- ]growing|growth rate|billion in revenue|bookings',
  ),
  aspect('margins', 'margins?\\b|gross profit|unit economics|operating leverage|take rate'),
  aspect(
    'profitability',
    'profit(?:s|able|ability)?\\b|profitably|ebitda|losing money|mak(?:e|es|ing) money',
  ),
  aspect(
    'cash flow',
    'cash flow|free cash|cash (?:burn|pile|position)|burn(?:ing|s|ed)? (?:cash|money|rate|through)',
  ),
  aspect(
    'valuation',
    'valu(?:ation|ed|ations)\\b|multiples?\\b|overvalued|undervalued|expensive|cheap(?:er)?\\b|market cap|trillion[- ]dollar|priced\\b|mispriced|price to earnings|p/e\\b',
  ),
  aspect(
    'pricing power',
    'pricing power|raise prices?|raising prices?|price increases?|prices? up|charge more|pricing leverage|flex price',
  ),
  aspect(
    'competition',
    'compet(?:e|es|ing|ition|itors?|itive)\\b|rivals?\\b|market share|incumbents?\\b|substitut\\w+',
  ),
  aspect(
    'defensibility',
    'moats?\\b|defensib\\w+|durab\\w+|lock[- ]in|switching costs?|network effects?|stick(?:y|iness)|barriers? to entry|scale advantage',
  ),
  aspect(
    'supply',
    'suppl(?:y|ies)\\b|capacity|shortages?|bottlenecks?|wafers?\\b|allocation|constrained|sold out|lead times?',
  ),
  aspect(
    'long-term contracts',
    'long[- ]term (?:contracts?|deals?|agreements?)|backlog|non-cancelable|commitments?\\b',
  ),
  aspect('demand', 'demand\\b|adoption|usage|users\\b|customers want|pent[- ]up|weekly active'),
  aspect(
    'customer concentration',
    'concentrat(?:ed|ion)|one customer|few customers|six customers|top customers?|big(?:gest)? customers?',
  ),
  aspect('customer retention', 'retention|churn\\w*|renew\\w*'),
  aspect(
    'capital spending',
    'cap ?ex\\b|capital expenditures?|build[- ]?out|invest(?:ing|ment)s? in (?:data|compute|infrastructure)|spending',
  ),
  aspect(
    'funding',
    'debt\\b|covenants?|leverage\\b|balance sheet|borrow\\w*|raise (?:money|capital)|fund ?rais\\w+|dilut\\w+|tapped out',
  ),
  aspect(
    'regulation',
    'regulat\\w+|antitrust|lawsuits?|litigation|sued|legislation|license[ds]?\\b|court\\b|tariffs?|government',
  ),
  aspect('management', 'management|ceo\\b|founders?\\b|talent|team\\b|leadership|hired|leaving|employees'),
  aspect(
    'product',
    'products?\\b|quality|design|software is|hardware is|models? (?:is|are)|features?\\b|user experience',
  ),
  aspect('innovation', 'innovat\\w+|r&d|research|breakthrough|new products?|inspiring|incremental'),
  aspect('distribution', 'distribution|brand\\b|ecosystem|platform\\b|app store|channel'),
  aspect(
    'cost advantages',
    'cost (?:base|advantage|structure|of)|cheaper to|low(?:er)? cost|economies of scale|efficien\\w+',
  ),
  aspect(
    'market size',
    'tam\\b|market size|addressable|huge market|size of the market|market opportunity|trillion[- ]dollar',
  ),
  aspect('technological change', 'disrupt\\w+|commodit\\w+|paradigm|transition|platform shift|obsolete'),
  aspect(
    'execution',
    'execut\\w+|deliver(?:ed|ing|s)?\\b|roadmap|shipped|ramp(?:ing|ed)?\\b|focus(?:ed)?\\b',
  ),
  aspect('jobs and labor', 'labor|labour|(?<!steve )jobs\\b|workers|wages|headcount|layoffs'),
  aspect('the economy', 'interest rates?|inflation|recession|the fed\\b|rate cuts?|gdp\\b|economy'),
  aspect(
    'stock price moves',
    'stock (?:is|was|went|goes|fell|price)|shares (?:fell|rose|are)|sell[- ]?off|all[- ]time high',
  ),
];

/** Names of at most `limit` matters that a text touches, the most frequent first. */
export function aspectsOf(text: string, limit: number): string[] {
  const touched = ASPECTS.map(({ name, pattern }, order) => ({
    name,
    order,
    hits: occurrences(pattern, text),
  }));
  return touched
    .filter((one) => one.hits > 0)
    .sort((a, b) => b.hits - a.hits || a.order - b.order)
    .slice(0, limit)
    .map((one) => one.name);
}
