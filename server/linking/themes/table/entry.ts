import { FUNDS } from './funds.ts';

/** An investment theme. `tickers` are US-listed symbols it covers, for exposure, never what a speaker named. */
export type Theme = {
  readonly slug: string;
  readonly name: string;
  /** Lower-case forms a speaker may use for it. */
  readonly spoken: readonly string[];
  readonly etfs: readonly { readonly symbol: string; readonly name: string }[];
  readonly tickers: readonly string[];
};

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
