import { tickerPath } from '#server/api/links.ts';
import type { Suggestion } from '#server/features/pages/suggest/rules.ts';

/** The path of the page of a ticker, person, show or theme; a company has none and is searched for by its name. */
export function pageOf({ kind, key, name }: Pick<Suggestion, 'kind' | 'key' | 'name'>): string {
  return pages[kind](key, name);
}

/** The path of a person's page. */
export function personPath(name: string): string {
  return `/people/${encodeURIComponent(name)}`;
}

const pages: Readonly<Record<Suggestion['kind'], (key: string, name: string) => string>> = {
  ticker: tickerPath,
  company: (_slug, name) => `/search?q=${encodeURIComponent(name)}`,
  person: personPath,
  show: (slug) => `/shows/${encodeURIComponent(slug)}`,
  theme: (slug) => `/themes/${encodeURIComponent(slug)}`,
};
