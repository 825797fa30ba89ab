import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tokenise } from '#server/linking/link/tokens.ts';
import { canonicalSymbol } from './canonical-symbol.ts';
import { parseTickerFile } from './symbol-files.ts';
import { type Entry, loadUniverse, parseAlias, writtenAlias } from './universe.ts';

const SHARED = new URL('../../../shared/data/tickers/', import.meta.url);
const present = existsSync(SHARED);
if (!present)
  console.warn(`SKIPPED: symbol files are absent (${SHARED.pathname}); facts are not checked against them`);

const universe = loadUniverse();
const listed = universe.entries.filter((entry) => entry.symbol !== null);

function count(kind: Entry['kind']): number {
  return universe.entries.filter((entry) => entry.kind === kind).length;
}

describe('our own table', () => {
  it('covers what podcasts name', () => {
    expect(count('stock')).toBeGreaterThanOrEqual(1500);
    expect(count('etf')).toBeGreaterThanOrEqual(150);
    expect(count('crypto')).toBeGreaterThanOrEqual(40);
    expect(count('company')).toBeGreaterThanOrEqual(150);
  });

  it('holds canonical symbols and slugs, each once', () => {
    expect(listed.filter((entry) => canonicalSymbol(entry.symbol ?? '') !== entry.symbol)).toEqual([]);
    expect(universe.entries.filter((entry) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(entry.slug))).toEqual([]);
    expect(new Set(listed.map((entry) => entry.symbol)).size).toBe(listed.length);
    const slugs = universe.entries.map((entry) => entry.slug);
    expect(slugs.filter((slug, i) => slugs.indexOf(slug) !== i)).toEqual([]);
  });

  it('gives one spoken name to one company', () => {
    const owners = new Map<string, string>();
    const shared: string[] = [];
    for (const entry of universe.entries) {
      for (const alias of entry.aliases) {
        const words = tokenise(alias.text)
          .map((token) => token.norm)
          .join(' ');
        const owner = owners.get(words);
        if (owner !== undefined && owner !== entry.slug) shared.push(`${words}: ${owner}, ${entry.slug}`);
        owners.set(words, entry.slug);
      }
    }
    expect(shared).toEqual([]);
  });

  it.each([
    ['FB', 'META'],
    ['SQ', 'XYZ'],
    ['MMC', 'MRSH'],
    ['PARA', 'PSKY'],
    ['brk/b', 'BRK.B'],
    ['$googl', 'GOOGL'],
    ['000660.KS', 'SKHY'],
  ])('finds %s under %s', (written, symbol) => {
    expect(universe.bySymbol(written)?.symbol).toBe(symbol);
  });

  it('keeps private companies without a symbol and foreign ones with theirs', () => {
    for (const slug of [
      'openai',
      'anthropic',
      'stripe',
      'databricks',
      'bytedance',
      'anduril',
      'perplexity',
      'xai',
    ]) {
      expect(universe.bySlug(slug)).toMatchObject({ kind: 'company', symbol: null });
    }
    expect(universe.bySlug('samsung')).toMatchObject({ symbol: null, foreignSymbol: '005930.KS' });
    expect(universe.bySymbol('005930.KS')?.slug).toBe('samsung');
  });

  it('reads the marks of an alias', () => {
    expect(parseAlias('Apple?')).toEqual({
      text: 'Apple',
      ambiguity: 'word',
      product: false,
      division: false,
      misheard: false,
    });
    expect(parseAlias('ad gen~??')).toEqual({
      text: 'ad gen',
      ambiguity: 'doubtful',
      product: false,
      division: false,
      misheard: true,
    });
    expect(parseAlias('iPhone*')).toEqual({
      text: 'iPhone',
      ambiguity: 'plain',
      product: true,
      division: false,
      misheard: false,
    });
    expect(parseAlias('AWS**')).toMatchObject({ text: 'AWS', product: true, division: true });
  });

  it('writes an alias so that it reads the same', () => {
    const aliases = universe.entries.flatMap((entry) => entry.aliases);
    expect(aliases.some(({ division }) => division)).toBe(true);
    expect(aliases.map((alias) => parseAlias(writtenAlias(alias)))).toEqual(aliases);
  });
});

describe.skipIf(!present)('facts', () => {
  const known = new Map<string, Entry>();
  if (present) {
    for (const file of [
      'nasdaq-listed-symbols.csv',
      'other-listed.csv',
      'sec-company_tickers-2026-03.json',
    ]) {
      for (const entry of parseTickerFile(readFileSync(new URL(file, SHARED), 'utf8'), file).entries) {
        if (entry.symbol !== null && !known.has(entry.symbol)) known.set(entry.symbol, entry);
      }
    }
  }

  it('lists no US symbol that the exchanges and the SEC do not', () => {
    const unknown = listed.filter(
      (entry) => entry.kind !== 'crypto' && entry.foreignSymbol === null && !known.has(entry.symbol ?? ''),
    );
    expect(unknown.map((entry) => entry.symbol)).toEqual([]);
  });

  it('calls a fund a fund', () => {
    const wrong = listed.filter((entry) => {
      const fact = known.get(entry.symbol ?? '');
      return entry.kind === 'stock' && fact?.kind === 'etf';
    });
    expect(wrong.map((entry) => entry.symbol)).toEqual([]);
  });

  /** Known by initials or by a brand that is no part of the legal name. */
  const OTHER_NAMES = ['BBVA', 'BMWKY', 'FMCC', 'FNB', 'IPAR', 'PICS', 'SBS', 'SLM', 'VFC', 'WW'];

  it('shares a word of its name with the legal one, unless the company goes by another', () => {
    const apart = listed.filter((entry) => {
      const fact = known.get(entry.symbol ?? '');
      if (fact === undefined || entry.kind !== 'stock') return false;
      const names = [entry.name, ...entry.aliases.map((alias) => alias.text)].join(' ').toLowerCase();
      return !fact.name
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .some((word) => word.length > 1 && names.includes(word));
    });
    expect(
      apart.map((entry) => entry.symbol).filter((symbol) => !OTHER_NAMES.includes(symbol ?? '')),
    ).toEqual([]);
  });

  it('has every company of the S&P 500, under its symbol of today or of before', () => {
    const { entries } = parseTickerFile(
      readFileSync(new URL('sp500-constituents.csv', SHARED), 'utf8'),
      'sp500',
    );
    expect(entries.filter((entry) => universe.bySymbol(entry.symbol ?? '') === undefined)).toEqual([]);
  });
});
