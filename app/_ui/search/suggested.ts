import type { Suggestion } from '#server/features/pages/suggest/rules.ts';
import { pageOf } from '../frame/page-of.ts';
import { counted } from '../text/format.ts';

/** Everything that is suggested for a text, what it may be a misspelling of last. */
export function suggestedBy({ offered, meant }: Suggested): readonly Suggestion[] {
  return meant ? [...offered, meant] : offered;
}

type Suggested = { readonly offered: readonly Suggestion[]; readonly meant: Suggestion | null };

/** An option of the search box: what it says and where it leads. */
export type Option = { readonly href: string; readonly name: string; readonly note: string };

const words: Readonly<Record<Suggestion['kind'], string>> = {
  ticker: 'ticker',
  company: 'company',
  person: 'person',
  show: 'show',
  theme: 'theme',
};

/** A suggestion as an option, which leads to its page. */
export function optionOf(suggestion: Suggestion): Option {
  const { kind, key, name, ideas } = suggestion;
  const note = `${kind === 'ticker' ? key : words[kind]}, ${counted(ideas, 'idea')}`;
  return { href: pageOf(suggestion), name, note };
}
