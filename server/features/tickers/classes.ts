import { type Entry, loadUniverse } from '#server/linking/universe.ts';

/** What the name of an instrument says of its class: "Alphabet (class C)". */
const CLASS = / \(class [A-Z]\)$/;

let symbolsByIssuer: ReadonlyMap<string, readonly string[]> | null = null;

/** The symbols of the other share classes of a symbol's issuer (`GOOGL` for `GOOG`); none for one outside the universe. */
export function otherClassesOf(symbol: string): string[] {
  const { entries, bySymbol } = loadUniverse();
  const own = bySymbol(symbol);
  if (own?.kind !== 'stock') return [];
  symbolsByIssuer ??= issuersOf(entries);
  return (symbolsByIssuer.get(issuerOf(own)) ?? []).filter((other) => other !== own.symbol);
}

function issuersOf(entries: readonly Entry[]): ReadonlyMap<string, readonly string[]> {
  const stocks = entries.filter(({ kind, symbol }) => kind === 'stock' && symbol !== null);
  const byIssuer = Map.groupBy(stocks, issuerOf);
  return new Map([...byIssuer].map(([issuer, own]) => [issuer, own.map(({ symbol }) => symbol!)]));
}

function issuerOf({ name }: Entry): string {
  return name.replace(CLASS, '');
}
