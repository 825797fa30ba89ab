import { mostCharacters } from '#server/api/limits.ts';
import type { PageCaller } from '#server/edges/pages.ts';
import { cut } from '#server/language/phrasing.ts';
import { suggestedBy } from '../_ui/search/suggested.ts';

/**
 * The symbol of the ticker whose symbol or name was typed, by the rule of the search box. When there is none,
 * `symbol` is the text as typed and `near` names the nearest ticker.
 */
export async function tickerCalled(
  typed: string,
  { pages }: PageCaller,
): Promise<{ symbol: string; near: string | null }> {
  const called = typed.trim().replace(/^\$/, '').toLowerCase();
  if (called === '') return { symbol: typed, near: null };
  const found = await pages.suggest({ q: cut(called, mostCharacters.soughtName) });
  const tickers = suggestedBy(found).filter(({ kind }) => kind === 'ticker');
  if (tickers.some(({ key }) => key.toLowerCase() === called)) return { symbol: typed, near: null };
  const named = tickers.find(({ name }) => name.toLowerCase() === called);
  if (named) return { symbol: named.key, near: null };
  const [first] = tickers;
  return { symbol: typed, near: first ? `${first.key}, ${first.name}` : null };
}
