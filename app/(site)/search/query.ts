import type { PageCaller } from '#server/edges/pages.ts';
import { type SearchAsked, stanceAskedInWords } from '#server/features/ideas/search/rules.ts';
import { isFeed } from '#server/features/pages/take/rules.ts';
import { single } from '../../_server/query.ts';

export const filterNames = ['ticker', 'show', 'theme', 'person', 'stance', 'minDepth', 'from', 'to'] as const;
const names = ['q', ...filterNames, 'order', 'cursor'] as const;
/** What the address of the search page carries. */
export type Query = Partial<Record<(typeof names)[number], string | undefined>>;
/** A query as the procedure takes it, which checks the values. */
export type SearchInput = Parameters<PageCaller['pages']['search']>[0];

/** The filters of an address, without empty fields, which a form sends too. */
export function filters(sent: Record<string, string | string[] | undefined>): Query {
  const given = names.flatMap((name) => {
    const value = single(sent[name])?.trim() ?? '';
    const isSet = value !== '' && !(name === 'minDepth' && value === '1');
    return isSet ? [[name, name === 'stance' ? value.toLowerCase() : value]] : [];
  });
  return Object.fromEntries(given);
}

/** The path of the search page with these filters. */
export function address(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length === 0 ? '/search' : `/search?${new URLSearchParams(given)}`;
}

/** A search as its feed or file lists it: a feed newest first, else what is new would never be in it; a file in the page's order. */
export function listedIn(file: string, query: Query): Query {
  return isFeed(file) ? { ...query, order: 'newest' } : query;
}

/** These filters as the procedures of saved searches take them: without dates and order. */
export function askedOf({ q, ticker, show, theme, person, stance, minDepth }: Query): SearchAsked {
  const given = { q, ticker, showId: show, theme, person, stance, minDepth };
  return JSON.parse(JSON.stringify(given)) as SearchAsked;
}

/** Whether a search is limited to air dates. */
export function isDated({ from, to }: Query): boolean {
  return from !== undefined || to !== undefined;
}

/** What may find more than a search that found nothing; empty for one word without a filter. */
export function wider(query: Query): string[] {
  const { q = '', from: _from, to: _to, ...filters } = query;
  return [
    ...(/\s/.test(q) ? ['fewer words'] : []),
    ...(isDated(query) ? ['other dates'] : []),
    ...(filterNames.some((name) => name in filters) ? ['fewer filters'] : []),
  ];
}

type Named = { readonly slug: string; readonly name: string };

/** The title of a search's feed or file. `choices` gives the names of shows and themes. */
export function titleOf(query: Query, choices: readonly Named[]): string {
  const { q, ticker, show, theme, person, stance, minDepth, from, to } = query;
  const called = (slug: string | undefined) => choices.find((one) => one.slug === slug)?.name ?? slug;
  const words = [
    ...[q, ticker, called(show), called(theme), person, stance && stanceAskedInWords(stance)],
    minDepth && `depth ${minDepth}${minDepth === '5' ? '' : ' or more'}`,
    from && `from ${from}`,
    to && `until ${to}`,
  ].filter(Boolean);
  return words.length > 0 ? `Search: ${words.join(', ')}` : 'All ideas';
}
