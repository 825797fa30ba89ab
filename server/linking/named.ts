import type { Subject } from '#server/domain.ts';
import { capitalised } from '#server/language/phrasing.ts';
import { companySlug } from '#server/linking/names.ts';
import { findThemes, themeBySlug } from '#server/linking/themes/rules.ts';
import type { Theme } from '#server/linking/themes/table/entry.ts';
import { type Alias, type Entry, listedSymbol, type Universe } from '#server/linking/universe.ts';

/** A reader's name for a subject, and its kind. */
export type GivenName = { readonly name: string; readonly kind: 'company' | 'fund' | 'asset' | 'theme' };

/** The subject that a given name means. */
export type NamedSubject = {
  readonly subject: Subject;
  /** Canonical symbols; empty if unlisted. */
  readonly tickers: readonly string[];
  /** Company slug; null for a theme. */
  readonly slug: string | null;
  /** Symbols of the listed owner of a unit that goes by its own name (Alphabet's, for Waymo). */
  readonly ownerTickers: readonly string[];
  /** Slug of the company that makes a named product; null for no product, or one whose name is also a word. */
  readonly maker: string | null;
  readonly etfs: readonly { readonly symbol: string; readonly name: string }[];
};

type Called = { readonly entry: Entry; readonly alias: Alias };
const called = new WeakMap<Universe, ReadonlyMap<string, Called>>();

/**
 * The subject of a name: a known company, instrument or theme; else a new subject under the name's own slug (an unlisted asset is
 * a theme). Unlike the linker it accepts a name that is also a word, because it was given as a name. Companies listed after
 * `asOf` are still private. Null if the name has no ASCII letter or digit.
 */
export function subjectNamed(universe: Universe, given: GivenName, asOf?: Date): NamedSubject | null {
  const name = given.name.replace(/\s+/g, ' ').trim();
  if (companySlug(name) === '') return null;
  if (given.kind === 'theme') return themeNamed(name);
  const known = byName(universe).get(keyOf(name));
  const entry = known?.entry ?? universe.bySlug(companySlug(name));
  if (entry === undefined)
    return given.kind === 'company' ? companyOf(companySlug(name), name, []) : themeNamed(name);
  if (known?.alias.product === true) {
    const product = companyOf(companySlug(name), name, symbolsOf(entry, asOf));
    return { ...product, maker: isDistinct(known.alias) ? entry.slug : null };
  }
  const tickers = symbolsOf(entry, asOf);
  if (tickers[0] === undefined)
    return companyOf(entry.slug, entry.name, entry.owner === null ? [] : [entry.owner]);
  const subject: Subject = { kind: 'ticker', key: tickers[0], name: entry.name };
  return { subject, tickers, slug: entry.slug, ownerTickers: [], maker: null, etfs: [] };
}

/** Whether a product's name is no common word (as "robotaxi" and "spectrum" are), or is a garbled form of one. */
function isDistinct({ ambiguity, misheard }: Alias): boolean {
  return ambiguity === 'plain' || misheard;
}

function companyOf(slug: string, name: string, ownerTickers: readonly string[]): NamedSubject {
  const subject: Subject = { kind: 'company', key: slug, name };
  return { subject, tickers: [], slug, ownerTickers, maker: null, etfs: [] };
}

function themeNamed(name: string): NamedSubject {
  const slug = companySlug(name);
  const known = themeBySlug(slug) ?? themeCalled(name) ?? themeCalled(name.replace(AROUND_A_THEME, ''));
  const subject: Subject = {
    kind: 'theme',
    key: known?.slug ?? slug,
    name: known?.name ?? capitalised(name),
  };
  return { subject, tickers: [], slug: null, ownerTickers: [], maker: null, etfs: known?.etfs ?? [] };
}

/** Words that add nothing to the name of a theme: the "cybersecurity industry" is cybersecurity. */
const AROUND_A_THEME = /^the\s+|\s+(?:industry|sector|market|companies|stocks)$/gi;

function themeCalled(name: string): Theme | undefined {
  return findThemes(name).find(({ start, end }) => start === 0 && end === name.length)?.theme;
}

function symbolsOf(entry: Entry, asOf: Date | undefined): string[] {
  const symbol = listedSymbol(entry, asOf);
  return symbol === null ? [] : [symbol];
}

function byName(universe: Universe): ReadonlyMap<string, Called> {
  const known = called.get(universe);
  if (known !== undefined) return known;
  const names = new Map<string, Called>();
  const add = (name: string, one: Called) => {
    const key = keyOf(name);
    const before = names.get(key);
    if (key !== '' && (before === undefined || (before.alias.product && !one.alias.product)))
      names.set(key, one);
  };
  for (const entry of universe.entries) {
    add(entry.name, { entry, alias: OWN_NAME });
    for (const alias of entry.aliases)
      if (!entry.imported || !alias.misheard) add(alias.text, { entry, alias });
  }
  called.set(universe, names);
  return names;
}

const OWN_NAME: Alias = { text: '', ambiguity: 'plain', product: false, division: false, misheard: false };

function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/^the\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
