import type { SearchAsked } from '#server/features/ideas/search/rules.ts';

/** What the address of the search page carries. */
export const filterNames = ['ticker', 'show', 'theme', 'person', 'stance', 'minDepth', 'from', 'to'] as const;
export const searchNames = ['q', ...filterNames, 'order'] as const;
const names = [...searchNames, 'cursor'] as const;
export type Query = Partial<Record<(typeof names)[number], string | undefined>>;

/** What was filled in of what was sent: a form sends its empty fields too. */
export function filters(sent: Record<string, string | string[] | undefined>): Query {
  const given = names.flatMap((name) => {
    const value = sent[name];
    const isSet = typeof value === 'string' && value.trim() !== '' && !(name === 'minDepth' && value === '1');
    if (!isSet) return [];
    return [[name, name === 'stance' ? value.toLowerCase() : value]];
  });
  return Object.fromEntries(given);
}

/** The page of these filters. */
export function address(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length === 0 ? '/search' : `/search?${new URLSearchParams(given)}`;
}

/** What a saved search keeps of these filters, as its procedure takes it. */
export function askedOf({ q, ticker, show, theme, person, stance, minDepth }: Query): SearchAsked {
  const given = { q, ticker, showId: show, theme, person, stance, minDepth };
  return JSON.parse(JSON.stringify(given)) as SearchAsked;
}
