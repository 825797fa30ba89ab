import type { Theme } from '#server/linking/themes/rules.ts';
import { FUNDS } from './funds.ts';

/** One theme; `spoken` holds its forms joined by ", ", `tickers` the symbols it covers joined by a space. */
export function theme(
  slug: string,
  name: string,
  spoken: string,
  funds: readonly (keyof typeof FUNDS)[],
  tickers: string,
): Theme {
  return {
    slug,
    name,
    spoken: spoken.split(', '),
    etfs: funds.map((symbol) => ({ symbol, name: FUNDS[symbol] })),
    tickers: tickers.length === 0 ? [] : tickers.split(' '),
  };
}
