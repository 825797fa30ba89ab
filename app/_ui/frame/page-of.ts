import type { Suggestion } from '#server/features/pages/suggest/rules.ts';

/** The path of the page of a ticker, person, show or theme; a company has none and is searched for by its name. */
export function pageOf({ kind, key, name }: Pick<Suggestion, 'kind' | 'key' | 'name'>): string {
  return pages[kind](key, name);
}

const pages: Readonly<Record<Suggestion['kind'], (key: string, name: string) => string>> = {
  ticker: (symbol) => `/tickers/${encodeURIComponent(symbol)}`,
  company: (_slug, name) => `/search?q=${encodeURIComponent(name)}`,
  person: (name) => `/people/${encodeURIComponent(name)}`,
  show: (slug) => `/shows/${encodeURIComponent(slug)}`,
  theme: (slug) => `/themes/${encodeURIComponent(slug)}`,
};
