import { readFileSync } from 'node:fs';
import { entriesIn } from '#server/language/word-list.ts';
import { canonicalSymbol } from './canonical-symbol.ts';
import { companySlug } from './names.ts';

export type InstrumentKind = 'stock' | 'etf' | 'crypto';

/**
 * How surely a spoken name means its company. `plain`: nothing else is called that. `word`: also an everyday word or a person's
 * name; a capital mostly settles it. `doubtful`: even with a capital it usually means something else.
 */
export type Ambiguity = 'plain' | 'word' | 'doubtful';

export type Alias = {
  readonly text: string;
  readonly ambiguity: Ambiguity;
  /** A product, brand or division that stands for its owner. */
  readonly product: boolean;
  /** A product that is a business by itself (`AWS`): it always means its owner. */
  readonly division: boolean;
  /** What speech recognition writes instead of the name. */
  readonly misheard: boolean;
  /** An operator taught it: it means this whatever our own table says of it. */
  readonly taught?: boolean;
};

/** A listed instrument, or a company that has no US symbol. */
export type Entry = {
  /** Canonical symbol; null for a private or foreign-only company. */
  readonly symbol: string | null;
  readonly kind: InstrumentKind | 'company';
  readonly slug: string;
  readonly name: string;
  readonly aliases: readonly Alias[];
  /** Symbols it had before a rename. */
  readonly formerSymbols: readonly string[];
  /** Symbol at the home exchange (`005930.KS`), if the company is known by it. */
  readonly foreignSymbol: string | null;
  /** Symbol of the listed owner of a company that goes by its own name (`GOOGL`, for Waymo); else null. */
  readonly owner: string | null;
  /** First trading day (00:00 UTC); before it the company is unlisted. Null if it is older than the podcasts. */
  readonly listedSince: Date | null;
  /** From a symbol file, unreviewed: a bare word never links to its symbol. */
  readonly imported: boolean;
  /** Adds the names that an operator taught to the instrument's own. */
  readonly learned?: boolean;
};

export type Universe = {
  readonly entries: readonly Entry[];
  /** Phrases in which a company's name means something else (`apple pie`). */
  readonly phrases: readonly string[];
  /** By symbol in any form, also former and foreign ones. */
  bySymbol(symbol: string): Entry | undefined;
  bySlug(slug: string): Entry | undefined;
};

const DATA = new URL('./data/', import.meta.url);

let own: Universe | null = null;

/** The shipped table, read once. Throws with file and line if a row is malformed. */
export function loadUniverse(): Universe {
  own ??= createUniverse(
    [...parseListed(read('listed.tsv')), ...parseCompanies(read('companies.tsv'))],
    entriesIn(new URL('phrases.txt', DATA)),
  );
  return own;
}

/** A universe of these entries. Of two with one symbol or slug the first wins. */
export function createUniverse(entries: readonly Entry[], phrases: readonly string[] = []): Universe {
  const symbols = new Map<string, Entry>();
  const slugs = new Map<string, Entry>();
  for (const entry of entries) {
    if (entry.symbol !== null && !symbols.has(entry.symbol)) symbols.set(entry.symbol, entry);
    if (!slugs.has(entry.slug)) slugs.set(entry.slug, entry);
  }
  for (const entry of entries) {
    for (const other of [...entry.formerSymbols, entry.foreignSymbol]) {
      if (other !== null && !symbols.has(other)) symbols.set(other, entry);
    }
  }
  return {
    entries,
    phrases,
    bySymbol: (symbol) => symbols.get(canonicalSymbol(symbol) ?? ''),
    bySlug: (slug) => slugs.get(slug),
  };
}

/** Our entries, imported ones with symbols that ours lack, and the names learned for each. */
export function withImported(ours: Universe, imported: readonly Entry[]): Universe {
  const learned = imported.filter((entry) => entry.learned);
  const added = imported.filter(
    (entry) =>
      !entry.learned && (entry.symbol === null || ours.bySymbol(entry.symbol)?.symbol !== entry.symbol),
  );
  const entries = [...ours.entries, ...added].map((entry) => {
    const taught = learned.filter(({ symbol }) => symbol === entry.symbol).flatMap(({ aliases }) => aliases);
    return taught.length === 0 ? entry : { ...entry, aliases: [...entry.aliases, ...taught] };
  });
  return createUniverse(entries, ours.phrases);
}

/** Reads an alias as the data files write it: text, then marks `~` misheard, `*` product, `**` division, `?` word, `??` doubtful. */
export function parseAlias(written: string): Alias {
  const marks = /[~*?]*$/.exec(written)?.[0] ?? '';
  const doubts = marks.split('?').length - 1;
  return {
    text: written.slice(0, written.length - marks.length).trim(),
    ambiguity: doubts === 0 ? 'plain' : doubts === 1 ? 'word' : 'doubtful',
    product: marks.includes('*'),
    division: marks.includes('**'),
    misheard: marks.includes('~'),
  };
}

/** The form that `parseAlias` reads. */
export function writtenAlias({ text, ambiguity, product, division, misheard }: Alias): string {
  const owned = division ? '**' : product ? '*' : '';
  const doubt = { plain: '', word: '?', doubtful: '??' }[ambiguity];
  return `${text}${misheard ? '~' : ''}${owned}${doubt}`;
}

/** The symbol under which an instrument is listed on a day (now where absent); null before its listing, and for a company without one. */
export function listedSymbol({ symbol, listedSince }: Entry, asOf?: Date): string | null {
  return asOf === undefined || listedSince === null || listedSince <= asOf ? symbol : null;
}

/** The slug of an instrument: of a stock's name, else of its symbol and kind. A name without ASCII letters leaves the symbol. */
export function instrumentSlug({ symbol, kind, name }: Instrument): string {
  const slug = companySlug(kind === 'stock' ? name : `${symbol} ${kind}`);
  return slug || companySlug(symbol);
}

/** An instrument from a symbol file or the database: of it nothing else is known. */
export function importedEntry(instrument: Instrument, aliases: readonly Alias[]): Entry {
  return {
    ...instrument,
    slug: instrumentSlug(instrument),
    aliases,
    formerSymbols: [],
    foreignSymbol: null,
    owner: null,
    listedSince: null,
    imported: true,
  };
}

type Instrument = { readonly symbol: string; readonly kind: InstrumentKind; readonly name: string };

function parseListed(text: string): Entry[] {
  return rows(text, 'listed.tsv', 7).map(({ cells, line }) => {
    const [symbol = '', kind = '', name = '', aliases = '', former = '', foreign = '', since = ''] = cells;
    if (canonicalSymbol(symbol) !== symbol || !isKind(kind) || name === '') {
      throw new Error(`listed.tsv line ${line}: want a canonical symbol, stock|etf|crypto and a name`);
    }
    return {
      symbol,
      kind,
      slug: instrumentSlug({ symbol, kind, name }),
      name,
      aliases: list(aliases).map(parseAlias),
      formerSymbols: list(former),
      foreignSymbol: foreign || null,
      owner: null,
      listedSince: since === '' ? null : new Date(`${since}T00:00:00Z`),
      imported: false,
    };
  });
}

function parseCompanies(text: string): Entry[] {
  return rows(text, 'companies.tsv', 5).map(({ cells, line }) => {
    const [slug = '', name = '', aliases = '', foreign = '', owner = ''] = cells;
    if (slug === '' || name === '') throw new Error(`companies.tsv line ${line}: want a slug and a name`);
    return {
      symbol: null,
      kind: 'company',
      slug,
      name,
      aliases: list(aliases).map(parseAlias),
      formerSymbols: [],
      foreignSymbol: foreign || null,
      owner: owner || null,
      listedSince: null,
      imported: false,
    };
  });
}

function rows(text: string, file: string, columns: number): { cells: string[]; line: number }[] {
  return text.split('\n').flatMap((row, index) => {
    if (row === '' || row.startsWith('#')) return [];
    const cells = row.split('\t');
    if (cells.length > columns)
      throw new Error(`${file} line ${index + 1}: ${cells.length} columns, want ${columns}`);
    return [{ cells, line: index + 1 }];
  });
}

function list(cell: string): string[] {
  return cell.split(';').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

function isKind(kind: string): kind is InstrumentKind {
  return kind === 'stock' || kind === 'etf' || kind === 'crypto';
}

function read(file: string): string {
  return readFileSync(new URL(file, DATA), 'utf8');
}
