import { type Theme, theme } from './entry.ts';

/** Software, devices and technology companies. */
export const TECHNOLOGY_THEMES: readonly Theme[] = [
  theme(
    'saas',
    'SaaS',
    'saas, software as a service, software companies, software company, software stocks, enterprise software, software incumbents, software businesses, software business, system of record, systems of record, b2b software, software market',
    ['IGV', 'WCLD'],
    'CRM NOW ADBE WDAY INTU HUBS MSFT',
  ),
  theme(
    'cybersecurity',
    'Cybersecurity',
    'cybersecurity, cyber security, security companies, security company, cyber stocks',
    ['CIBR', 'HACK'],
    'CRWD PANW NET ZS FTNT OKTA',
  ),
  theme(
    'big-tech',
    'Big tech',
    'big tech, mag seven, mag 7, magnificent seven, magnificent 7, megacap tech, mega cap tech, tech giants, large cap tech, big tech companies, mag 8, magnificent eight, trillion dollar companies',
    ['QQQ', 'XLK'],
    'AAPL MSFT GOOGL AMZN META NVDA TSLA',
  ),
  theme(
    'tech-stocks',
    'Tech stocks',
    'tech stocks, technology stocks, tech companies, tech market, public tech, growth stocks, tech valuations, public tech companies',
    ['QQQ', 'XLK'],
    'AAPL MSFT GOOGL AMZN META NVDA',
  ),
  theme(
    'ar-vr',
    'AR and VR glasses',
    'ar glasses, smart glasses, vr headset, virtual reality, augmented reality, mixed reality, metaverse',
    ['METV'],
    'META AAPL SNAP',
  ),
  theme('smartphones', 'Smartphones', 'smartphone market, smartphones', ['XLK'], 'AAPL GOOGL'),
  theme('identity', 'Digital identity', 'digital identity, proof of personhood', ['CIBR'], 'OKTA'),
  theme(
    'non-consumption',
    'Non-consumption markets',
    'non-consumption market, non-consumption markets, non-consumption',
    ['XT'],
    '',
  ),
  theme('telecom', 'Telecom', 'telecom, telecoms, wireless carriers, broadband', ['IYZ', 'XTN'], 'T VZ TMUS'),
];
