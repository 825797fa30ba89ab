import { companySlug } from './names.ts';
import { loadUniverse } from './universe.ts';

/** The listed company that people call by this name (`apple`, `Berkshire Hathaway`), for a hint; null if there is none. */
export function symbolCalled(name: string): { readonly symbol: string; readonly name: string } | null {
  const universe = loadUniverse();
  const said = name.trim().toLowerCase();
  const found =
    universe.bySlug(companySlug(name)) ??
    universe.entries.find(({ aliases }) =>
      aliases.some(({ text, product, misheard }) => !product && !misheard && text.toLowerCase() === said),
    );
  return found?.symbol ? { symbol: found.symbol, name: found.name } : null;
}
