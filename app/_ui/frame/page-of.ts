import { tickerPath } from '#server/api/links.ts';
import type { Suggestion } from '#server/features/pages/suggest/rules.ts';

/** The path of the page of a ticker, company, person, show or theme. */
export function pageOf({ kind, key }: Pick<Suggestion, 'kind' | 'key'>): string {
  return pages[kind](key);
}

/** The path of the page of a company without a ticker. */
export function companyPath(slug: string): string {
  return `/companies/${encodeURIComponent(slug)}`;
}

/** The path of a person's page. */
export function personPath(name: string): string {
  return `/people/${encodeURIComponent(name)}`;
}

const pages: Readonly<Record<Suggestion['kind'], (key: string) => string>> = {
  ticker: tickerPath,
  company: companyPath,
  person: personPath,
  show: (slug) => `/shows/${encodeURIComponent(slug)}`,
  theme: (slug) => `/themes/${encodeURIComponent(slug)}`,
};
