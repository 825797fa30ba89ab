import { loadUniverse } from '#server/linking/universe.ts';

/** What the name of an instrument says of its class: "Alphabet (class C)". */
const CLASS = / \(class [A-Z]\)$/;

/** The symbols of the other share classes of a symbol's issuer (`GOOGL` for `GOOG`); none for one outside the universe. */
export function otherClassesOf(symbol: string): string[] {
  const { entries, bySymbol } = loadUniverse();
  const own = bySymbol(symbol);
  if (own?.kind !== 'stock') return [];
  const issuer = own.name.replace(CLASS, '');
  return entries.flatMap((one) => {
    const isOther = one.kind === 'stock' && one.symbol !== null && one.symbol !== own.symbol;
    return isOther && one.name.replace(CLASS, '') === issuer ? [one.symbol!] : [];
  });
}
