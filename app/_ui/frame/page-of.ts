import type { Suggestion } from '#server/features/pages/suggest/rules.ts';

/** The path of the page of a ticker, company, person, show or theme. */
export function pageOf({ kind, key }: Pick<Suggestion, 'kind' | 'key'>): string {
  return pages[kind](key);
}

/** The path of a ticker's page. */
export function tickerPage(symbol: string): string {
  return `/tickers/${encodeURIComponent(symbol)}`;
}

/** The path of the page of a company without a ticker. */
export function companyPage(slug: string): string {
  return `/companies/${encodeURIComponent(slug)}`;
}

/** The path of a person's page. */
export function personPage(name: string): string {
  return `/people/${encodeURIComponent(name)}`;
}

const pages: Readonly<Record<Suggestion['kind'], (key: string) => string>> = {
  ticker: tickerPage,
  company: companyPage,
  person: personPage,
  show: (slug) => `/shows/${encodeURIComponent(slug)}`,
  theme: (slug) => `/themes/${encodeURIComponent(slug)}`,
};
