import { type SearchAsked, searchPath, stanceAskedInWords } from '#server/features/ideas/search/rules.ts';
import { cut } from '#server/language/phrasing.ts';
import { canonicalSymbol } from '#server/linking/canonical-symbol.ts';
import { themeBySlug } from '#server/linking/themes/rules.ts';

/** Searches an account may keep. */
export const MAX_SEARCHES = 20;
/** Characters of a name. */
export const MAX_NAME = 80;

/** The part of a search that is saved: without days and order, and with the symbol and the slug in their one spelling. Null when nothing narrows it. Two with one `searchPath` are the same. */
export function keptOf({
  q,
  ticker,
  showId,
  theme,
  person,
  stance,
  minDepth,
}: SearchAsked): SearchAsked | null {
  const symbol = ticker?.trim() ? (canonicalSymbol(ticker) ?? ticker.trim()) : '';
  const texts = { q, ticker: symbol, showId: showId?.toLowerCase(), theme, person };
  const given = Object.entries(texts).flatMap(([name, text]) => {
    const trimmed = text?.trim().replace(/\s+/g, ' ') ?? '';
    return trimmed === '' ? [] : [[name, trimmed] as const];
  });
  const kept = {
    ...Object.fromEntries(given),
    ...(stance ? { stance } : {}),
    ...(minDepth && minDepth > 1 ? { minDepth } : {}),
  };
  return Object.keys(kept).length === 0 ? null : kept;
}

/** What a saved search is called for a show that is hidden. */
const UNLISTED = 'a show that is not listed';

/** A saved search as it is told while its show is hidden: without it, and without its name unless the holder wrote that. */
export function withoutShow<Search extends { readonly name: string; readonly asked: SearchAsked }>(
  search: Search,
  hiddenShow: string,
): Search & { readonly path: string } {
  const { showId: _, ...asked } = search.asked;
  const isOurs = [nameOf(search.asked, hiddenShow), nameOf(search.asked)].includes(search.name);
  return {
    ...search,
    name: isOurs ? nameOf(search.asked, UNLISTED) : search.name,
    asked,
    path: searchPath(asked),
  };
}

/** The name of a saved search until its holder gives one. `show`: the name of the show it asks for, if known. */
export function nameOf(
  { q, ticker, showId, theme, person, stance, minDepth }: SearchAsked,
  show?: string,
): string {
  const depth = minDepth ? `depth ${minDepth}${minDepth < 5 ? ' or more' : ''}` : undefined;
  const topic = theme === undefined ? undefined : (themeBySlug(theme)?.name ?? theme);
  const parts = [q, ticker, topic, show ?? showId, person, stance && stanceAskedInWords(stance), depth];
  return cut(parts.flatMap((part) => part ?? []).join(', '), MAX_NAME);
}
