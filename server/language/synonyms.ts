import { termsOf } from '#server/language/terms.ts';

/** Groups of words that finance uses for one thing: any of them names it. A phrase counts if all its words are there. */
const SAME: readonly string[] = [
  'p/e, pe ratio, price to earnings, earnings multiple, multiple, valuation',
  'valuation, overvalued, undervalued, fair value, intrinsic value, price target, worth',
  'earnings, profit, net income, eps, bottom line',
  'revenue, sales, turnover, top line',
  'margin, gross margin, operating margin, profitability',
  'free cash flow, cash flow, fcf',
  'buyback, share repurchase, repurchases shares',
  'dividend, payout, distribution, yield',
  'guidance, outlook, forecast',
  'moat, competitive advantage, pricing power',
  'market cap, capitalization',
  'debt, leverage, borrowing, loan',
  'dilution, share issuance, stock based compensation',
  'capex, capital expenditure, capital spending, infrastructure spending, buildout',
  'ai, artificial intelligence, machine learning, llm',
  'memory, dram, hbm, nand',
  'software, saas, subscription, arr, recurring revenue',
  'ev, electric vehicle, electric car',
  'robotaxi, self driving, autonomous vehicle, autonomy',
  'power, electricity, grid, energy',
  'oil, crude, opec, barrel',
  'gold, bullion, precious metal',
  'stablecoin, usdc, tether',
  'rate, interest rate, fed, federal reserve, fomc, central bank',
  'inflation, cpi, price level, cost of living',
  'recession, downturn, slowdown, hard landing',
  'tariff, trade war, duty, import tax',
  'jobs, employment, unemployment, labor market, payroll',
  'yield curve, inversion, term premium',
  'dollar, currency, forex, fx, exchange rate',
  'deficit, government debt, fiscal',
  'china, chinese, beijing',
  'stimulus, quantitative easing, qe, money printing, liquidity',
  'stock, share, equity, security',
  'etf, index fund, mutual fund, passive, tracker, vanguard',
  's&p 500, index, benchmark, market',
  'ipo, initial public offering, listing, going public, float',
  'spac, blank check',
  'crash, bubble, correction, selloff, bear market, drawdown',
  'private equity, buyout, pe firm',
  'private credit, direct lending',
  'acquisition, merger, takeover, buyout, deal, m&a',
  'loss, lose',
  'decline, drop, fall',
  'rise, increase, climb, grow',
  'investor, shareholder, stockholder, holder',
  'chip, semiconductor',
  'glp-1, ozempic',
  'nuclear, reactor',
  'crypto, cryptocurrency',
  'executive, management, ceo',
  'defence, defense, military, pentagon',
];

/** Groups of related words: they help to find what was said, and prove nothing. */
const NEAR: readonly string[] = [
  'loss, lose, decline, drop, fall',
  'ai infrastructure, data center, datacenter, compute, hyperscaler',
  'chip, semiconductor, gpu, foundry, wafer',
  'cloud, aws, azure, hyperscaler',
  'agent, agentic, copilot, assistant',
  'nuclear, reactor, smr, uranium',
  'crypto, cryptocurrency, bitcoin, btc, ethereum, token',
  'glp-1, ozempic, obesity drug, weight loss drug',
  'drug, pharma, biotech, pharmaceutical',
  'bond, treasury, fixed income, note, coupon, maturity',
  'short, short seller, short interest, bet against, borrow shares',
  'option, call, put, strike, derivative, premium, expiration',
  'volatility, vix, swing',
  'bullish, upside, optimistic, positive, long',
  'bearish, downside, pessimistic, negative, skeptical',
  'risk, threat, danger, concern, headwind, vulnerable',
  'catalyst, driver, tailwind, trigger',
  'broker, brokerage, trading account, etrade, schwab, fidelity',
  'commission, fee, expense ratio, cost, charge',
  'limit order, market order, bid, ask, spread, order book',
  'day trading, trader, technical analysis, chart',
  'portfolio, allocation, diversification, asset mix, rebalance',
  'hedge fund, asset manager, fund manager',
  'venture capital, vc, seed round, startup, founder, early stage',
  'insider, executive, management, ceo',
  'bank, lender, deposit, credit union',
  'insurance, premium, policy, insurer, coverage',
  'return, gain, performance, growth, appreciation',
  'retirement, pension, 401k, ira, roth, nest egg, retire',
  'ira, roth, contribution, tax advantaged, traditional',
  '401k, employer match, rollover, 403b',
  'mortgage, home loan, refinance, down payment, lender',
  'house, home, property, real estate, housing',
  'rent, landlord, tenant, lease',
  'credit card, credit score, credit report, credit history, balance',
  'credit score, fico, credit bureau, equifax',
  'student loan, tuition, college, education, 529',
  'car, vehicle, auto, dealer',
  'tax, irs, taxable, deduct, deduction, hmrc, withhold, file',
  'capital gains, taxable gain, cost basis, tax lot',
  'income, salary, wage, earn, paycheck',
  'self employed, freelance, contractor, sole proprietor, 1099, schedule c',
  'business, company, llc, corporation, firm',
  'save, savings, emergency fund, cd, deposit',
  'budget, spend, expense, track, groceries',
  'check, cheque, cashier, deposit',
  'transfer, wire, ach, send money, remittance',
  'scam, fraud, identity theft, phishing',
  'inheritance, estate, will, beneficiary, trust',
  'gift, donate, charity, give',
  'spouse, wife, husband, marry, joint',
  'child, kid, parent, dependent, minor',
  'euro, eu, europe',
  'canada, canadian, tfsa, rrsp',
  'uk, british, isa, pound',
  'india, indian, rupee, nre',
  'australia, australian, superannuation',
];

/** Weight of the other words of a group; an asked word weighs 1. */
const GROUP_WEIGHT = 0.1;

const read = (lines: readonly string[]) =>
  lines.map((line) => line.split(', ').map((phrase) => termsOf(phrase)));
const groups: readonly (readonly (readonly string[])[])[] = read([...SAME, ...NEAR]);
const synonyms = new Map<string, Set<string>>();
for (const phrases of read(SAME)) {
  const words = phrases.flatMap((phrase) => (phrase.length === 1 ? phrase : []));
  for (const word of words) synonyms.set(word, new Set([...(synonyms.get(word) ?? []), ...words]));
}
const groupsByStem = new Map<string, number[]>();
groups.forEach((phrases, index) => {
  for (const word of new Set(phrases.flat())) {
    const known = groupsByStem.get(word);
    if (known) known.push(index);
    else groupsByStem.set(word, [index]);
  }
});

/**
 * The stems to look for when these are asked for, with their weights: 1 for an asked stem, less for related ones. A group
 * counts if the question holds every word of one of its phrases.
 */
export function relatedTerms(terms: readonly string[]): Map<string, number> {
  const asked = new Set(terms);
  const weights = new Map<string, number>([...asked].map((term) => [term, 1]));
  const touched = new Set([...asked].flatMap((term) => groupsByStem.get(term) ?? []));
  for (const index of touched) {
    const phrases = groups[index] ?? [];
    if (!phrases.some((phrase) => phrase.every((word) => asked.has(word)))) continue;
    for (const phrase of phrases) {
      for (const word of phrase) {
        if (asked.has(word)) continue;
        weights.set(word, Math.max(weights.get(word) ?? 0, GROUP_WEIGHT / phrase.length));
      }
    }
  }
  return weights;
}

/** This stem and those that finance uses for it. Words of longer phrases are left out, because alone they prove nothing. */
export function synonymsOf(term: string): ReadonlySet<string> {
  return synonyms.get(term) ?? new Set([term]);
}
