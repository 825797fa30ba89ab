import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { companySlug, spokenName } from './names.ts';
import { parseTickerFile, TickerFileError } from './symbol-files.ts';
import { createUniverse, loadUniverse, withImported } from './universe.ts';

const SHARED = new URL('../../../shared/data/tickers/', import.meta.url);
const present = existsSync(SHARED);
if (!present)
  console.warn(
    `SKIPPED: symbol files are absent (${SHARED.pathname}); imports of whole files are not tested`,
  );

const NASDAQ =
  'Symbol,Company Name,Security Name,Market Category,Test Issue,Financial Status,Round Lot Size,ETF,NextShares\n';
const OTHER =
  'ACT Symbol,Company Name,Security Name,Exchange,CQS Symbol,ETF,Round Lot Size,Test Issue,NASDAQ Symbol\n';

describe('exchange files', () => {
  it('reads shares and funds, and leaves out what is neither', () => {
    const { source, entries, skipped } = parseTickerFile(
      `${NASDAQ}AMAT,"Applied Materials, Inc.","Applied Materials, Inc. - Common Stock",Q,N,N,100,N,N
QQQ,Invesco QQQ Trust,"Invesco QQQ Trust, Series 1",G,N,N,100,Y,N
AACBR,Artius II Acquisition Inc.,Artius II Acquisition Inc. - Rights,G,N,N,100,N,N
AACBW,Artius II Acquisition Inc.,Artius II Acquisition Inc. - Warrants,G,N,N,100,N,N
ZVZZT,NASDAQ TEST STOCK,NASDAQ TEST STOCK,G,Y,N,100,N,N
`,
      'nasdaq.csv',
    );
    expect(source).toBe('nasdaq');
    expect(skipped).toBe(3);
    expect(entries.map(({ symbol, kind, name }) => [symbol, kind, name])).toEqual([
      ['AMAT', 'stock', 'Applied Materials'],
      ['QQQ', 'etf', 'Invesco QQQ Trust, Series 1'],
    ]);
  });

  it('brings class shares into our form', () => {
    const { entries } = parseTickerFile(
      `${OTHER}BRK.B,Berkshire Hathaway Inc. New Common Stock,Berkshire Hathaway Inc. New Common Stock,N,BRK.B,N,100,N,BRK.B\n`,
      'other.csv',
    );
    expect(entries[0]).toMatchObject({
      symbol: 'BRK.B',
      name: 'Berkshire Hathaway',
      slug: 'berkshire-hathaway',
    });
  });

  it('names the line of a bad row', () => {
    expect(() => parseTickerFile(`${NASDAQ}AMAT,Applied\n`, 'n.csv')).toThrow(
      'n.csv line 2: 2 columns, want 9',
    );
    expect(() =>
      parseTickerFile(`${NASDAQ}A,A Inc.,A Inc.,Q,N,N,1,N,N\n???,B Inc.,B Inc.,Q,N,N,1,N,N\n`, 'n.csv'),
    ).toThrow('n.csv line 3: "???" is no symbol');
    expect(() => parseTickerFile(`${NASDAQ}A,"A Inc.,A Inc.,Q,N,N,1,N,N\n`, 'n.csv')).toThrow(
      /^n\.csv line 2: a quote/,
    );
    expect(() => parseTickerFile('name,price\nA,1\n', 'x.csv')).toThrow(TickerFileError);
  });
});

describe('the SEC file', () => {
  it('reads companies and leaves out their warrants and units', () => {
    const { entries, skipped } = parseTickerFile(
      JSON.stringify({
        0: { cik_str: 1, ticker: 'BRK-B', title: 'BERKSHIRE HATHAWAY INC' },
        1: { cik_str: 2, ticker: 'CCII', title: 'Cohen Circle Acquisition Corp. II' },
        2: { cik_str: 2, ticker: 'CCIIW', title: 'Cohen Circle Acquisition Corp. II' },
        3: { cik_str: 3, ticker: 'GOOG', title: 'Alphabet Inc.' },
        4: { cik_str: 3, ticker: 'GOOGL', title: 'Alphabet Inc.' },
      }),
      'sec.json',
    );
    expect(entries.map((entry) => entry.symbol)).toEqual(['BRK.B', 'CCII', 'GOOG', 'GOOGL']);
    expect(skipped).toBe(1);
  });

  it('names a bad item', () => {
    expect(() => parseTickerFile('{"7":{"cik_str":1,"title":"No symbol"}}', 'sec.json')).toThrow('item "7"');
    expect(() => parseTickerFile('{"7":', 'sec.json')).toThrow('sec.json: not valid JSON');
  });
});

describe('spoken names', () => {
  it.each([
    ['Applied Materials, Inc. - Common Stock', 'Applied Materials'],
    ['COSTCO WHOLESALE CORP /NEW', 'Costco Wholesale'],
    ['BANK OF AMERICA CORP /DE/', 'Bank Of America'],
    ['The Trade Desk, Inc. - Class A Common Stock', 'Trade Desk'],
    ['Cinemark Holdings Inc Cinemark Holdings, Inc. Common Stock', 'Cinemark Holdings'],
    ['Cemex, S.A.B. de C.V. Sponsored ADR', 'Cemex'],
    ['HDFC BANK LTD', 'HDFC Bank'],
    ['Ferrari N.V. Common Shares', 'Ferrari'],
    ['AT&T Inc.', 'AT&T'],
  ])('%s is spoken of as %s', (legal, spoken) => {
    expect(spokenName(legal)).toBe(spoken);
  });

  it('makes slugs of ASCII words', () => {
    expect(companySlug('Estée Lauder & Co. (Class B)')).toBe('estee-lauder-and-co-class-b');
  });
});

describe('joining imports to our own table', () => {
  it('keeps our entry where both know a symbol', () => {
    const { entries } = parseTickerFile(
      `${NASDAQ}AAPL,Apple Inc.,Apple Inc. - Common Stock,Q,N,N,100,N,N\nZZQX,Zed Quux Inc.,Zed Quux Inc. - Common Stock,Q,N,N,100,N,N\n`,
      'n.csv',
    );
    const joined = withImported(loadUniverse(), entries);
    expect(joined.bySymbol('AAPL')).toBe(loadUniverse().bySymbol('AAPL'));
    expect(joined.bySymbol('zzqx')?.name).toBe('Zed Quux');
    expect(createUniverse(entries).bySymbol('ZZQX')?.aliases[0]?.ambiguity).toBe('word');
  });

  it('gives a symbol in use today to its holder, not to who had it before', () => {
    const { entries } = parseTickerFile(
      `${OTHER}FB,Some Buffer ETF,Some Buffer ETF,Z,FB,Y,100,N,FB\n`,
      'o.csv',
    );
    expect(loadUniverse().bySymbol('FB')?.symbol).toBe('META');
    expect(withImported(loadUniverse(), entries).bySymbol('FB')?.kind).toBe('etf');
  });
});

describe.skipIf(!present)('whole files', () => {
  it.each([
    ['nasdaq-listed-symbols.csv', 'nasdaq', 4000],
    ['other-listed.csv', 'other-listed', 5000],
    ['sec-company_tickers-2024-05.json', 'sec', 8000],
    ['sec-company_tickers-2026-03.json', 'sec', 8000],
    ['sp500-constituents.csv', 'sp500', 500],
  ] as const)(
    '%s is read to the end',
    (file, source, least) => {
      const read = parseTickerFile(readFileSync(new URL(file, SHARED), 'utf8'), file);
      expect(read.source).toBe(source);
      expect(read.entries.length).toBeGreaterThanOrEqual(least);
      expect(new Set(read.entries.map((entry) => entry.symbol)).size).toBe(read.entries.length);
    },
    120_000,
  );
});
