import { EVERYDAY, GIVEN_NAMES } from '#server/linking/link/words.ts';
import { canonicalSymbol } from './canonical-symbol.ts';
import { spokenName } from './names.ts';
import { type Alias, type Ambiguity, type Entry, type InstrumentKind, importedEntry } from './universe.ts';

/** The content of a symbol file. */
export type ImportedFile = {
  readonly source: 'sec' | 'nasdaq' | 'other-listed' | 'sp500';
  readonly entries: readonly Entry[];
  /** Rows left out on purpose: test issues, warrants, units, rights, preferred shares, notes. */
  readonly skipped: number;
};

/** An unreadable file or row. The message names file and line. */
export class TickerFileError extends Error {
  readonly file: string;
  /** From 1; null if the whole file is at fault. */
  readonly line: number | null;

  constructor(file: string, line: number | null, problem: string) {
    super(line === null ? `${file}: ${problem}` : `${file} line ${line}: ${problem}`);
    this.name = 'TickerFileError';
    this.file = file;
    this.line = line;
  }
}

type Row = {
  readonly symbol: string;
  readonly name: string;
  readonly kind: InstrumentKind;
  readonly line: number;
};

const NOT_A_SHARE =
  /\b(?:warrants?|rights?|units?|preferred|notes?|debentures?|subordinated|when[- ]issued|convertible|trust preferred|due 20\d\d|fixed[- ]rate)\b|\d%|%\s/i;

/**
 * Reads the SEC's company_tickers JSON, the Nasdaq and other-listed CSVs or the S&P 500 constituents CSV. Recognises them by
 * their content; `file` is for messages. Of two rows with one symbol the first wins. Throws TickerFileError for an unknown format
 * and for a row without a usable symbol or name.
 */
export function parseTickerFile(text: string, file: string): ImportedFile {
  const content = text.replace(/^\ufeff/, '');
  if (content.trimStart().startsWith('{')) return finish('sec', readSec(content, file));
  const table = readCsv(content, file);
  const header = table[0]?.cells ?? [];
  const has = (...names: string[]) => names.every((name) => header.includes(name));
  if (has('Symbol', 'Security Name', 'Test Issue', 'ETF'))
    return finish('nasdaq', readExchange(table, file, 'Symbol'));
  if (has('ACT Symbol', 'Security Name', 'Test Issue', 'ETF')) {
    return finish('other-listed', readExchange(table, file, 'ACT Symbol'));
  }
  if (has('Symbol', 'Security', 'GICS Sector')) return finish('sp500', readSp500(table, file));
  throw new TickerFileError(
    file,
    null,
    'not a symbol file: want the SEC JSON, an exchange CSV or the S&P 500 CSV',
  );
}

/**
 * Spoken names of an imported instrument: its name without the legal form. It is unreviewed, so it needs a capital and context,
 * the more if it is one word or everyday words. None for fewer than four letters.
 */
function defaultAliases(name: string): Alias[] {
  if (name.replace(/[^\p{L}\p{N}]/gu, '').length < 4) return [];
  return [{ text: name, ambiguity: ambiguityOf(name), product: false, division: false, misheard: false }];
}

function finish(source: ImportedFile['source'], read: { rows: Row[]; skipped: number }): ImportedFile {
  const seen = new Set<string>();
  const entries = read.rows.flatMap((row) => {
    if (seen.has(row.symbol)) return [];
    seen.add(row.symbol);
    const { symbol, name, kind } = row;
    return [importedEntry({ symbol, name, kind }, defaultAliases(name))];
  });
  return { source, entries, skipped: read.skipped };
}

function ambiguityOf(name: string): Ambiguity {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean);
  const everyday = words.every((word) => EVERYDAY.has(word) || GIVEN_NAMES.has(word));
  return words.length === 1 || everyday ? 'doubtful' : 'word';
}

function readSec(content: string, file: string): { rows: Row[]; skipped: number } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch (error) {
    throw new TickerFileError(
      file,
      null,
      `not valid JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
  const items = Object.entries(parsed as Record<string, unknown>).map(([key, value]) =>
    readSecItem(key, value, file),
  );
  const byCompany = Map.groupBy(items, (item) => item.cik);
  const rows = items.flatMap((item, i) => {
    const siblings = byCompany.get(item.cik) ?? [];
    if (siblings.some((other) => isDerived(item.symbol, other.symbol))) return [];
    return [{ symbol: item.symbol, name: spokenName(item.title), kind: 'stock' as const, line: i + 1 }];
  });
  return { rows, skipped: items.length - rows.length };
}

/** Reads an item; a message names its key, because the file has one line. */
function readSecItem(
  key: string,
  value: unknown,
  file: string,
): { cik: number; symbol: string; title: string } {
  const item = value as { cik_str?: unknown; ticker?: unknown; title?: unknown } | null;
  const symbol = typeof item?.ticker === 'string' ? canonicalSymbol(item.ticker) : null;
  const title = typeof item?.title === 'string' ? item.title.trim() : '';
  if (symbol === null || title === '') {
    throw new TickerFileError(
      file,
      null,
      `item "${key}": want cik_str, ticker and title, found ${JSON.stringify(value)}`,
    );
  }
  return { cik: Number(item?.cik_str), symbol, title };
}

/** Whether a symbol is a warrant, unit, right or preferred share of `base`: one or two letters more. */
function isDerived(symbol: string, base: string): boolean {
  if (symbol === base) return false;
  if (/\.P[A-Z]?$/.test(symbol)) return true;
  if (!symbol.startsWith(base)) return false;
  return /^\.?(?:W|WW|WS|WT|U|UN|WU|R|RT|P|O|N|M|Z)$/.test(symbol.slice(base.length)) && symbol.length >= 4;
}

function readExchange(
  table: readonly CsvRow[],
  file: string,
  column: string,
): { rows: Row[]; skipped: number } {
  const cell = columnReader(table, file);
  const rows: Row[] = [];
  let skipped = 0;
  for (const row of table.slice(1)) {
    const written = cell(row, column);
    if (isTrailer(row)) continue;
    const security = cell(row, 'Security Name');
    const etf = cell(row, 'ETF') === 'Y';
    if (cell(row, 'Test Issue') === 'Y' || written.includes('$') || (!etf && NOT_A_SHARE.test(security))) {
      skipped += 1;
      continue;
    }
    const name = etf ? security.trim() : spokenName(security);
    rows.push({ ...identity(written, name, file, row.line), kind: etf ? 'etf' : 'stock' });
  }
  return { rows, skipped };
}

function readSp500(table: readonly CsvRow[], file: string): { rows: Row[]; skipped: number } {
  const cell = columnReader(table, file);
  const rows = table.slice(1).map((row) => ({
    ...identity(cell(row, 'Symbol'), spokenName(cell(row, 'Security')), file, row.line),
    kind: 'stock' as const,
  }));
  return { rows, skipped: 0 };
}

function identity(written: string, name: string, file: string, line: number): Omit<Row, 'kind'> {
  const symbol = canonicalSymbol(written);
  if (symbol === null) throw new TickerFileError(file, line, `"${written}" is no symbol`);
  if (name === '') throw new TickerFileError(file, line, `${symbol} has no name`);
  return { symbol, name, line };
}

function columnReader(table: readonly CsvRow[], file: string): (row: CsvRow, column: string) => string {
  const header = table[0]?.cells ?? [];
  const places = new Map(header.map((name, i) => [name, i]));
  return (row, column) => {
    if (row.cells.length !== header.length && !isTrailer(row)) {
      throw new TickerFileError(file, row.line, `${row.cells.length} columns, want ${header.length}`);
    }
    return row.cells[places.get(column) ?? -1] ?? '';
  };
}

/** Whether a row is the exchange's closing time stamp. */
function isTrailer(row: CsvRow): boolean {
  const filled = row.cells.filter((value) => value !== '');
  return filled.length === 0 || filled[0]?.startsWith('File Creation Time') === true;
}

type CsvRow = { readonly cells: readonly string[]; readonly line: number };

/** Rows of a CSV file (RFC 4180): quoted cells may hold commas, doubled quotes and line ends. Skips empty lines. */
function readCsv(text: string, file: string): CsvRow[] {
  const rows: CsvRow[] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  let cells: string[] = [];
  let line = 1;
  let first = 1;
  while (cell.lastIndex < text.length || cells.length > 0) {
    const found = cell.exec(text);
    if (found === null)
      throw new TickerFileError(file, line, 'a quote is not closed, or stands inside a cell');
    const [whole, value = '', end = ''] = found;
    cells.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    line += whole.split('\n').length - 1;
    if (end === ',') continue;
    if (cells.length > 1 || cells[0] !== '') rows.push({ cells, line: first });
    cells = [];
    first = line;
  }
  return rows;
}
