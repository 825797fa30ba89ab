import { airedText, counted, type Span } from '#server/features/ideas/rules.ts';

/** Which part of a list a page is: all of it, its first page with more to come, or a later page. */
export type PagePart = 'whole' | 'first' | 'later';

type Asked = {
  readonly q?: string | undefined;
  readonly symbol?: string | undefined;
  readonly show?: string | undefined;
  readonly theme?: string | undefined;
  readonly minDepth?: number | undefined;
};

/** How a sentence names what was searched for: ` on BRK.B by The Alpha Hour`; empty when nothing narrows it. */
export function searchSubject({ q, symbol, show, theme, minDepth }: Asked): string {
  return [
    symbol ? ` on ${symbol}` : '',
    theme ? ` in the theme ${theme}` : '',
    show ? ` by ${show}` : '',
    minDepth && minDepth > 1 ? ` of depth ${minDepth}${minDepth < 5 ? ' or more' : ''}` : '',
    q ? ` matching "${q.replace(/\s+/g, ' ').replaceAll('"', "'")}"` : '',
  ].join('');
}

/** One quotable sentence on a page of search results. */
export function searchSummary(span: Span, subject: string, part: PagePart): string {
  const tail = `from ${counted(span.shows, 'show')}, ${airedText(span)}`;
  if (part === 'whole') return `Earmark holds ${counted(span.ideas, 'attributed idea')}${subject}, ${tail}.`;
  if (part === 'first')
    return `These are the ${counted(span.ideas, 'most deeply argued idea')}${subject} in Earmark, ${tail}; more follow.`;
  return `These are ${counted(span.ideas, 'further attributed idea')}${subject} in Earmark, ${tail}.`;
}

/** Filters of the search as the search page's address names them. */
const pageNames = {
  q: 'q',
  ticker: 'ticker',
  showId: 'show',
  theme: 'theme',
  minDepth: 'minDepth',
  from: 'from',
  to: 'to',
};

/** The page of the service that shows the same search. */
export function searchPath(
  asked: { readonly [Name in keyof typeof pageNames]?: string | number | undefined },
): string {
  const query = new URLSearchParams();
  for (const [name, onPage] of Object.entries(pageNames)) {
    const value = asked[name as keyof typeof pageNames];
    if (value !== undefined) query.set(onPage, String(value));
  }
  return query.size > 0 ? `/search?${query}` : '/search';
}
