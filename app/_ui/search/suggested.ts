import type { Suggestion } from '#server/features/pages/suggest/rules.ts';
import { counted } from '../text/format.ts';

/** What an option of the search box says and where it leads. */
export type Option = { readonly href: string; readonly name: string; readonly note: string };

const words: Readonly<Record<Suggestion['kind'], string>> = {
  ticker: 'ticker',
  company: 'company',
  person: 'person',
  show: 'show',
  theme: 'theme',
};

/** The page that a suggestion leads to: its own where it has one, else the search for its name. */
export function optionOf({ kind, key, name, ideas }: Suggestion): Option {
  const note = `${kind === 'ticker' ? key : words[kind]}, ${counted(ideas, 'idea')}`;
  return { href: pages[kind](key, name), name, note };
}

const pages: Readonly<Record<Suggestion['kind'], (key: string, name: string) => string>> = {
  ticker: (key) => `/tickers/${encodeURIComponent(key)}`,
  company: (_key, name) => `/search?q=${encodeURIComponent(name)}`,
  person: (key) => `/people/${encodeURIComponent(key)}`,
  show: (key) => `/shows/${encodeURIComponent(key)}`,
  theme: (key) => `/themes/${encodeURIComponent(key)}`,
};
