import type { Theme } from '../rules.ts';
import { theme } from './entry.ts';

/** Economies, countries and whole markets. */
export const ECONOMY_THEMES: readonly Theme[] = [
  theme(
    'stock-market',
    'US stock market',
    'stock market, public markets, public market, equities, stocks, s and p, s&p, s&p 500, equity market, equity markets, index funds',
    ['SPY', 'VOO'],
    'SPY VOO QQQ',
  ),
  theme('small-caps', 'Small caps', 'small caps, small cap, russell 2000', ['IWM'], 'IWM'),
  theme(
    'real-estate',
    'Real estate',
    'real estate, housing market, home prices, housing, mortgage rates, homebuilders, rents, commercial real estate, office buildings',
    ['VNQ', 'ITB'],
    'DHI LEN Z OPEN',
  ),
  theme(
    'interest-rates',
    'Interest rates',
    'interest rates, rate cuts, rate cut, rate hikes, the fed, federal reserve, fed funds',
    ['TLT', 'SHY'],
    'TLT',
  ),
  theme(
    'treasuries',
    'Government bonds',
    'treasuries, government bonds, bond market, treasury bonds, long bonds, bond yields, ten year yield, 10-year',
    ['TLT'],
    'TLT',
  ),
  theme('inflation', 'Inflation', 'inflation, cpi, deflation, deflationary', ['TIP'], ''),
  theme(
    'dollar',
    'US dollar',
    "the dollar, us dollar, dollar's reserve, reserve currency, debasement",
    ['UUP'],
    'UUP',
  ),
  theme('tariffs', 'Tariffs', 'tariff, tariffs, trade war', ['XLI'], ''),
  theme(
    'us-debt',
    'US deficit and debt',
    'national debt, deficit, budget deficit, debt crisis, government spending',
    ['TLT'],
    '',
  ),
  theme(
    'recession',
    'US economy',
    'recession, the economy, us economy, gdp growth, labor market, unemployment',
    ['SPY'],
    '',
  ),
  theme(
    'china',
    'China',
    "chinese stocks, china's economy, chinese economy, chinese companies, china market, chinese market",
    ['MCHI', 'FXI'],
    'BABA JD PDD BIDU',
  ),
  theme(
    'europe',
    'Europe',
    "europe's tech, european tech, european companies, european stocks, european economy, europe",
    ['VGK', 'EZU'],
    'SAP ASML',
  ),
  theme(
    'japan',
    'Japan',
    "japan's, japanese stocks, japanese market, japanese companies",
    ['EWJ'],
    'TM SONY',
  ),
  theme('india', 'India', "indian stocks, indian market, india's economy, indian startups", ['INDA'], 'INFY'),
  theme('gulf', 'Gulf states', 'gulf states, saudi, uae, qatar, middle east', ['KSA', 'UAE'], ''),
  theme(
    'emerging-markets',
    'Emerging markets',
    'emerging markets, emerging market, latin america',
    ['EEM', 'IEMG'],
    '',
  ),
];
