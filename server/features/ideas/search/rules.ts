import { airedBeside, counted, type DaysAsked, isOneDay, type Span } from '#server/features/ideas/rules.ts';
import { NOT_TOLD } from '#server/features/theses/schema.ts';

/** The greatest depth of argument. */
export const DEEPEST = 5;

/** Where a page of the deepest first ended. */
export type DepthPosition = { readonly depth: number; readonly publishedAt: Date; readonly id: string };

/** Which part of a list a page is: all of it, its first page with more to come, or a later page. */
export type PagePart = 'whole' | 'first' | 'later';

/** What a search is narrowed by, as a caller writes it (docs/contract.md, Ideas). Days are UTC. */
export type SearchAsked = {
  readonly q?: string | undefined;
  readonly ticker?: string | undefined;
  readonly showId?: string | undefined;
  readonly theme?: string | undefined;
  readonly minDepth?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Whole words of a speaker's name. */
  readonly person?: string | undefined;
  readonly stance?: StanceAsked | undefined;
  /** Deepest argued first unless said. */
  readonly order?: 'newest' | undefined;
};

export const stancesAsked = ['bullish', 'bearish', 'balanced', 'mixed', NOT_TOLD] as const;
export type StanceAsked = (typeof stancesAsked)[number];

/** How a list of filters names a stance. */
export function stanceAskedInWords(stance: string): string {
  return stance === NOT_TOLD ? `stance ${stance}` : stance;
}

/** What a search is narrowed by with its ticker and show looked up: canonical symbol and name. */
type Named = Pick<SearchAsked, 'q' | 'theme' | 'minDepth' | 'from' | 'to' | 'person' | 'stance'> & {
  readonly symbol?: string | undefined;
  readonly show?: string | undefined;
};

/** How a sentence names what was searched for: ` on BRK.B by The Alpha Hour`; empty when nothing narrows it. */
export function searchSubject(named: Named): string {
  const { q, symbol, show, theme, minDepth, person, stance } = named;
  return [
    symbol ? ` on ${symbol}` : '',
    theme ? ` in the theme ${theme}` : '',
    show ? ` by ${show}` : '',
    person ? ` said by ${person}` : '',
    stance ? (stance === NOT_TOLD ? ` whose stance is ${stance}` : ` argued as ${stance}`) : '',
    minDepth && minDepth > 1 ? ` of depth ${minDepth}${minDepth < 5 ? ' or more' : ''}` : '',
    q ? ` matching ${quoted(q.replace(/\s+/g, ' '))}` : '',
    windowText(named),
  ].join('');
}

/** How a sentence names the air dates that a list is limited to, UTC days; empty when it is to none. */
function windowText({ from, to }: DaysAsked): string {
  if (isOneDay({ from, to })) return ` that aired on ${from}`;
  if (from !== undefined && to !== undefined) return ` that aired between ${from} and ${to}`;
  if (from !== undefined) return ` that aired since ${from}`;
  return to === undefined ? '' : ` that aired until ${to}`;
}

/** A search text in quotation marks; one that is a phrase has them already. */
function quoted(q: string): string {
  return /^"[^"]+"$/.test(q) ? q : `"${q.replaceAll('"', "'")}"`;
}

/** One quotable sentence on a page of search results, `near` of which are found by what they mean and not by their words. */
export function searchSummary(
  span: Span,
  subject: string,
  part: PagePart,
  near: number,
  asked: DaysAsked,
): string {
  const aired = airedBeside(span, asked);
  if (near > 0) return nearSummary(span, subject, part, near, aired);
  if (span.ideas === 1 && part !== 'whole') {
    const one = part === 'first' ? 'the most deeply argued idea' : 'one further attributed idea';
    return `This is ${one}${subject} in Earmark${aired}${part === 'first' ? '; more follow' : ''}.`;
  }
  const tail = `from ${counted(span.shows, 'show')}${aired}`;
  if (part === 'whole') return `Earmark holds ${counted(span.ideas, 'attributed idea')}${subject}, ${tail}.`;
  if (part === 'first')
    return `These are the ${span.ideas} most deeply argued ideas${subject} in Earmark, ${tail}; more follow.`;
  return `These are ${span.ideas} further attributed ideas${subject} in Earmark, ${tail}.`;
}

const holding: Readonly<Record<PagePart, string>> = {
  whole: 'Earmark holds',
  first: 'The first page of this search in Earmark, deepest argued first, holds',
  later: 'A further page of this search in Earmark holds',
};

/** The same where some only mean what was searched for: these are told apart from those that match it. */
function nearSummary(span: Span, subject: string, part: PagePart, near: number, aired: string): string {
  const matching = span.ideas - near;
  const held = matching === 0 ? 'no attributed idea' : counted(matching, 'attributed idea');
  const besides = `${matching === 0 ? 'but' : 'and'} ${near} near it in meaning`;
  const tail = `from ${counted(span.shows, 'show')}${aired}${part === 'first' ? '; more follow' : ''}`;
  return `${holding[part]} ${held}${subject}, ${besides}, ${tail}.`;
}

/** Filters of a search as the address of the search page names them. */
const pageNames: Readonly<Record<keyof SearchAsked, string>> = {
  q: 'q',
  ticker: 'ticker',
  showId: 'show',
  theme: 'theme',
  minDepth: 'minDepth',
  from: 'from',
  to: 'to',
  person: 'person',
  stance: 'stance',
  order: 'order',
};

/** The page of the service that shows the same search. */
export function searchPath(asked: SearchAsked): string {
  const query = new URLSearchParams();
  for (const [name, onPage] of Object.entries(pageNames)) {
    const value = asked[name as keyof SearchAsked];
    if (value !== undefined) query.set(onPage, String(value));
  }
  return query.size > 0 ? `/search?${query}` : '/search';
}
